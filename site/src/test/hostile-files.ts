/**
 * Small files that would keep a browser busy for a long time, and some that are large: each passes
 * a limit of what a table may hold (pages.md C20, C26).
 */
import { constants, deflateRawSync } from "node:zlib";
import { strToU8 } from "fflate";

/** Means that the number is in a field of its own (zip64). */
const ELSEWHERE = 0xffffffff;

export interface PackedFile {
  name: string;
  /** Raw deflated bytes. */
  bytes: Uint8Array;
  /** The unpacked size according to the archive. */
  says?: number;
}

/**
 * An archive of files that are packed already; their sizes are whatever they say. `zip64`: sizes and
 * positions are in the fields that large archives have.
 */
export function archiveOf(files: readonly PackedFile[], { zip64 = false } = {}): Uint8Array {
  const locals: Uint8Array[] = [];
  const entries: Uint8Array[] = [];
  const begins = new Map<Uint8Array, number>();
  let at = 0;
  for (const { name, bytes, says = 0 } of files) {
    const called = strToU8(name);
    // Files with the same bytes share them.
    const begin = begins.get(bytes) ?? at;
    if (begin === at) {
      const local = new DataView(new ArrayBuffer(30));
      local.setUint32(0, 0x04034b50, true);
      local.setUint16(8, 8, true);
      local.setUint16(26, called.length, true);
      locals.push(new Uint8Array(local.buffer), called, bytes);
      at += 30 + called.length + bytes.length;
      begins.set(bytes, begin);
    }
    const entry = new DataView(new ArrayBuffer(46));
    const extra = new DataView(new ArrayBuffer(zip64 ? 28 : 0));
    entry.setUint32(0, 0x02014b50, true);
    entry.setUint16(10, 8, true);
    entry.setUint32(20, zip64 ? ELSEWHERE : bytes.length, true);
    entry.setUint32(24, zip64 ? ELSEWHERE : says, true);
    entry.setUint16(28, called.length, true);
    entry.setUint16(30, extra.byteLength, true);
    entry.setUint32(42, zip64 ? ELSEWHERE : begin, true);
    if (zip64) {
      extra.setUint16(0, 1, true);
      extra.setUint16(2, 24, true);
      extra.setBigUint64(4, BigInt(says), true);
      extra.setBigUint64(12, BigInt(bytes.length), true);
      extra.setBigUint64(20, BigInt(begin), true);
    }
    entries.push(new Uint8Array(entry.buffer), called, new Uint8Array(extra.buffer));
  }
  const directory = entries.reduce((sum, { length }) => sum + length, 0);
  const further = new DataView(new ArrayBuffer(zip64 ? 76 : 0));
  if (zip64) {
    further.setUint32(0, 0x06064b50, true);
    further.setBigUint64(48, BigInt(at), true);
    further.setUint32(56, 0x07064b50, true);
    further.setBigUint64(64, BigInt(at + directory), true);
  }
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, Math.min(files.length, 65_535), true);
  end.setUint16(10, Math.min(files.length, 65_535), true);
  end.setUint32(12, directory, true);
  end.setUint32(16, zip64 ? ELSEWHERE : at, true);
  return joined([
    ...locals,
    ...entries,
    new Uint8Array(further.buffer),
    new Uint8Array(end.buffer),
  ]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function packed(text: string): Uint8Array {
  return deflateRawSync(text, { level: 6 });
}

/** `begin`, a part as often as said, and `end`, packed without ever being in memory. */
export function packedTimes(begin: string, part: string, times: number, end: string): Uint8Array {
  const one = pieceOf(part);
  return joined([pieceOf(begin), ...Array.from({ length: times }, () => one), packed(end)]);
}

/** A text that others follow, packed without regard to them. */
function pieceOf(text: string): Uint8Array {
  return deflateRawSync(text, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
}

const SHEET = "<worksheet><sheetData>";
const SHEET_END = "</sheetData></worksheet>";

/** The parts of a workbook with as many sheets; other parts replace them or are added. */
export function workbookOf(
  sheets: Readonly<Record<string, Uint8Array>>,
  others: Readonly<Record<string, Uint8Array>> = {},
): Uint8Array {
  const names = Object.keys(sheets);
  const files: Record<string, Uint8Array> = {
    "xl/workbook.xml": packed(
      `<workbook xmlns:r="r"><sheets>${names.map((name) => `<sheet name="${name}" r:id="${name}"/>`).join("")}</sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": packed(
      `<Relationships>${names.map((name) => `<Relationship Id="${name}" Target="worksheets/${name}.xml"/>`).join("")}</Relationships>`,
    ),
    ...Object.fromEntries(
      names.map((name) => [`xl/worksheets/${name}.xml`, sheets[name] ?? new Uint8Array()]),
    ),
    ...others,
  };
  return archiveOf(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
}

export function sheetOf(rows: string, behind = ""): Uint8Array {
  return packed(
    `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData>${behind}</worksheet>`,
  );
}

/** An inline text in a cell, at a reference if given. */
function cell(text: string, ref = ""): string {
  return `<c${ref === "" ? "" : ` r="${ref}"`} t="inlineStr"><is><t>${text}</t></is></c>`;
}

const LAUGHS = `<!DOCTYPE sst [<!ENTITY a "ha">${Array.from(
  { length: 30 },
  (_, index) =>
    `<!ENTITY ${String.fromCharCode(98 + (index % 24))}${index} "${`&${index === 0 ? "a" : `${String.fromCharCode(98 + ((index - 1) % 24))}${index - 1}`};`.repeat(10)}">`,
).join("")}]>`;

/** Why a file is refused, and how it is made. */
export interface HostileFile {
  why: string;
  make: () => Uint8Array;
}

/** Workbooks by what they do. */
export const HOSTILE_WORKBOOKS: Readonly<Record<string, HostileFile>> = {
  "a sheet of ten gigabytes that says it has a kilobyte": {
    why: "unpacked",
    make: () => workbookOf({ a: packedTimes(SHEET, " ".repeat(10_000_000), 1_000, SHEET_END) }),
  },
  "ten gigabytes of texts": {
    why: "unpacked",
    make: () =>
      workbookOf(
        { a: sheetOf("") },
        {
          "xl/sharedStrings.xml": packedTimes(
            "<sst><si><t>",
            "x".repeat(10_000_000),
            1_000,
            "</t></si></sst>",
          ),
        },
      ),
  },
  "a hundred sheets that are the same ten megabytes": {
    why: "unpacked",
    make: () => {
      const sheet = sheetOf(" ".repeat(10_000_000));
      return workbookOf(
        Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`s${index}`, sheet])),
      );
    },
  },
  "a hundred thousand files": {
    why: "parts",
    make: () => {
      const nothing = packed("");
      return archiveOf(
        Array.from({ length: 100_000 }, (_, index) => ({
          name: `xl/worksheets/sheet${index}.xml`,
          bytes: nothing,
        })),
      );
    },
  },
  "20,000 sheets": {
    why: "sheets",
    make: () => {
      const sheet = sheetOf(`<row>${cell("a")}</row>`);
      return workbookOf(
        Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`s${index}`, sheet])),
      );
    },
  },
  "a million columns": {
    why: "columns",
    make: () => workbookOf({ a: sheetOf(`<row>${cell("a").repeat(1_000_000)}</row>`) }),
  },
  "a cell in the last column of the last line": {
    why: "columns",
    make: () =>
      workbookOf({
        a: sheetOf(
          `<row r="1">${cell("a")}</row><row r="1048576">${cell("z", "XFD1048576")}</row>`,
        ),
      }),
  },
  "a million lines with one cell far to the right": {
    why: "cells",
    make: () =>
      workbookOf({
        a: packedTimes(SHEET, `<row>${cell("a", "SF1")}</row>`.repeat(10_000), 100, SHEET_END),
      }),
  },
  "a million lines": {
    why: "lines",
    make: () =>
      workbookOf({
        a: packedTimes(SHEET, `<row>${cell("a")}</row>`.repeat(10_000), 100, SHEET_END),
      }),
  },
  "a text of a page in a million cells": {
    why: "characters",
    make: () =>
      workbookOf(
        {
          a: packedTimes(
            SHEET,
            `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`.repeat(100),
            100,
            SHEET_END,
          ),
        },
        { "xl/sharedStrings.xml": packed(`<sst><si><t>${"x".repeat(30_000)}</t></si></sst>`) },
      ),
  },
  "a cell of a million characters": {
    why: "cell",
    make: () => workbookOf({ a: sheetOf(`<row>${cell("x".repeat(1_000_000))}</row>`) }),
  },
  "ten million texts": {
    why: "texts",
    make: () =>
      workbookOf(
        { a: sheetOf("") },
        { "xl/sharedStrings.xml": packedTimes("<sst>", "<si/>".repeat(1_000_000), 10, "</sst>") },
      ),
  },
  "ten million blank lines": {
    why: "bad-workbook",
    make: () => workbookOf({ a: packedTimes(SHEET, "<row/>".repeat(1_000_000), 10, SHEET_END) }),
  },
  "blank cells merged over every line, again and again": {
    why: "cells",
    make: () =>
      workbookOf({
        a: sheetOf(
          `<row r="2"><c/>${cell("a")}</row><row>${cell("b")}</row>${"<row/>".repeat(50_000)}`,
          `<mergeCells>${'<mergeCell ref="A1:A1048576"/>'.repeat(1_000_000)}</mergeCells>`,
        ),
      }),
  },
  "cells merged over every line, again and again": {
    why: "cells",
    make: () =>
      workbookOf({
        a: sheetOf(
          `<row>${cell("a")}</row>${"<row/>".repeat(50_000)}`,
          `<mergeCells>${'<mergeCell ref="A1:A1048576"/>'.repeat(50_000)}</mergeCells>`,
        ),
      }),
  },
  "entities of entities": {
    why: "declarations",
    make: () =>
      workbookOf(
        { a: sheetOf("") },
        { "xl/sharedStrings.xml": packed(`${LAUGHS}<sst><si><t>&a;</t></si></sst>`) },
      ),
  },
  "a long entity, often": {
    why: "declarations",
    make: () =>
      workbookOf({
        a: packed(
          `<!DOCTYPE worksheet [<!ENTITY a "${"x".repeat(100_000)}">]>${SHEET}<row>${cell("&a;".repeat(100_000))}</row>${SHEET_END}`,
        ),
      }),
  },
  "elements in elements": {
    why: "bad-workbook",
    make: () => workbookOf({ a: packedTimes("", "<a>".repeat(1_000_000), 10, "") }),
  },
  "an element of a million attributes": {
    why: "bad-workbook",
    make: () =>
      workbookOf({
        a: packed(
          `<worksheet ${Array.from({ length: 1_000_000 }, (_, index) => `a${index}=""`).join(" ")}/>`,
        ),
      }),
  },
  "a million formats": {
    why: "bad-workbook",
    make: () =>
      workbookOf(
        { a: sheetOf("") },
        {
          "xl/styles.xml": packedTimes(
            "<styleSheet><cellXfs>",
            '<xf numFmtId="1"/>'.repeat(100_000),
            10,
            "</cellXfs></styleSheet>",
          ),
        },
      ),
  },
};

/** Texts by what they do. */
export const HOSTILE_TEXTS: Readonly<Record<string, HostileFile>> = {
  "a line of a million columns": {
    why: "columns",
    make: () => strToU8("a,".repeat(1_000_000)),
  },
  "a single cell": { why: "cell", make: () => strToU8("x".repeat(1_000_000)) },
  "a million lines": { why: "lines", make: () => strToU8("a\n".repeat(1_000_000)) },
  "lines of 500 columns": {
    why: "cells",
    make: () => strToU8(`${"a,".repeat(499)}a\n`.repeat(10_000)),
  },
  "quotes in the middle of every cell": {
    why: "cell",
    make: () => strToU8(`"${'a"a'.repeat(600_000)}",b`),
  },
  "quotes before a long blank": {
    why: "cell",
    make: () => strToU8(`"${'a"'.repeat(400_000)}${" ".repeat(1_000_000)},b`),
  },
  "20 million blank lines": { why: "empty", make: () => strToU8("\n".repeat(19_999_999)) },
  "a file that is longer than any table": { why: "bytes", make: () => new Uint8Array(300_000_000) },
};
