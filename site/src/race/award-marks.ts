/**
 * Marks of the awards desk, kept on this device only: slug, year, list, bib, place and what a name
 * and times are known again by; no names, and nothing is sent (pages.md C4 "Desk").
 */
import { useMemo, useSyncExternalStore } from "react";
import { fullName, isAnonymous, type Named } from "../format/name";
import { compareText, fold } from "../format/text";
import { chipMs, clockMs } from "../format/time";
import { keptEntries } from "../lib/kept-entries";
import type { AwardMark } from "../scoring/award-marks";
import type { Board, Line } from "../scoring/row";
import { hashOf } from "./shard";

// Each mark is an entry of its own: otherwise two tabs, one for each table at the finish, would
// undo each other's ticks.
const store = keptEntries("awardMark");

/** What a person is known again by, as they were when the mark was set. */
interface Traces {
  /** The {@link nameOf} the person; "" for anonymous people. */
  name: string;
  /** The {@link timesOf} the person; "" where others of the distance had the same. */
  times: string;
}

/** A mark as it is kept: the bib is the one that the person had then. */
interface KeptMark extends AwardMark, Traces {}

const NO_TRACES: Traces = { name: "", times: "" };
/** In place of the name of somebody anonymous. */
const UNNAMED = "-";

/** The marks of an event year by {@link yearKey}, cached while the entries are unchanged. */
let cached: { entries: ReadonlyMap<string, string>; years: Map<string, readonly KeptMark[]> } = {
  entries: new Map(),
  years: new Map(),
};

function yearKey(slug: string, year: string): string {
  return JSON.stringify([slug, year]);
}

function markKey(slug: string, year: string, list: string, bib: string): string {
  return JSON.stringify([slug, year, list, bib]);
}

function marksOf(slug: string, year: string): readonly KeptMark[] {
  const entries = store.read();
  if (cached.entries !== entries) cached = { entries, years: new Map() };
  const key = yearKey(slug, year);
  const marks = cached.years.get(key) ?? read(entries, slug, year);
  cached.years.set(key, marks);
  return marks;
}

/** Marks in order of list, place handed out (absent people last) and bib. */
function read(entries: ReadonlyMap<string, string>, slug: string, year: string): KeptMark[] {
  const marks = [...entries].flatMap(([key, text]) => {
    const [ofSlug, ofYear, list, bib] = keyParts(key);
    const [, place, name = UNNAMED, times = ""] =
      /^([0-9]{1,2})(?: ([0-9a-z]+|-))?(?: ([0-9a-z]+))?$/.exec(text) ?? [];
    const isMark =
      ofSlug === slug &&
      ofYear === year &&
      list !== undefined &&
      bib !== undefined &&
      place !== undefined;
    return isMark
      ? [{ list, bib, place: Number(place), name: name === UNNAMED ? "" : name, times }]
      : [];
  });
  return marks.toSorted(
    (a, b) =>
      compareText(a.list, b.list) || placeOrder(a) - placeOrder(b) || compareText(a.bib, b.bib),
  );
}

function placeOrder({ place }: AwardMark): number {
  return place === 0 ? Number.MAX_SAFE_INTEGER : place;
}

/** The parts of a {@link markKey}; empty if it is not one. */
function keyParts(key: string): string[] {
  try {
    const parts: unknown = JSON.parse(key);
    return Array.isArray(parts) &&
      parts.length === 4 &&
      parts.every((part) => typeof part === "string")
      ? parts
      : [];
  } catch {
    return [];
  }
}

/** The text of a mark, as {@link read} reads it. */
function textOf(place: number, { name, times }: Traces): string {
  return `${place} ${name || UNNAMED} ${times}`.trim();
}

/** Tells a name from others without being one; "" for anonymous people. */
function nameOf(person: Named): string {
  return isAnonymous(person) ? "" : hashOf(fold(fullName(person.first, person.last))).toString(36);
}

/** Tells clock and chip time of a result from others; "" without one. */
function timesOf({ result }: Line): string {
  return result === null ? "" : hashOf(`${clockMs(result)} ${chipMs(result)}`).toString(36);
}

/** The people of a distance. */
interface People {
  /** By bib. */
  traces: ReadonlyMap<string, Traces>;
  /** Trace → the bib of who alone has it. */
  names: ReadonlyMap<string, string>;
  times: ReadonlyMap<string, string>;
}

function peopleOf({ lines }: Board): People {
  const names = alone(lines, ({ row }) => nameOf(row));
  const times = alone(lines, timesOf);
  const traces = lines.map((line): [string, Traces] => {
    const own = timesOf(line);
    return [line.row.bib, { name: nameOf(line.row), times: times.has(own) ? own : "" }];
  });
  return { traces: new Map(traces), names, times };
}

/** Trace → bib, of those whose trace nobody else has. */
function alone(lines: readonly Line[], traceOf: (line: Line) => string): Map<string, string> {
  const bibs = new Map<string, string>();
  const shared = new Set([""]);
  for (const line of lines) {
    const trace = traceOf(line);
    if (bibs.has(trace)) shared.add(trace);
    bibs.set(trace, line.row.bib);
  }
  for (const trace of shared) bibs.delete(trace);
  return bibs;
}

/** The bib of now: by the name, else the bib itself, else, if nobody has that any more, the times. */
function bibNow({ bib, name, times }: KeptMark, people: People | undefined): string {
  if (people === undefined) return bib;
  return (
    people.names.get(name) ?? (people.traces.has(bib) ? bib : (people.times.get(times) ?? bib))
  );
}

/** The marks of an event year, and the ways to change them. */
export interface AwardMarks {
  /** With the {@link bibNow}. */
  marks: readonly AwardMark[];
  /** Whether they are still there after the visit. */
  lasting: boolean;
  /** Sets a mark, replacing any other of the same person in the list; null removes it. */
  mark: (list: string, bib: string, place: number | null) => void;
  take: (marks: readonly AwardMark[]) => void;
}

/** Follows the marks of a year, of other tabs, too; `boards` tell who the people are. */
export function useAwardMarks(slug: string, year: string, boards: readonly Board[]): AwardMarks {
  const kept = useSyncExternalStore(store.subscribe, () => marksOf(slug, year));
  const people = useMemo(
    () => new Map(boards.map((board) => [board.distance, peopleOf(board)])),
    [boards],
  );
  return useMemo(() => {
    const of = (list: string) => people.get(list.split("\n", 1)[0] ?? "");
    const now = kept.map((mark) => ({
      ...mark,
      bib: bibNow(mark, of(mark.list)),
      keptFor: mark.bib,
    }));
    const set = (list: string, bib: string, text: string | null) =>
      store.set(markKey(slug, year, list, bib), text);
    const change = (changes: readonly { list: string; bib: string; place: number | null }[]) => {
      const lists = new Set(changes.map(({ list }) => list));
      // Two may have exchanged their bibs: all are kept anew before any is changed.
      const moved = now.filter(({ list, bib, keptFor }) => lists.has(list) && bib !== keptFor);
      for (const { list, keptFor } of moved) set(list, keptFor, null);
      for (const mark of moved) set(mark.list, mark.bib, textOf(mark.place, mark));
      for (const { list, bib, place } of changes) {
        const traces = of(list)?.traces.get(bib) ?? NO_TRACES;
        set(list, bib, place === null ? null : textOf(place, traces));
      }
    };
    return {
      marks: now.map(({ list, bib, place }) => ({ list, bib, place })),
      lasting: store.isLasting(),
      mark: (list, bib, place) => change([{ list, bib, place }]),
      take: change,
    };
  }, [kept, people, slug, year]);
}
