/** The programs of the league, which files have as divisions. */

/** True when a division, trimmed and ignoring case, is the given one. */
export function inDivision(division: string, name: string): boolean {
  return division.trim().toLowerCase() === name;
}
