/**
 * Marks of the awards desk, kept on this device only: slug, year, list, bib, place and what a name
 * is known again by; no names, and nothing is sent (pages.md C4 "Desk").
 */
import { useMemo, useSyncExternalStore } from "react";
import { fullName, isAnonymous, type Named } from "../format/name";
import { compareText, fold } from "../format/text";
import { keptEntries } from "../lib/kept-entries";
import type { AwardMark } from "../scoring/award-marks";
import type { Board } from "../scoring/row";
import { hashOf } from "./shard";

// Each mark is an entry of its own: otherwise two tabs, one for each table at the finish, would
// undo each other's ticks.
const store = keptEntries("awardMark");

/** A mark as it is kept: the bib is the one that the person had then. */
interface KeptMark extends AwardMark {
  /** The {@link traceOf} the person. */
  trace: string;
}

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
    const [, place, trace = ""] = /^([0-9]{1,2})(?: ([0-9a-z]+))?$/.exec(text) ?? [];
    const isMark =
      ofSlug === slug &&
      ofYear === year &&
      list !== undefined &&
      bib !== undefined &&
      place !== undefined;
    return isMark ? [{ list, bib, place: Number(place), trace }] : [];
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

/** Tells a name from others without being one; "" for anonymous people. */
function traceOf(person: Named): string {
  return isAnonymous(person) ? "" : hashOf(fold(fullName(person.first, person.last))).toString(36);
}

/** The people of a distance: bib → trace, and trace → bib, null where several have the name. */
interface People {
  traces: ReadonlyMap<string, string>;
  bibs: ReadonlyMap<string, string | null>;
}

function peopleOf({ lines }: Board): People {
  const traces = new Map(lines.map(({ row }) => [row.bib, traceOf(row)]));
  const bibs = new Map<string, string | null>();
  for (const [bib, trace] of traces) bibs.set(trace, bibs.has(trace) ? null : bib);
  bibs.delete("");
  return { traces, bibs };
}

/** The marks of an event year, and the ways to change them. */
export interface AwardMarks {
  /** With the bib of now, if one alone has the name in the distance; else that of then. */
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
    const now = kept.map(({ list, bib, place, trace }) => ({
      list,
      bib: of(list)?.bibs.get(trace) ?? bib,
      place,
      trace,
      keptFor: bib,
    }));
    const set = (list: string, bib: string, text: string | null) =>
      store.set(markKey(slug, year, list, bib), text);
    const change = (changes: readonly { list: string; bib: string; place: number | null }[]) => {
      const lists = new Set(changes.map(({ list }) => list));
      // Two may have exchanged their bibs: all are kept anew before any is changed.
      const moved = now.filter(({ list, bib, keptFor }) => lists.has(list) && bib !== keptFor);
      for (const { list, keptFor } of moved) set(list, keptFor, null);
      for (const { list, bib, place, trace } of moved) set(list, bib, `${place} ${trace}`);
      for (const { list, bib, place } of changes) {
        const trace = of(list)?.traces.get(bib) ?? "";
        set(list, bib, place === null ? null : `${place} ${trace}`.trim());
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
