/** Ages, masters, age groups and bands (pages.md A7). */
import { text } from "../text/text";
import { compareText } from "./text";

/** True for whole ages 1 to 129 (A7.1). */
export function isKnownAge(age: number): boolean {
  return age >= 1 && age <= 129;
}

/** The age as printed, "" when unknown (A7.1). */
export function ageText(age: number): string {
  return isKnownAge(age) ? String(age) : "";
}

/** Known age of 40 or more (A7.2). */
export function isMaster(age: number): boolean {
  return isKnownAge(age) && age >= 40;
}

/** Known age of 60 or more (A7.2). */
export function isGrandMaster(age: number): boolean {
  return isKnownAge(age) && age >= 60;
}

/**
 * Championship band "Under 20", "20-24" … "95-99"; "" from 100 on and for an unknown age (A7.5).
 */
export function championshipBand(age: number): string {
  if (!isKnownAge(age) || age >= 100) return "";
  if (age < 20) return text.bands.under20;
  const from = age - (age % 5);
  return `${from}-${from + 4}`;
}

/** Youth bands, young to old (A7.6). */
export const YOUTH_BANDS: readonly string[] = [
  "8/under",
  "9-10",
  "11-12",
  "13-14",
  "15-16",
  "17-18",
];

export function youthBandText(band: string): string {
  return band === YOUTH_BANDS[0] ? text.bands.under8 : band;
}

/** Youth band; "" from 19 on and for an unknown age (A7.6). */
export function youthBand(age: number): string {
  if (!isKnownAge(age) || age > 18) return "";
  return YOUTH_BANDS[Math.max(0, Math.ceil(age / 2) - 4)] ?? "";
}

/** Order of two age groups (A7.3): under, digits, other texts, over, then the empty group. */
export function compareAgeGroups(a: string, b: string): number {
  const x = ageGroupKey(a);
  const y = ageGroupKey(b);
  return x.kind - y.kind || x.first - y.first || compareText(a, b);
}

/** The distinct age groups of a list, in order (A7.3); the empty one is kept, and comes last. */
export function orderAgeGroups(groups: Iterable<string>): string[] {
  return [...new Set(groups)].toSorted(compareAgeGroups);
}

const UNDER = 0;
const DIGITS = 1;
const OTHER = 2;
const OVER = 3;
const EMPTY = 4;

function ageGroupKey(group: string): { kind: number; first: number } {
  const kind = ageGroupKind(group);
  if (kind === OTHER || kind === EMPTY) return { kind, first: 0 };
  return { kind, first: Number(/[0-9]+/.exec(group)?.[0] ?? 0) };
}

function ageGroupKind(group: string): number {
  if (group === "") return EMPTY;
  const lower = group.toLowerCase();
  if (lower.includes("under")) return UNDER;
  if (lower.includes("over")) return OVER;
  return /^[0-9]/.test(group) ? DIGITS : OTHER;
}
