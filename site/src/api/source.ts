/** What a version of an event year was made of, as the history and the list of versions say it (api.md 4.19 and 9.6). */
export const SOURCES = ["upload", "import", "delete", "settings", "repair", "roll-back"] as const;

export type Source = (typeof SOURCES)[number];
