/** Pace: whole seconds per unit of distance (pages.md A9). */

export interface Pace {
  /** Whole seconds per unit; null without a pace. */
  seconds: number | null;
  /** "9:01 / mi", "" without a pace. */
  text: string;
  /** The pace in the other of mi and km; "" for other units. */
  alt: string;
}

/** No pace: distance or time is missing (A9.4). */
export const NO_PACE: Pace = { seconds: null, text: "", alt: "" };

const KM_PER_MI = 1.609344;
const MI_PER_KM = 0.6213712;

/** Rounded to six decimals, so that binary noise never costs a second (A9.1). */
export function withoutNoise(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Rounded down after removing binary noise (A9.1). */
export function floorGuarded(value: number): number {
  return Math.floor(withoutNoise(value));
}

/** Whole seconds per unit; null when time or distance is 0 or less (A9.1, A9.4). */
export function paceSeconds(seconds: number, distance: number): number | null {
  return seconds > 0 && distance > 0 ? floorGuarded(seconds / distance) : null;
}

/** Pace of a time in seconds over a length (A9). Do not call it for DNF and DNS rows. */
export function pace(seconds: number, length: number, unit: string): Pace {
  const each = paceSeconds(seconds, length);
  if (each === null) return NO_PACE;
  return {
    seconds: each,
    text: `${minutesAndSeconds(each)} / ${unit}`,
    alt: secondPace(seconds, length, unit),
  };
}

/** The pace in the other of mi and km, from the time and the converted length (A9.3). */
function secondPace(seconds: number, length: number, unit: string): string {
  const other = unit === "mi" ? "km" : "mi";
  const converted = convertLength(length, unit, other);
  const each = converted === null ? null : paceSeconds(seconds, converted);
  return each === null ? "" : `${minutesAndSeconds(each)} / ${other}`;
}

/** m:ss, minutes not padded (A9.2). */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A length in another unit (C9.6): the same, or between mi and km; else null. */
export function convertLength(value: number, from: string, to: string): number | null {
  if (from === to) return value;
  if (from === "km" && to === "mi") return value * MI_PER_KM;
  if (from === "mi" && to === "km") return value * KM_PER_MI;
  return null;
}
