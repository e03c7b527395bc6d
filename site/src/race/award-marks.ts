/**
 * Marks of the awards desk, kept on this device only: slug, year, list, bib and place; no names,
 * and nothing is sent (pages.md C4 "Desk").
 */
import { useMemo, useSyncExternalStore } from "react";
import { compareText } from "../format/text";
import { keptEntries } from "../lib/kept-entries";
import type { AwardMark } from "../scoring/award-marks";

// A mark is an entry of its own: two tabs, one for each table at the finish, would take each
// other's ticks away.
const store = keptEntries("awardMark");

/** The marks of an event year by {@link yearKey}, as long as the entries are these. */
let known: { entries: ReadonlyMap<string, string>; years: Map<string, readonly AwardMark[]> } = {
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
  if (known.entries !== entries) known = { entries, years: new Map() };
  const key = yearKey(slug, year);
  const marks = known.years.get(key) ?? read(entries, slug, year);
  known.years.set(key, marks);
  return marks;
}

/**
 * In order of list, place handed out, those absent last, and bib: in whatever order the device
 * keeps them.
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

/** The parts of {@link markKey}; none of what is not one. */
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
  /** Sets a mark in the place of another about the same person of the list; null takes it away. */
  mark: (list: string, bib: string, place: number | null) => void;
  /** Sets all of these. */
  take: (marks: readonly AwardMark[]) => void;
}

/** Follows the marks of an event year, also those set in another tab. */
export function useAwardMarks(slug: string, year: string): AwardMarks {
  const marks = useSyncExternalStore(store.subscribe, () => marksOf(slug, year));
  return useMemo(() => {
    const mark: AwardMarks["mark"] = (list, bib, place) =>
      store.set(markKey(slug, year, list, bib), place === null ? null : String(place));
    return {
      marks,
      mark,
      take: (taken) => taken.forEach(({ list, bib, place }) => mark(list, bib, place)),
    };
  }, [marks, slug, year]);
}
