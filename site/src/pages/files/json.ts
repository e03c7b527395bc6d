/** A series definition as JSON: its text, its value, and positions in both. */
import { findNodeAtLocation, parse, type ParseError, parseTree } from "jsonc-parser";

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Keys and positions that lead to a part of a value. */
export type Path = readonly (string | number)[];

/** A position in a text, counted from 1. */
export interface Position {
  line: number;
  column: number;
}

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** The value of a text, or where it stops being JSON. */
export function readJson(text: string): { value: Json } | { problem: Position } {
  const errors: ParseError[] = [];
  const value = parse(text, errors, STRICT) as Json | undefined;
  const [first] = errors;
  if (first !== undefined) return { problem: positionAt(text, first.offset) };
  // The parser accepts some things that JSON does not, such as a line break inside a string.
  try {
    JSON.parse(text);
  } catch {
    return { problem: positionAt(text, text.length) };
  }
  return { value: value ?? null };
}

export function writeJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Where a part of the value is in the text, of a missing field its object; null if nowhere. */
export function positionOf(text: string, path: Path): Position | null {
  const root = parseTree(text, [], STRICT);
  if (root === undefined) return null;
  for (let end = path.length; end >= 0; end -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, end));
    if (node !== undefined) return positionAt(text, node.offset);
  }
  return null;
}

/** The character offset of a position in the text. */
export function offsetOf(text: string, { line, column }: Position): number {
  const before = text.split("\n").slice(0, line - 1);
  return before.reduce((length, one) => length + one.length + 1, 0) + column - 1;
}

function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Parses a path as the server writes it, "years[0].series[1].best", below the list of years. */
export function pathOf(at: string): Path {
  return [...at.replace(/^years/, "").matchAll(/\[([0-9]+)\]|([^.[\]]+)/g)].map(([, index, key]) =>
    index === undefined ? (key ?? "") : Number(index),
  );
}

/** A path as one text, for looking up fields. */
export function pathKey(path: Path): string {
  return path.join(".");
}

/** The part of a value; undefined when there is none. */
export function partOf(value: Json | undefined, path: Path): Json | undefined {
  let part: Json | undefined = value;
  for (const step of path) {
    if (Array.isArray(part) && typeof step === "number") part = part[step];
    else if (isRecord(part) && typeof step === "string") part = part[step];
    else return undefined;
  }
  return part;
}

/** The value with one part replaced; anything in its way is replaced, too. */
export function withPart(value: Json | undefined, path: Path, part: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return part;
  if (typeof step === "number") {
    const list = Array.isArray(value) ? [...value] : [];
    list[step] = withPart(list[step], rest, part);
    return list;
  }
  const record = isRecord(value) ? value : {};
  return { ...record, [step]: withPart(record[step], rest, part) };
}

/** The entries of a list; empty if it is not a list. */
export function entriesOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

export function fieldText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The value of a typed number; any other text stays one, which the server refuses there. */
export function typedNumber(text: string): Json {
  const trimmed = text.trim();
  const number = Number(trimmed);
  return trimmed !== "" && Number.isFinite(number) && String(number) === trimmed ? number : text;
}

/** The value once the field is left: "10.0" and "10," count as numbers, too. */
export function settledNumber(value: Json | undefined): Json {
  if (typeof value !== "string") return value ?? "";
  const plain = value.trim().replace(/^([0-9]+),([0-9]+)$/, "$1.$2");
  return plain !== "" && Number.isFinite(Number(plain)) ? Number(plain) : value;
}

function isRecord(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
