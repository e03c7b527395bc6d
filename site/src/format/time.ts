/** Times as text (pages.md A8.1, A8.2, A8.6). */

interface Precision {
  /** Whether the race has no tenths (A8.2). */
  wholeSeconds?: boolean | undefined;
}

/** A clock time: since the gun. */
interface ClockTime extends Precision {
  seconds: number;
  milliseconds: number;
}

/** A chip time: since the runner's own start. */
interface ChipTime extends Precision {
  chipSeconds: number;
  chipMilliseconds: number;
}

/** Clock time in milliseconds. */
export function clockMs(time: ClockTime): number {
  return time.seconds * 1000 + time.milliseconds;
}

/** Chip time in milliseconds. */
export function chipMs(time: ChipTime): number {
  return time.chipSeconds * 1000 + time.chipMilliseconds;
}

/**
 * A time in milliseconds as `h:mm:ss.t` (A8.1), or without the decimal (A8.2). Always rounded down;
 * the hour is left out when it is 0 and does not wrap at 24. A negative time, such as a difference,
 * is "" (A8.6).
 */
export function formatMs(ms: number, tenths = true): string {
  if (ms < 0) return "";
  const total = Math.floor(ms / 1000);
  const hours = Math.floor(total / 3600);
  const text = `${hours > 0 ? `${hours}:` : ""}${pad(Math.floor(total / 60) % 60)}:${pad(total % 60)}`;
  return tenths ? `${text}.${Math.floor((ms % 1000) / 100)}` : text;
}

/** A time of a race, as precise as the race's times are. */
export function preciseText(ms: number, { wholeSeconds }: Precision): string {
  return formatMs(ms, wholeSeconds !== true);
}

export function clockText(time: ClockTime): string {
  return preciseText(clockMs(time), time);
}

export function chipText(time: ChipTime): string {
  return preciseText(chipMs(time), time);
}

/** {@link formatMs} for a time kept as whole seconds and milliseconds. */
export function formatTime(seconds: number, milliseconds: number, tenths = true): string {
  return formatMs(seconds * 1000 + milliseconds, tenths);
}

function pad(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
