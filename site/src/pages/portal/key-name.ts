import { compareText } from "../../format/text";
import type { Key } from "../../session/keys";

const HIDDEN = "••••••";
/** Keys made here are longer; of a shorter one the last four characters give too much away. */
const LONG = 24;

/** What anybody at the screen may see of a key: its kind and the last four characters. */
export function masked(value: string): string {
  const kind = /^r[km]_/.exec(value)?.[0] ?? "";
  return kind + HIDDEN + (value.length >= LONG ? value.slice(-4) : "");
}

/** "{name} - {value}", or just the value. */
export function headingOf(name: string, value: string): string {
  return name === "" ? value : `${name} - ${value}`;
}

/** Keys by name, then value, as a new list. */
export function orderKeys(keys: readonly Key[]): Key[] {
  return keys.toSorted((a, b) => compareText(a.name, b.name) || compareText(a.value, b.value));
}
