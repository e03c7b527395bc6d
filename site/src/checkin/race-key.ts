export interface RaceKey {
  slug: string;
  year: string;
}

/** Names an event year: neither of the two has a slash (api.md 2.1, 2.2). */
export function nameOf({ slug, year }: RaceKey): string {
  return `${slug}/${year}`;
}
