import { strToU8 } from "fflate";
import { describe, expect, test } from "vitest";
import {
  HOSTILE_TEXTS,
  HOSTILE_WORKBOOKS,
  packed,
  sheetOf,
  workbookOf,
} from "../test/hostile-files";
import { workbook } from "../test/workbook";
import { MOST, type Refusal, Refused } from "./limits";
import { type FilePart, readFile, readParts } from "./read-file";

/** Why a file is not read; null if it is. */
function refusalOf(content: Uint8Array | string, workbooks = true): Refusal | null {
  try {
    readFile(content, { workbooks });
    return null;
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.refusal;
    throw thrown;
  }
}

describe.each([
  ["workbooks", HOSTILE_WORKBOOKS],
  ["texts", HOSTILE_TEXTS],
])("%s are read up to a limit", (_, files) => {
  test.each(Object.entries(files))("%s", (_name, { why, make }) => {
    expect(refusalOf(make())?.why).toBe(why);
  });
});

test.each([
  ["columns", { sheet: "10K", line: 3 }, sheetOf('<row/><row/><row><c r="SG3"><v>1</v></c></row>')],
  [
    "cell",
    { sheet: "10K", line: 9 },
    sheetOf(`<row r="9"><c t="str"><v>${"x".repeat(32_768)}</v></c></row>`),
  ],
  ["unpacked", { sheet: "xl/worksheets/10K.xml", line: 0 }, sheetOf(" ".repeat(MOST.unpacked))],
] as const)("the place where %s pass a limit", (why, at, bytes) => {
  expect(refusalOf(workbookOf({ "10K": bytes }))).toEqual({ why, ...at });
});

test("a file that is no table is refused by its kind", () => {
  expect(refusalOf(workbook([]), false)?.why).toBe("workbook");
  expect(refusalOf(workbook([]))?.why).toBe("no-table");
  expect(refusalOf(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0))?.why).toBe("workbook");
  expect(refusalOf(Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0))?.why).toBe("no-text");
  expect(refusalOf("")?.why).toBe("empty");
  expect(refusalOf(",,,\n")?.why).toBe("no-table");
});

test("at the limits everything is read", () => {
  const widest = `${"a,".repeat(MOST.columns - 1)}${"x".repeat(MOST.cell)}`;
  expect(readFile(widest, { workbooks: false }).sheets[0]?.rows[0]?.cells).toHaveLength(
    MOST.columns,
  );
  expect(readFile("a\n".repeat(MOST.lines), { workbooks: false }).sheets[0]?.rows).toHaveLength(
    MOST.lines,
  );
  const sheets = Array.from({ length: MOST.sheets }, (_, index) => [
    `s${index}`,
    sheetOf("<row><c><v>1</v></c></row>"),
  ]);
  expect(readFile(workbookOf(Object.fromEntries(sheets)), { workbooks: true }).sheets).toHaveLength(
    MOST.sheets,
  );
});

async function parts(content: Blob | string): Promise<FilePart[]> {
  const given: FilePart[] = [];
  await readParts(content, { workbooks: true }, (part) => given.push(part));
  return given;
}

test("a file is given away in parts; of one that is refused, only that", async () => {
  const text = `Bib,Name\n${"7,Ana\n".repeat(20_000)}`;
  const given = await parts(new Blob([text]));
  expect([given[0], given.at(-1)]).toEqual([
    { sheet: "" },
    { text: { encoding: "utf-8", delimiter: ",", badQuotes: [], openQuote: 0, pageFrom: 0 } },
  ]);
  const rows = given.flatMap((part) => ("rows" in part ? [part.rows] : []));
  expect(rows.flat()).toEqual(readFile(strToU8(text), { workbooks: false }).sheets[0]?.rows);
  expect(Math.max(...rows.map(({ length }) => length))).toBeLessThan(rows.flat().length / 3);
  expect(await parts(`a,${"x".repeat(MOST.cell + 1)}`)).toEqual([
    { refusal: { why: "cell", sheet: "", line: 1 } },
  ]);
  expect(await parts(new Blob([new Uint8Array(MOST.bytes + 1)]))).toEqual([
    { refusal: { why: "bytes", sheet: "", line: 0 } },
  ]);
  const unreadable = { size: 1, arrayBuffer: () => Promise.reject(new Error("gone")) };
  expect(await parts(unreadable as unknown as Blob)).toEqual([
    { refusal: { why: "unreadable", sheet: "", line: 0 } },
  ]);
});

test("a workbook's part that is broken off is no workbook", () => {
  expect(refusalOf(workbookOf({ a: packed("<worksheet><sheetData>") }))?.why).toBe("bad-workbook");
  const bytes = workbookOf({ a: sheetOf("") });
  expect(refusalOf(bytes.subarray(0, bytes.length - 30))?.why).toBe("bad-workbook");
});
