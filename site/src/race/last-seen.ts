/**
 * What this device last showed of the followed runners: kept here only, without names, like the
 * stars (pages.md D5).
 */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { keptText } from "../lib/kept-text";
import type { Look, Sight } from "./look";
import { STATES } from "../scoring/row";
import { starsOf } from "./stars";

/** Looks of one event year by runner (`runnerKey`). */
export type Looks = ReadonlyMap<string, Look>;

const store = keptText("looks");
const NONE: Looks = new Map();
let known: { text: string; years: ReadonlyMap<string, Looks> } = { text: "", years: new Map() };

function yearKey(slug: string, year: string): string {
  return `${slug}\n${year}`;
}

function all(): ReadonlyMap<string, Looks> {
  const text = store.read();
  if (known.text !== text)
    known = { text, years: new Map(entries(text).map(([year, looks]) => [year, looksOf(looks)])) };
  return known.years;
}

export function lastLooks(slug: string, year: string): Looks {
  return all().get(yearKey(slug, year)) ?? NONE;
}

function entries(text: string): [string, unknown][] {
  try {
    return Object.entries(JSON.parse(text) as object);
  } catch {
    return [];
  }
}

function looksOf(value: unknown): Looks {
  if (typeof value !== "object" || value === null) return NONE;
  return new Map(
    Object.entries(value).flatMap(([runner, look]: [string, unknown]) =>
      isLook(look) ? [[runner, look]] : [],
    ),
  );
}

function isLook(value: unknown): value is Look {
  if (typeof value !== "object" || value === null) return false;
  const { at, splits, place, state } = value as Record<string, unknown>;
  return (
    typeof at === "string" &&
    Number.isInteger(splits) &&
    Number.isInteger(place) &&
    STATES.some((word) => word === state)
  );
}

function keep(slug: string, year: string, looks: Looks): void {
  const years = new Map(all());
  if (looks.size > 0) years.set(yearKey(slug, year), looks);
  else years.delete(yearKey(slug, year));
  store.write(
    JSON.stringify(
      Object.fromEntries([...years].map(([key, kept]) => [key, Object.fromEntries(kept)])),
    ),
  );
}

/**
 * Ends a look: what is visible becomes the last look. Runners who cannot be seen now keep their
 * previous look; those no longer followed are forgotten.
 */
function endLook(
  slug: string,
  year: string,
  followed: readonly string[],
  seen: ReadonlyMap<string, Sight>,
): void {
  const before = lastLooks(slug, year);
  const at = new Date().toISOString();
  keep(
    slug,
    year,
    new Map(
      followed.flatMap((runner) => {
        const sight = seen.get(runner);
        const look = sight === undefined ? before.get(runner) : { ...sight, at };
        return look === undefined ? [] : [[runner, look]];
      }),
    ),
  );
}

/** A runner who is seen for the first time is compared with what was seen first. */
function beginLook(slug: string, year: string, seen: ReadonlyMap<string, Sight>): void {
  const before = lastLooks(slug, year);
  const at = new Date().toISOString();
  const first = [...seen].filter(([runner]) => !before.has(runner));
  if (first.length > 0)
    keep(
      slug,
      year,
      new Map([
        ...before,
        ...first.map(([runner, sight]): [string, Look] => [runner, { ...sight, at }]),
      ]),
    );
}

/**
 * The last look at each followed runner, which stays the same while the page is being looked at.
 * Leaving the page, or the screen going dark, ends a look. `followed` holds the keys of the starred
 * runners, `seen` what is on screen of them.
 */
export function useLastLooks(
  slug: string,
  year: string,
  followed: readonly string[],
  seen: ReadonlyMap<string, Sight>,
): Looks {
  const looks = useSyncExternalStore(store.subscribe, () => lastLooks(slug, year));
  const now = useRef({ followed, seen });
  useEffect(() => {
    now.current = { followed, seen };
    beginLook(slug, year, seen);
  }, [slug, year, followed, seen]);
  useEffect(() => {
    // The strip is unmounted with its last runner, before it hears that nobody is followed any
    // more.
    const leave = () =>
      endLook(
        slug,
        year,
        starsOf(slug, year).length > 0 ? now.current.followed : [],
        now.current.seen,
      );
    const onVisibility = () => {
      if (document.visibilityState === "hidden") leave();
    };
    document.addEventListener("visibilitychange", onVisibility);
    window.addEventListener("pagehide", leave);
    return () => {
      leave();
      document.removeEventListener("visibilitychange", onVisibility);
      window.removeEventListener("pagehide", leave);
    };
  }, [slug, year]);
  return looks;
}
