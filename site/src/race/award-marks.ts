/**
 * Marks of the awards desk, kept on this device only: slug, year, list, bib and place; no names,
 * and nothing is sent (pages.md C4 "Desk").
 */
import { useMemo, useSyncExternalStore } from "react";
import { compareText } from "../format/text";
import { keptEntries } from "../lib/kept-entries";
import type { AwardMark } from "../scoring/award-marks";

// Each mark is an entry of its own: otherwise two tabs, one for each table at the finish, would
// undo each other's ticks.
const store = keptEntries("awardMark");

/** The marks of an event year by {@link yearKey}, cached while the entries are unchanged. */
let cached: { entries: ReadonlyMap<string, string>; years: Map<string, readonly AwardMark[]> } = {
  entries: new Map(),
  years: new Map(),
};

function yearKey(slug: string, year: string): string {
  return JSON.stringify([slug, year]);
}

function markKey(slug: string, year: string, list: string, bib: string): string {
  return JSON.stringify([slug, year, list, bib]);
}

function marksOf(slug: string, year: string): readonly AwardMark[] {
  const entries = store.read();
  if (cached.entries !== entries) cached = { entries, years: new Map() };
  const key = yearKey(slug, year);
  const marks = cached.years.get(key) ?? read(entries, slug, year);
  cached.years.set(key, marks);
  return marks;
}

/**
 * Reads the marks in order of list, place handed out (absent people last) and bib, independent of
 * the order in which the device keeps them.
 */
function read(entries: ReadonlyMap<string, string>, slug: string, year: string): AwardMark[] {
  const marks = [...entries].flatMap(([key, text]) => {
    const [ofSlug, ofYear, list, bib] = keyParts(key);
    const isMark =
      ofSlug === slug &&
      ofYear === year &&
      list !== undefined &&
      bib !== undefined &&
      /^[0-9]{1,2}$/.test(text);
    return isMark ? [{ list, bib, place: Number(text) }] : [];
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

/** The marks of an event year, and the ways to change them. */
export interface AwardMarks {
  marks: readonly AwardMark[];
  /** Whether they are still there after the visit. */
  lasting: boolean;
  /** Sets a mark, replacing any other of the same person in the list; null removes it. */
  mark: (list: string, bib: string, place: number | null) => void;
  take: (marks: readonly AwardMark[]) => void;
}

/** Follows the marks of an event year, including those set in another tab. */
export function useAwardMarks(slug: string, year: string): AwardMarks {
  const marks = useSyncExternalStore(store.subscribe, () => marksOf(slug, year));
  return useMemo(() => {
    const mark: AwardMarks["mark"] = (list, bib, place) =>
      store.set(markKey(slug, year, list, bib), place === null ? null : String(place));
    return {
      marks,
      lasting: store.isLasting(),
      mark,
      take: (taken) => taken.forEach(({ list, bib, place }) => mark(list, bib, place)),
    };
  }, [marks, slug, year]);
}
