import { readFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { archiveOf, packed, sheetOf, workbookOf } from "../test/hostile-files";
import { days, STYLE, workbook } from "../test/workbook";
import { isPacked } from "./decode";
import { Refused } from "./limits";
import { readWorkbook } from "./workbook";

function cells(bytes: Uint8Array): (readonly string[])[] {
  return readWorkbook(bytes)[0]?.rows.map((row) => row.cells) ?? [];
}

describe("cells", () => {
  test("texts, shared or of their own, without the readings beside them", () => {
    expect(
      cells(workbook([{ name: "a", lines: { 1: ["Ana & Ruiz", { own: "<b>" }, null, ""] } }])),
    ).toEqual([["Ana & Ruiz", "<b>", "", ""]]);
  });

  test.each([
    ["a time of the day", { value: days(1, 2, 3), style: STYLE.hours }, "1:02:03"],
    ["minutes with tenths", { value: days(0, 40, 30.5), style: STYLE.minutes }, "0:40:30.5"],
    ["more than a day", { value: days(30, 15, 0), style: STYLE.elapsed }, "30:15:00"],
    ["a time shown with its date", { value: days(1, 2, 3), style: STYLE.dateTime }, "1:02:03"],
    [
      "a day and a time",
      { value: 46_144 + days(9, 2, 3), style: STYLE.dateTime },
      "2026-05-02 9:02:03",
    ],
    ["a day", { value: 31_535, style: STYLE.date }, "1986-05-03"],
    [
      "the last day before the leap day that never was",
      { value: 59, style: STYLE.date },
      "1900-02-28",
    ],
    ["the first after it", { value: 61, style: STYLE.date }, "1900-03-01"],
    [
      "a part of a day without a format",
      { value: 0.0430902777777778, style: STYLE.general },
      "0.0430902777777778",
    ],
    ["a bib", { value: 101, style: STYLE.general }, "101"],
    ["a format whose letters stand in quotes", { value: 52.5, style: STYLE.quoted }, "52.5"],
    ["a negative time", { value: -0.5, style: STYLE.hours }, "-0.5"],
    ["zero", { value: 0, style: STYLE.hours }, "0:00:00"],
    ["yes", { raw: '<c r="REF" t="b"><v>1</v></c>' }, "TRUE"],
    ["an error", { raw: '<c r="REF" t="e"><v>#N/A</v></c>' }, "#N/A"],
    ["a formula", { raw: '<c r="REF" t="str"><f>A1</f><v>Ana</v></c>' }, "Ana"],
    ["what is no number", { raw: '<c r="REF"><v>x</v></c>' }, "x"],
    ["a number that is too large for a day", { value: 1e300, style: STYLE.date }, "1e+300"],
    [
      "a text in sections",
      { raw: '<c r="REF" t="str"><v><![CDATA[<a>]]> &#38; b</v></c>' },
      "<a> & b",
    ],
  ])("%s", (_, cell, expected) => {
    expect(cells(workbook([{ name: "a", lines: { 1: [cell] } }]))).toEqual([[expected]]);
  });

  test("the calendar of 1904", () => {
    const day = (Date.UTC(1986, 4, 3) - Date.UTC(1904, 0, 1)) / 86_400_000;
    expect(
      cells(
        workbook([{ name: "a", lines: { 1: [{ value: day, style: STYLE.date }] } }], {
          is1904: true,
        }),
      ),
    ).toEqual([["1986-05-03"]]);
  });
});

test("lines are counted as the program counts them; blank ones are left out", () => {
  const [sheet] = readWorkbook(
    workbook([{ name: "a", lines: { 2: ["x"], 4: ["", " "], 7: [null, "y"] } }]),
  );
  expect(sheet?.rows).toEqual([
    { line: 2, cells: ["x"] },
    { line: 7, cells: ["", "y"] },
  ]);
});

test("a title over several columns is one cell; a cell over several lines is meant for each", () => {
  const lines = { 1: ["Title", null, null], 2: ["10K", "1"], 3: [null, "2"], 4: ["5K", "3"] };
  expect(cells(workbook([{ name: "a", lines, merged: ["A1:C1", "A2:A3"] }]))).toEqual([
    ["Title"],
    ["10K", "1"],
    ["10K", "2"],
    ["5K", "3"],
  ]);
});

test("a blank cell over every line of a sheet, which has a format for each of them", () => {
  const rows = `<row><c/><c><v>1</v></c></row>${"<row/>".repeat(200_000)}`;
  const merged = ["A", "C", "D"].map((column) => `<mergeCell ref="${column}1:${column}1048576"/>`);
  expect(
    readWorkbook(workbookOf({ a: sheetOf(rows, `<mergeCells>${merged.join("")}</mergeCells>`) })),
  ).toEqual([{ name: "a", rows: [{ line: 1, cells: ["", "1"] }] }]);
});

test("blank cells beyond the last column are left out; lines that are no numbers follow each other", () => {
  const lines = { 1: ["a", { raw: '<c r="XFD1" s="1"/>' }], 2: ["b"] };
  expect(cells(workbook([{ name: "a", lines }]))).toEqual([["a"], ["b"]]);
  const rows = '<row r="7"><c><v>1</v></c></row><row r="-1"><c><v>2</v></c></row>';
  expect(readWorkbook(workbookOf({ a: sheetOf(rows) }))[0]?.rows.map(({ line }) => line)).toEqual([
    7, 8,
  ]);
});

test("names of elements with a prefix, a packing that keeps its numbers elsewhere, files that are not packed", () => {
  const files = Object.entries({
    "xl/workbook.xml":
      '<x:workbook xmlns:x="x" xmlns:q="q"><x:sheets><x:sheet name="a" q:id="1"/></x:sheets></x:workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="1" Target="a.xml"/></Relationships>',
    "xl/a.xml":
      '<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c t="str"><x:v>ok</x:v></x:c></x:row></x:sheetData></x:worksheet>',
  });
  const stored = zipSync(Object.fromEntries(files.map(([name, text]) => [name, strToU8(text)])), {
    level: 0,
  });
  const large = archiveOf(
    files.map(([name, text]) => ({ name, bytes: packed(text) })),
    { zip64: true },
  );
  for (const bytes of [stored, large])
    expect(readWorkbook(bytes)).toEqual([{ name: "a", rows: [{ line: 1, cells: ["ok"] }] }]);
});

test("sheets by name, hidden ones left out", () => {
  const sheets = readWorkbook(
    workbook([
      { name: "10K & more", lines: { 1: ["a"] } },
      { name: "5K", lines: { 1: ["b"] } },
      { name: "no", lines: { 1: ["c"] }, hidden: true },
    ]),
  );
  expect(sheets.map(({ name, rows }) => [name, rows[0]?.cells[0]])).toEqual([
    ["10K & more", "a"],
    ["5K", "b"],
  ]);
});

test.each([
  ["no packed file", strToU8("PK\u0003\u0004 nothing")],
  ["another packed file", zipSync({ "a.txt": strToU8("a") })],
  [
    "broken XML",
    zipSync({
      "xl/workbook.xml": strToU8("<workbook"),
      "xl/_rels/workbook.xml.rels": strToU8("<a/>"),
    }),
  ],
])("%s is refused", (_, bytes) => {
  expect(() => readWorkbook(bytes)).toThrow(new Refused("bad-workbook"));
});

test("age groups that a spreadsheet turned into dates come as dates, which the import knows", () => {
  const bytes = readFileSync(new URL("cases/B07-age-groups.xlsx", import.meta.url));
  expect(cells(new Uint8Array(bytes)).map(([bib, , , , group]) => [bib, group])).toEqual([
    ["Bib", "Age Group"],
    ["61", "2026-10-14"],
    ["62", "2026-09-10"],
    ["63", "15-19"],
    ["64", "2026-11-12"],
  ]);
});

test("a workbook is recognised, a text is not", () => {
  expect(isPacked(workbook([]))).toBe(true);
  expect(isPacked(strToU8("Place,Bib"))).toBe(false);
});
