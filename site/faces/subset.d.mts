type Kind = "site" | "picture";

export const FOLDERS: Readonly<Record<Kind, URL>>;

export function faces(): Promise<Record<Kind, Map<string, Buffer>>>;
