import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decode, type Encoding, ENCODINGS, UNREADABLE } from "./decode";

/** The bytes of each character that an encoding has. */
const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

function tableOf(label: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(label);
  if (known !== undefined) return known;
  const table = new Map<string, readonly number[]>();
  const add = (bytes: readonly number[]) => {
    const decoder = new TextDecoder(label);
    const text = decoder.decode(new Uint8Array(bytes), { stream: true }) + decoder.decode();
    if (Array.from(text).length === 1 && text !== UNREADABLE && !table.has(text))
      table.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte++) add([byte]);
  if (label === "shift_jis")
    for (let first = 0x81; first < 0xfd; first++)
      for (let second = 0x40; second < 0xfd; second++) add([first, second]);
  tables.set(label, table);
  return table;
}

/** A text in an encoding; null if it does not have every character. */
function encode(text: string, encoding: Encoding): Uint8Array | null {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding === "utf-16le") {
    const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
    return new Uint8Array([0xff, 0xfe, ...units.flatMap((unit) => [unit & 255, unit >> 8])]);
  }
  const table = tableOf(encoding);
  const bytes: number[] = [];
  for (const character of text) {
    const own = table.get(character);
    if (own === undefined) return null;
    bytes.push(...own);
  }
  return new Uint8Array(bytes);
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  German: ["Jürgen Müller", "Zoë Weiß", "Änne Größe", "Max Groß", "Björn Schäfer"],
  French: ["Renée Lefèvre", "François Côté", "Hélène Guérin", "Benoît Lacroix", "Loïc Prévost"],
  Spanish: ["José Núñez", "María Peña", "Iñigo Sánchez", "Raúl Ibáñez", "Óscar Muñoz"],
  Portuguese: ["João Gonçalves", "Conceição Simões", "Inês Magalhães", "António Leitão"],
  Nordic: ["Søren Dahl", "Åsa Öberg", "Bjørn Nygård", "Kåre Sjöström"],
  Polish: ["Łukasz Żak", "Małgorzata Wójcik", "Stanisław Dąbrowski", "Grażyna Jabłońska"],
  Czech: ["Jiří Dvořák", "Zdeněk Kučera", "Růžena Němcová", "Ondřej Černý"],
  Hungarian: ["Győző Szűcs", "Erzsébet Kőműves", "László Fehér", "Ödön Tűri"],
  Japanese: ["山田 太郎", "佐藤 花子", "すずき いちろう", "タナカ ケン"],
};
const WRITTEN: Readonly<Record<string, readonly Encoding[]>> = {
  German: ["utf-8", "utf-16le", "windows-1252", "macintosh"],
  French: ["utf-8", "utf-16le", "windows-1252", "macintosh"],
  Spanish: ["utf-8", "utf-16le", "windows-1252", "macintosh"],
  Portuguese: ["utf-8", "utf-16le", "windows-1252", "macintosh"],
  Nordic: ["utf-8", "utf-16le", "windows-1252", "macintosh"],
  Polish: ["utf-8", "utf-16le", "windows-1250"],
  Czech: ["utf-8", "utf-16le", "windows-1250"],
  Hungarian: ["utf-8", "utf-16le", "windows-1250"],
  Japanese: ["utf-8", "utf-16le", "shift_jis"],
};

function fileOf(names: readonly string[]): string {
  return `Bib,Name,Time\r\n${names.map((name, at) => `${at + 1},${name},40:0${at}\r\n`).join("")}`;
}

describe("files of a language are read in what programs there write", () => {
  for (const [language, encodings] of Object.entries(WRITTEN))
    test.each(encodings)(`${language} in %s`, (encoding) => {
      const text = fileOf(NAMES[language] ?? []);
      const read = decode(encode(text, encoding) ?? new Uint8Array());
      expect([read.text, read.encoding]).toEqual([text, encoding]);
    });
});

test.each([
  ["B32-1252.csv", "windows-1252", ["Zoé Müller", "O’Neil, Bob"]],
  ["B32-mac.csv", "utf-16le", ["Zoé Müller", "Łuk Ołs"]],
] as const)("%s", (name, encoding, names) => {
  const bytes = new Uint8Array(readFileSync(new URL(`cases/${name}`, import.meta.url)));
  const read = decode(bytes);
  expect(read.encoding).toBe(encoding);
  for (const expected of names) expect(read.text).toContain(expected);
});

test("one bad byte does not turn a UTF-8 file into another", () => {
  const bytes = encode(fileOf(["Jürgen Müller", "Zoë Weiß", "Bob Orr"]), "utf-8");
  const broken = Uint8Array.from([...(bytes ?? []), 0x39, 0x2c, 0x52, 0xe9, 0x0d, 0x0a]);
  const { text, encoding } = decode(broken);
  expect(encoding).toBe("utf-8");
  expect(text).toContain("Jürgen Müller");
  expect(text).toContain(`9,R${UNREADABLE}`);
});

test("a chosen encoding is taken", () => {
  const bytes = encode("Jörg", "macintosh") ?? new Uint8Array();
  expect(decode(bytes, "macintosh")).toEqual({ text: "Jörg", encoding: "macintosh" });
  expect(decode(bytes, "windows-1252").text).toBe("Jšrg");
});

/** Numbers from 0 to 1, the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Whatever happened to a file, no name is garbled in silence: a line that is not as it was has
 * letters that the page shows beside the encoding, or the mark of an unreadable byte.
 */
test("200 mangled files", () => {
  const next = numbers(34);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  let right = 0;
  let files = 0;
  while (files < 200) {
    const names = [
      ...pick(Object.values(NAMES)),
      ...(next() < 0.3 ? pick(Object.values(NAMES)) : []),
    ];
    const text = fileOf(names);
    const whole = encode(text, pick(ENCODINGS));
    if (whole === null) continue;
    files += 1;
    const bytes = [...whole];
    const how = next();
    const at = Math.floor(next() * bytes.length);
    if (how < 0.2) bytes.splice(at, 1);
    else if (how < 0.4) bytes[at] = 0x80 + Math.floor(next() * 128);
    else if (how < 0.5) bytes.length = Math.max(4, at);
    else if (how < 0.6)
      bytes.push(...(encode("9,Zoë Weiß,1:00\r\n", pick(["utf-8", "windows-1252"])) ?? []));
    else if (how < 0.7) bytes.unshift(0xef, 0xbb, 0xbf);
    const read = decode(new Uint8Array(bytes));
    if (read.text === text) right += 1;
    const truth = new Set(text.split("\r\n"));
    for (const line of read.text.split("\r\n")) {
      const isKnown = truth.has(line) || [...truth].some((known) => known.startsWith(line));
      const original = new TextDecoder("latin1").decode(new Uint8Array(bytes));
      if (!isKnown && !original.includes(line)) expect(line).toMatch(/[^\p{ASCII}]/u);
    }
  }
  expect(right).toBeGreaterThan(60);
});
