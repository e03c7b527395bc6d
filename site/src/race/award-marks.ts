/** Marks of the awards desk, kept on this device only: slug, year, list, bib and place; no names, and nothing is sent (pages.md C4 "Desk"). */
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { AwardMark } from "../scoring/award-marks";
import { keptText } from "./kept-text";

/** Event year → its marks. */
type Kept = Readonly<Record<string, readonly AwardMark[]>>;

const store = keptText("awardMarks");
const NONE: readonly AwardMark[] = [];
let known: { text: string; kept: Kept } = { text: "", kept: {} };

function all(): Kept {
  const text = store.read();
  if (known.text !== text) known = { text, kept: read(text) };
  return known.kept;
}

function read(text: string): Kept {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null) return {};
    return Object.fromEntries(Object.entries(parsed).map(([year, marks]: [string, unknown]) => [year, Array.isArray(marks) ? marks.filter(isMark) : []]));
  } catch {
    return {};
  }
}

function isMark(value: unknown): value is AwardMark {
  if (typeof value !== "object" || value === null) return false;
  const { list, bib, place } = value as Record<string, unknown>;
  return typeof list === "string" && typeof bib === "string" && typeof place === "number" && Number.isInteger(place) && place >= 0;
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
  const key = JSON.stringify([slug, year]);
  const marks = useSyncExternalStore(store.subscribe, () => all()[key] ?? NONE);
  const put = useCallback(
    (changed: readonly Pick<AwardMark, "list" | "bib">[], set: readonly AwardMark[]) => {
      const same = new Set(changed.map(({ list, bib }) => JSON.stringify([list, bib])));
      const others = (all()[key] ?? NONE).filter(({ list, bib }) => !same.has(JSON.stringify([list, bib])));
      store.write(JSON.stringify({ ...all(), [key]: [...others, ...set] }));
    },
    [key],
  );
  return useMemo(
    () => ({
      marks,
      mark: (list, bib, place) => put([{ list, bib }], place === null ? [] : [{ list, bib, place }]),
      take: (taken) => put(taken, taken),
    }),
    [marks, put],
  );
}
