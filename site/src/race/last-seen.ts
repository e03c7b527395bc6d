/** What this device showed last of followed runners; kept here only (pages.md D5). */
import { useEffect, useRef, useSyncExternalStore } from "react";
import { keptText } from "../lib/kept-text";
import type { LastSeen, Progress } from "./progress";
import { STATES } from "../scoring/row";
import { starsOf } from "./stars";

/** The runners of one event year as last seen, by `runnerKey`. */
export type SeenRunners = ReadonlyMap<string, LastSeen>;

const store = keptText("looks");
const NONE: SeenRunners = new Map();
let cached: { text: string; years: ReadonlyMap<string, SeenRunners> } = {
  text: "",
  years: new Map(),
};

function yearKey(slug: string, year: string): string {
  return `${slug}\n${year}`;
}

function all(): ReadonlyMap<string, SeenRunners> {
  const text = store.read();
  if (cached.text !== text)
    cached = {
      text,
      years: new Map(entries(text).map(([year, runners]) => [year, seenRunnersOf(runners)])),
    };
  return cached.years;
}

export function lastSeen(slug: string, year: string): SeenRunners {
  return all().get(yearKey(slug, year)) ?? NONE;
}

function entries(text: string): [string, unknown][] {
  try {
    return Object.entries(JSON.parse(text) as object);
  } catch {
    return [];
  }
}

function seenRunnersOf(value: unknown): SeenRunners {
  if (typeof value !== "object" || value === null) return NONE;
  return new Map(
    Object.entries(value).flatMap(([runner, last]: [string, unknown]) =>
      isLastSeen(last) ? [[runner, last]] : [],
    ),
  );
}

function isLastSeen(value: unknown): value is LastSeen {
  if (typeof value !== "object" || value === null) return false;
  const { at, splits, place, state } = value as Record<string, unknown>;
  return (
    typeof at === "string" &&
    Number.isInteger(splits) &&
    Number.isInteger(place) &&
    STATES.some((word) => word === state)
  );
}

function keep(slug: string, year: string, runners: SeenRunners): void {
  const years = new Map(all());
  if (runners.size > 0) years.set(yearKey(slug, year), runners);
  else years.delete(yearKey(slug, year));
  store.write(
    JSON.stringify(
      Object.fromEntries([...years].map(([key, kept]) => [key, Object.fromEntries(kept)])),
    ),
  );
}

/** Ends a visit: what is visible was seen last; who is no longer followed is forgotten. */
function endVisit(
  slug: string,
  year: string,
  followed: readonly string[],
  seen: ReadonlyMap<string, Progress>,
): void {
  const before = lastSeen(slug, year);
  const at = new Date().toISOString();
  keep(
    slug,
    year,
    new Map(
      followed.flatMap((runner) => {
        const progress = seen.get(runner);
        const last = progress === undefined ? before.get(runner) : { ...progress, at };
        return last === undefined ? [] : [[runner, last]];
      }),
    ),
  );
}

/** A runner who is seen for the first time is compared with what was seen first. */
function beginVisit(slug: string, year: string, seen: ReadonlyMap<string, Progress>): void {
  const before = lastSeen(slug, year);
  const at = new Date().toISOString();
  const first = [...seen].filter(([runner]) => !before.has(runner));
  if (first.length > 0)
    keep(
      slug,
      year,
      new Map([
        ...before,
        ...first.map(([runner, progress]): [string, LastSeen] => [runner, { ...progress, at }]),
      ]),
    );
}

/**
 * The followed runners as last seen: they stay the same while the page is visible. Leaving the
 * page, or the screen going dark, ends a visit. `followed` holds the keys of the starred runners,
 * `seen` what is on screen of them.
 */
export function useLastSeen(
  slug: string,
  year: string,
  followed: readonly string[],
  seen: ReadonlyMap<string, Progress>,
): SeenRunners {
  const last = useSyncExternalStore(store.subscribe, () => lastSeen(slug, year));
  const now = useRef({ followed, seen });
  useEffect(() => {
    now.current = { followed, seen };
    beginVisit(slug, year, seen);
  }, [slug, year, followed, seen]);
  useEffect(() => {
    // The strip is unmounted with its last runner, before it hears that nobody is followed any
    // more.
    const leave = () =>
      endVisit(
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
  return last;
}
