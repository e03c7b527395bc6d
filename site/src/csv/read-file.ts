/** Reads a file, or a pasted table, whatever it is. */
import { decode, type Encoding, isOldWorkbook, isPacked } from "./decode";
import { MOST, type Refusal, Refused } from "./limits";
import { readText, type TableRow, type TextFacts } from "./table";
import { readWorkbook, type Sheet } from "./workbook";

export interface FileContent {
  /** The sheets that have lines, at least one; a text is a sheet without a name. */
  sheets: readonly Sheet[];
  /** The facts of a text, whose encoding is null if it was pasted; null for a workbook. */
  text: (TextFacts & { encoding: Encoding | null }) | null;
}

export interface HowToRead {
  /** Whether a workbook (xlsx) is accepted. */
  workbooks: boolean;
  /** The encoding of a text, where somebody has chosen it. */
  encoding?: Encoding;
}

/**
 * Reads a file's bytes or a pasted text.
 *
 * @throws {Refused} for anything that is not a table, and at the first limit.
 */
export function readFile(
  content: Uint8Array | string,
  { workbooks, encoding: chosen }: HowToRead,
): FileContent {
  if (content.length > MOST.bytes) throw new Refused("bytes");
  if (typeof content === "string") return textContent(content, null);
  if (isOldWorkbook(content) || (!workbooks && isPacked(content))) throw new Refused("workbook");
  if (isPacked(content)) {
    const sheets = readWorkbook(content).filter(({ rows }) => rows.length > 0);
    if (sheets.length === 0) throw new Refused("no-table");
    return { sheets, text: null };
  }
  const { text, encoding } = decode(content, chosen);
  return textContent(text, encoding);
}

/** No text has this character, and almost anything else has it near its beginning. */
const BINARY = "\u0000";
const LOOKED_AT = 2_000;

function textContent(text: string, encoding: Encoding | null): FileContent {
  if (text.slice(0, LOOKED_AT).includes(BINARY)) throw new Refused("no-text");
  const { rows, ...facts } = readText(text);
  if (rows.length === 0) throw new Refused(text.trim() === "" ? "empty" : "no-table");
  return { sheets: [{ name: "", rows }], text: { ...facts, encoding } };
}

/** A part of what is read: a sheet begins, rows of it, and at last how it ended. */
export type FilePart =
  | { sheet: string }
  | { rows: readonly TableRow[] }
  | Pick<FileContent, "text">
  | { refusal: Refusal };

/** Cells in a part: as many as a slow phone takes over between two frames. */
const PART_CELLS = 10_000;

/** Reads a file or text and gives it away in parts: no page is held up. Does not fail. */
export async function readParts(
  content: Blob | string,
  how: HowToRead,
  give: (part: FilePart) => void,
): Promise<void> {
  try {
    if (typeof content !== "string" && content.size > MOST.bytes) throw new Refused("bytes");
    const { sheets, text } = readFile(
      typeof content === "string" ? content : new Uint8Array(await content.arrayBuffer()),
      how,
    );
    for (const { name, rows } of sheets) {
      give({ sheet: name });
      let part: TableRow[] = [];
      let cells = 0;
      for (const row of rows) {
        part.push(row);
        cells += row.cells.length;
        if (cells < PART_CELLS) continue;
        give({ rows: part });
        part = [];
        cells = 0;
      }
      give({ rows: part });
    }
    give({ text });
  } catch (thrown) {
    const { refusal } = thrown instanceof Refused ? thrown : new Refused("unreadable");
    give({ refusal });
  }
}
