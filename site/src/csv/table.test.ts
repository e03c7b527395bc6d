import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { HOSTILE, listOf, oneOf, randomFrom } from "../test/random";
import { csvText, unguarded } from "./csv-text";
import { decode } from "./decode";
import { MOST } from "./limits";
import { readTable, readText } from "./table";

function bytes(
  text: string,
  encoding:
    | "utf-8"
    | "utf-8-bom"
    | "utf-16le"
    | "utf-16le-bom"
    | "utf-16be"
    | "utf-16be-bom"
    | "latin",
): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding === "utf-8-bom") return new TextEncoder().encode(`\uFEFF${text}`);
  if (encoding === "latin") return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const marked = encoding.endsWith("-bom") ? `\uFEFF${text}` : text;
  const little = encoding.startsWith("utf-16le");
  return Uint8Array.from(
    [...marked]
      .flatMap((letter) => [...letter].flatMap((one) => [one.charCodeAt(0)]))
      .flatMap((code) => (little ? [code & 255, code >> 8] : [code >> 8, code & 255])),
  );
}

describe("decode", () => {
  test.each([
    ["utf-8", "utf-8"],
    ["utf-8-bom", "utf-8"],
    ["utf-16le", "utf-16le"],
    ["utf-16le-bom", "utf-16le"],
    ["utf-16be", "utf-16le"],
    ["utf-16be-bom", "utf-16le"],
    ["latin", "windows-1252"],
  ] as const)("%s", (kept, encoding) => {
    const text = "Bib,First,Last\r\n12,Zoë,Müller-Ñandú\r\n";
    expect(decode(bytes(text, kept))).toEqual({ text, encoding });
  });

  test("nothing", () => {
    expect(decode(new Uint8Array())).toEqual({ text: "", encoding: "utf-8" });
  });
});

describe("readTable", () => {
  test.each([
    [",", "comma"],
    [";", "semicolon"],
    ["\t", "tab"],
    ["|", "bar"],
  ])("cells between %j (%s)", (delimiter) => {
    const text = [
      ["Bib", "First", "Note"],
      ["1", "Ana", "a"],
      ["2", "Zoë", `"x${delimiter}y"`],
    ]
      .map((row) => row.join(delimiter))
      .join("\n");
    const table = readTable(text);
    expect([table.headings, table.rows.map(({ cells }) => cells), table.delimiter]).toEqual([
      ["Bib", "First", "Note"],
      [
        ["1", "Ana", "a"],
        ["2", "Zoë", `x${delimiter}y`],
      ],
      delimiter,
    ]);
  });

  test("a comma in quoted headings is no separator of a file with semicolons", () => {
    expect(readTable('"Name, first";"Name, last";Bib\nAna;Ruiz;1').headings).toEqual([
      "Name, first",
      "Name, last",
      "Bib",
    ]);
  });

  test.each([["\n"], ["\r\n"], ["\r"]])(
    "lines that end in %j are counted as an editor does",
    (end) => {
      const lines = ["", "Bib,Note", "", '1,"two', 'lines"', "2,x", " ,", "3,y", ""];
      expect(readTable(lines.join(end)).rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
        [4, "1"],
        [6, "2"],
        [8, "3"],
      ]);
    },
  );

  test("a separator line of a spreadsheet is obeyed and counted", () => {
    const table = readTable("sep=;\r\nBib;Name\r\n1;Ruiz, Ana\r\n");
    expect([table.headings, table.rows]).toEqual([
      ["Bib", "Name"],
      [{ line: 3, cells: ["1", "Ruiz, Ana"] }],
    ]);
  });

  test("without headings every line is a row", () => {
    const table = readTable("1,Ana\n2,Zoë,x", false);
    expect([table.headings, table.rows.map(({ line }) => line)]).toEqual([
      ["", "", ""],
      [1, 2],
    ]);
  });

  test("a quote that is never closed is told by the line it stands in", () => {
    const table = readTable('Bib,Name\n1,Ana\n2,"Zoë\n3,Lee\n4,Max');
    expect([table.openQuote, table.rows.map(({ line }) => line)]).toEqual([3, [2, 3]]);
  });

  test("quotes in the middle of a cell are reported by line", () => {
    expect(readTable('Bib,Name\n1,"Ana" Ruiz\n2,Zoë').badQuotes).toEqual([2]);
  });

  test("a web page behind the table is left out, and said (UltraSignup)", () => {
    const table = readTable(
      'Order ID,First Name\n1,Ana\n2,Zoë\n\n<!DOCTYPE html>\n<html class="no-js"\n<head>\n',
    );
    expect([table.rows.length, table.pageFrom, table.openQuote]).toEqual([2, 5, 0]);
  });

  test.each([
    ["", 0],
    ["\n\n", 0],
    ["Bib", 0],
    ["Bib\n1", 1],
  ])("%j has %i rows", (text, rows) => {
    expect(readTable(text).rows).toHaveLength(rows);
  });

  test("quotes, blanks and delimiters anywhere: cells and bad quotes as a library for CSV has them", () => {
    const random = randomFrom(5);
    const parts = ["a", "b ", " ", "\t", ",", ",", ";", '"', '"', '""', "\n", "\r\n", "\u00a0"];
    for (let turn = 0; turn < 20_000; turn += 1) {
      const text = `x,y\n${listOf(random, 14, () => oneOf(random, parts)).join("")}\n`;
      const { rows, badQuotes, openQuote } = readText(text);
      const { data, errors } = Papa.parse<string[]>(text.replaceAll("\r\n", "\n"), {
        delimiter: ",",
        newline: "\n",
      });
      const bad = errors.filter(({ code }) => code === "InvalidQuotes").map(({ row }) => row);
      expect([text, rows.map(({ cells }) => cells), badQuotes.length, openQuote > 0]).toEqual([
        text,
        data.filter((cells) => cells.some((cell) => cell.trim() !== "")),
        new Set(bad).size,
        errors.some(({ code }) => code === "MissingQuotes"),
      ]);
    }
  });

  test("blank cells beyond the last column are left out, and blank lines at the end", () => {
    const text = `Bib,Name${",".repeat(16_382)}\n1,Ana\n${`${",".repeat(8)}\n`.repeat(200_000)}`;
    const { rows } = readText(text);
    expect(rows.map(({ line, cells }) => [line, cells.length])).toEqual([
      [1, MOST.columns],
      [2, 2],
    ]);
  });

  test("any table is read back as written, in its lines", () => {
    const random = randomFrom(11);
    for (let turn = 0; turn < 300; turn += 1) {
      const width = 2 + Math.floor(random() * 5);
      const head = Array.from({ length: width }, (_, index) => `column ${index}`);
      const rows = listOf(random, 12, () => [
        "x",
        ...Array.from({ length: width - 1 }, () => oneOf(random, HOSTILE)),
      ]);
      const table = readTable(`\uFEFF${csvText(head, rows)}`);
      expect(table.headings).toEqual(head);
      // A file's ends of lines are made one.
      expect(table.rows.map(({ cells }) => cells.map(unguarded))).toEqual(
        rows.map((row) => row.map((text) => text.replace(/\r\n?/g, "\n"))),
      );
      expect([table.badQuotes, table.openQuote, table.pageFrom]).toEqual([[], 0, 0]);
    }
  });
});
