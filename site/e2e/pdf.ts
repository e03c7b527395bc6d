/**
 * The sheets of a PDF that Chromium printed, read from the file itself: sizes, and the letters that
 * a reader can select and copy. It understands only what Chromium writes (PDF 1.4 by Skia: one
 * object after the other, deflated streams, letters of a face by number with a table of what each
 * stands for).
 */
import { inflateSync } from "node:zlib";

/** One sheet; lengths in points, 72 to the inch. */
export interface Sheet {
  width: number;
  height: number;
  /** All text that can be selected, in the order it was written. */
  text: string;
}

type Objects = ReadonlyMap<string, string>;

/** The sheets in order. Throws on anything but a PDF with sheets. */
export function sheetsOf(pdf: Buffer): Sheet[] {
  const file = pdf.toString("latin1");
  const objects = new Map(
    [...file.matchAll(/^(\d+) 0 obj\s(.*?)\sendobj$/gms)].map(([, number = "", body = ""]) => [
      number,
      body,
    ]),
  );
  const pages = [...objects.values()].filter((body) => /\/Type\s*\/Page\b/.test(body));
  if (pages.length === 0) throw new Error("This is no PDF as Chromium writes it: it has no page.");
  return pages.map((page) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = (
      /\/MediaBox\s*\[([^\]]*)\]/.exec(page)?.[1] ?? ""
    )
      .trim()
      .split(/\s+/)
      .map(Number);
    const contents = [
      ...(/\/Contents\s*(\[[^\]]*\]|\d+ 0 R)/.exec(page)?.[1] ?? "").matchAll(/(\d+) 0 R/g),
    ];
    return {
      width: right - left,
      height: top - bottom,
      text: contents
        .map(([, number = ""]) => written(objects, number, resources(objects, page)))
        .join(""),
    };
  });
}

/** The resources of a page or a drawing within it: written in it, or in an object of its own. */
function resources(objects: Objects, owner: string): string {
  const apart = /\/Resources (\d+) 0 R/.exec(owner)?.[1];
  return apart === undefined ? owner : (objects.get(apart) ?? "");
}

/** The letters of a stream, and of the drawings that it includes. */
function written(objects: Objects, number: string, named: string): string {
  let letters: Letters = { of: new Map(), digits: 4 };
  let text = "";
  for (const [, face, drawing, shown] of stream(objects, number).matchAll(
    /\/(F\d+) [\d.]+ Tf|\/(X\d+) Do|(<[0-9A-F\s]*>|\[(?:[^\]]*)\])\s*T[jJ]/gi,
  )) {
    if (face !== undefined) letters = lettersOf(objects, numberOf(named, face));
    else if (drawing !== undefined) {
      const inner = numberOf(named, drawing);
      if (/\/Subtype\s*\/Form/.test(objects.get(inner) ?? ""))
        text += written(objects, inner, resources(objects, objects.get(inner) ?? ""));
    } else
      for (const [, hex = ""] of (shown ?? "").matchAll(/<([0-9A-F\s]*)>/gi))
        text += read(hex, letters);
  }
  return text;
}

function numberOf(named: string, name: string): string {
  return new RegExp(`/${name} (\\d+) 0 R`).exec(named)?.[1] ?? "";
}

function stream(objects: Objects, number: string): string {
  const body = objects.get(number) ?? "";
  const begin = /stream\r?\n/.exec(body);
  if (begin === null) return "";
  const bytes = Buffer.from(
    body.slice(begin.index + begin[0].length, body.lastIndexOf("endstream")),
    "latin1",
  );
  return (
    /\/Filter\s*\/FlateDecode/.test(body.slice(0, begin.index)) ? inflateSync(bytes) : bytes
  ).toString("latin1");
}

/** The characters of a font by their numbers, and how many hexadecimal digits each number has. */
interface Letters {
  of: ReadonlyMap<number, string>;
  digits: number;
}

function lettersOf(objects: Objects, face: string): Letters {
  const body = objects.get(face) ?? "";
  const table = stream(objects, /\/ToUnicode (\d+) 0 R/.exec(body)?.[1] ?? "");
  const of = new Map<number, string>();
  const unicode = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");
  for (const [, pairs = ""] of table.matchAll(/beginbfchar(.*?)endbfchar/gs)) {
    for (const [, from = "", to = ""] of pairs.matchAll(/<([0-9A-F]+)> <([0-9A-F]+)>/gi))
      of.set(Number.parseInt(from, 16), unicode(to));
  }
  for (const [, ranges = ""] of table.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    for (const [, first = "", last = "", to = ""] of ranges.matchAll(
      /<([0-9A-F]+)> <([0-9A-F]+)> <([0-9A-F]+)>/gi,
    )) {
      const begin = Number.parseInt(first, 16);
      for (let at = begin; at <= Number.parseInt(last, 16); at++)
        of.set(at, String.fromCodePoint((unicode(to).codePointAt(0) ?? 0) + at - begin));
    }
  }
  return { of, digits: /\/Subtype\s*\/Type0/.test(body) ? 4 : 2 };
}

function read(hex: string, { of, digits }: Letters): string {
  const numbers = hex.replaceAll(/\s/g, "").match(new RegExp(`.{${digits}}`, "g")) ?? [];
  return numbers.map((number) => of.get(Number.parseInt(number, 16)) ?? "").join("");
}
