/**
 * A list of runners as the fragment of an address: `#follow&10+Mile=12&10+Mile=57`. Browsers do not
 * send the fragment, so no server learns whom somebody follows (pages.md D5).
 */

/** A runner of the event year the address names. */
export interface Followed {
  distance: string;
  bib: string;
}

const START = "#follow&";

/** A longer list is not a list of one's own runners. */
const LIMIT = 50;

export function isFollowLink(fragment: string): boolean {
  return fragment.startsWith(START);
}

/** Writes a list as a fragment. */
export function writeFollowLink(runners: readonly Followed[]): string {
  return (
    START +
    new URLSearchParams(
      runners.map(({ distance, bib }): [string, string] => [distance, bib]),
    ).toString()
  );
}

/** The runners of a fragment, each once, at most {@link LIMIT}; those without a bib left out. */
export function readFollowLink(fragment: string): Followed[] {
  if (!isFollowLink(fragment)) return [];
  const seen = new Set<string>();
  const runners: Followed[] = [];
  for (const [distance, written] of new URLSearchParams(fragment.slice(START.length))) {
    const bib = written.trim();
    const key = JSON.stringify([distance, bib]);
    if (bib !== "" && !seen.has(key) && runners.length < LIMIT) runners.push({ distance, bib });
    seen.add(key);
  }
  return runners;
}
