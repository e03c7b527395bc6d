export function faces(): Promise<Map<string, Buffer>>;
