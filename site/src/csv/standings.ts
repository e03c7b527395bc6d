/** Writes a table as the youth standings file that the server reads (api.md 9.2, 9.4). */
import { guessColumns, type Mapping } from "./columns";
import { cellOf, type Table } from "./table";

/** The fields of a line, named like the headings of the published file. */
export const STANDINGS_FIELDS = [
  "first",
  "last",
  "tiger score",
  "seward score",
  "highest score",
  "category",
] as const;

export type StandingsField = (typeof STANDINGS_FIELDS)[number];

/** A file that can be sent, and how its lines map to those of the table. */
interface SentStandings {
  csv: string;
  /** Line of the table's file, by line of what is sent. */
  lines: ReadonlyMap<number, number>;
}

const LIKELY: Readonly<Record<StandingsField, readonly string[]>> = {
  first: ["first", "firstname", "givenname", "nombre"],
  last: ["last", "lastname", "surname", "familyname", "apellidos"],
  "tiger score": ["tigerscore", "tiger"],
  "seward score": ["sewardscore", "seward"],
  "highest score": ["highestscore", "highest", "best", "bestscore"],
  category: ["category", "group", "agegroup", "categoria"],
};

export function guessStandings(headings: readonly string[]): Mapping<StandingsField> {
  return guessColumns(headings, LIKELY);
}

/** The chosen columns as the server reads them; a field without one is empty everywhere. */
export function standingsCsv(table: Table, mapping: Mapping<StandingsField>): SentStandings {
  const lines = new Map([[1, 1]]);
  let text = STANDINGS_FIELDS.join(",");
  let at = 2;
  for (const row of table.rows) {
    const cells = STANDINGS_FIELDS.map((field) => cellOf(row, mapping[field]).trim());
    lines.set(at, row.line);
    at += 1 + cells.join("").split("\n").length - 1;
    text += `\n${cells.map(quoted).join(",")}`;
  }
  return { csv: text, lines };
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
