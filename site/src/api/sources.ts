/** The sources of a version (api.md 9.6). */
export const SOURCES = [
  "upload",
  "import",
  "correction",
  "delete",
  "settings",
  "repair",
  "roll-back",
] as const;

export type Source = (typeof SOURCES)[number];
