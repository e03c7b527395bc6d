/** Which questions the times of a file raise (api.md 4.17): the server reads them. */

/** Whether a cell may be minutes and seconds as well as hours and minutes: 22:41. */
export function hasTwoParts(cells: readonly string[]): boolean {
  return cells.some((cell) => /^\s*\d{1,5}[:：]\d{2}\s*\*?\s*$/.test(cell));
}

/** Whether a cell has four parts: 1:02:03:04. */
export function hasFourParts(cells: readonly string[]): boolean {
  return cells.some((cell) => /^\s*\d+(?:[:：]\d+){3}/.test(cell));
}
