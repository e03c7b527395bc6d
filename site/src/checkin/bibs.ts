/** Bibs that are handed out at the desk (pages.md C8). */
import type { Participant } from "../session/checkin";
import { type Change, changeTo } from "./queue";
import type { View } from "./view";

/** The bib numbers a desk can hand out, both ends included. */
export interface BibRange {
  from: number;
  to: number;
}

const LONGEST_RANGE = 100_000;

/** Reads two typed ends; null unless both are whole numbers from 0 on, in ascending order. */
export function readRange(from: string, to: string): BibRange | null {
  if (![from, to].every((end) => /^\s*[0-9]{1,9}\s*$/.test(end))) return null;
  const range = { from: Number(from), to: Number(to) };
  return range.from <= range.to && range.to - range.from < LONGEST_RANGE ? range : null;
}

/** The first number of a range that nobody wears, zeros in front aside; null if there is none. */
export function nextFree(range: BibRange, { wearers }: Pick<View, "wearers">): string | null {
  const worn = new Set([...wearers.keys()].filter((bib) => /^[0-9]+$/.test(bib)).map(Number));
  for (let bib = range.from; bib <= range.to; bib += 1) if (!worn.has(bib)) return String(bib);
  return null;
}

/** The changes that swap the bibs of two people, as one edit. */
export function swap(one: Participant, other: Participant, now: number): Change[] {
  return [changeTo(one, { bib: other.bib }, now), changeTo(other, { bib: one.bib }, now)].filter(
    (change) => change !== null,
  );
}

/** The bib or id in a scanned code: the code, or the last part of an address. */
export function readCode(code: string): string {
  const written = code.trim();
  try {
    const { protocol, pathname } = new URL(written);
    if (!/^https?:$/.test(protocol)) return written;
    return decodeURIComponent(pathname.split("/").findLast((part) => part !== "") ?? "");
  } catch {
    return written;
  }
}
