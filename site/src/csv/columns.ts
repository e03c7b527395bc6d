/** Which column of a file is read as which field. */
import { fold } from "../format/text";

/** The column position of each field; fields that the file does not have are left out. */
export type Mapping<Field extends string> = Readonly<Partial<Record<Field, number>>>;

/** A heading in the form used for comparison: letters and digits only, without case and accents. */
export function headingKey(heading: string): string {
  return fold(heading).replace(/[^\p{L}\p{N}]/gu, "");
}

/** For each field, the column with the first likely heading; no column is used twice. */
export function guessColumns<Field extends string>(
  headings: readonly string[],
  likely: Readonly<Record<Field, readonly string[]>>,
): Mapping<Field> {
  const keys = headings.map(headingKey);
  const used = new Set<number>();
  const mapping: Partial<Record<Field, number>> = {};
  for (const [field, names] of Object.entries(likely) as [Field, readonly string[]][]) {
    const column = names
      .map((name) => keys.findIndex((key, index) => key === name && !used.has(index)))
      .find((index) => index !== -1);
    if (column === undefined) continue;
    used.add(column);
    mapping[field] = column;
  }
  return mapping;
}

/** A number for a set of headings, to remember without storing what may be a name. */
export function headingsMark(headings: readonly string[]): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const letter of headings.map(headingKey).join("\n")) {
    const code = letter.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  return `${(high >>> 0).toString(36)}-${(low >>> 0).toString(36)}`;
}
