import { describe, expect, test } from "vitest";
import { HOSTILE, listOf, oneOf, randomFrom } from "../test/random";
import { asText, csvFileName, csvText } from "./csv-text";
import { readTable, textOf } from "./table";

describe("csv (D4)", () => {
  test("quotes and apostrophes", () => {
    const fields = [
      "a,b",
      'say "x"',
      " lead",
      "two\nlines",
      "=1",
      "-",
      "-3.5",
      "+4",
      "-x",
      "- ",
      "@",
      "",
    ];
    expect(csvText(["h"], [fields])).toBe(
      'h\r\n"a,b","say ""x"""," lead","two\nlines",\'=1,-,-3.5,+4,\'-x,"\'- ",\'@,\r\n',
    );
  });

  test("no part of a cell runs, whatever separates the cells, in either width", () => {
    const fields = [
      "a;=1",
      'a;"=1"',
      "a\t@b\r\n-1",
      "＝1",
      "＠b",
      "a;＋1;b",
      "\n=1",
      "a;b",
      "a\n\n+1",
    ];
    expect(csvText(["h"], [fields])).toBe(
      `h\r\na;'=1,"a;'""=1""","a\t'@b\r\n'-1",'＝1,'＠b,a;'＋1;b,"'\n'=1",a;b,"a\n\n'+1"\r\n`,
    );
  });

  test("a plain reader gets back what was written, apostrophes aside", () => {
    const rows = [
      ["a", 'b"c', "d,e"],
      ["", "f\r\ng", " h "],
      ["1", "2", "ü"],
    ];
    expect(readCsv(csvText(["x", "y", "z"], rows))).toEqual([["x", "y", "z"], ...rows]);
  });

  test("any text of a cell comes back, apart from blanks around it", () => {
    const random = randomFrom(11);
    // By the first line it is told what separates cells.
    const plain = Array.from({ length: 9 }, () => "x");
    const signs = [..."-=+@＝＠'a1., ;\"\t\r\n"];
    for (let turn = 0; turn < 5_000; turn += 1) {
      const made = listOf(random, 8, () => oneOf(random, signs)).join("");
      const text = turn % 10 === 0 ? oneOf(random, HOSTILE) : made;
      const { headings, rows } = readTable(csvText([...plain, text], [[...plain, text]]));
      // A file's ends of lines are made one.
      const expected = text.replace(/\r\n?/g, "\n").trim();
      expect([headings[9], ...rows.map((row) => textOf(row, 9))]).toEqual([expected, expected]);
    }
  });

  test("file name", () => {
    expect(csvFileName("river", "2024", "5K / Walk")).toBe("river-2024-5K - Walk.csv");
  });
});

/** A reader of RFC 4180, for the round trip. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? "") : quoted.replace(/""/g, '"'));
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

test.each([
  ["0012", true],
  ["12E5", true],
  ["10-14", true],
  ["1:02:03.4", true],
  ["12", false],
  ["1:02:03", false],
  ["52:03.4", false],
  ["Ann", false],
  ["", false],
])("Excel keeps %j as it is: it has a mark: %s", (text, marked) => {
  expect(asText(text)).toBe(marked ? `${text}\u00A0` : text);
  expect(asText(text).trim()).toBe(text);
});
