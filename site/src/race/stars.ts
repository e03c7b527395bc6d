/** My runners: kept here only, as slug, year, distance and bib, without names (pages.md D5). */
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { keptText } from "../lib/kept-text";
import { runnerKey } from "./compare";

/** One starred runner. */
export interface Star {
  slug: string;
  year: string;
  distance: string;
  bib: string;
}

const store = keptText("stars");
let cached: { text: string; stars: readonly Star[] } = { text: "", stars: [] };

function all(): readonly Star[] {
  const text = store.read();
  if (cached.text !== text) cached = { text, stars: read(text) };
  return cached.stars;
}

function read(text: string): Star[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.filter(isStar) : [];
  } catch {
    return [];
  }
}

function isStar(value: unknown): value is Star {
  if (typeof value !== "object" || value === null) return false;
  const star = value as Record<string, unknown>;
  return ["slug", "year", "distance", "bib"].every((key) => typeof star[key] === "string");
}

function write(stars: readonly Star[]): void {
  store.write(JSON.stringify(stars));
}

/** Whether this device follows anybody, in any event. */
export function hasStars(): boolean {
  return all().length > 0;
}

/** The stars of an event year, in the order in which they were set. */
export function starsOf(slug: string, year: string): readonly Star[] {
  return of(all(), slug, year);
}

function of(stars: readonly Star[], slug: string, year: string): readonly Star[] {
  return stars.filter((star) => star.slug === slug && star.year === year);
}

function isSame(one: Star, other: Star): boolean {
  return (
    one.slug === other.slug &&
    one.year === other.year &&
    one.distance === other.distance &&
    one.bib === other.bib
  );
}

export function toggleStar(runner: Star): void {
  const others = all().filter((star) => !isSame(star, runner));
  write(others.length < all().length ? others : [...others, runner]);
}

/** Whether a runner is starred, also from another tab; re-renders only when that changes. */
export function useStarred(runner: Star): boolean {
  return useSyncExternalStore(store.subscribe, () => all().some((star) => isSame(star, runner)));
}

interface FollowedYear {
  slug: string;
  year: string;
  runners: number;
}

/** The event years of all stars, the most recently starred first. */
export function useFollowedYears(): readonly FollowedYear[] {
  const every = useSyncExternalStore(store.subscribe, all);
  return useMemo(() => {
    const years = new Map<string, FollowedYear>();
    for (const { slug, year } of every) {
      const key = `${slug} ${year}`;
      const runners = (years.get(key)?.runners ?? 0) + 1;
      years.delete(key);
      years.set(key, { slug, year, runners });
    }
    return [...years.values()].toReversed();
  }, [every]);
}

/** The starred runners of an event year, in the order they were starred. */
export interface Stars {
  stars: readonly Star[];
  /** Stars all of them; existing stars stay. */
  follow: (runners: readonly Pick<Star, "distance" | "bib">[]) => void;
}

/** Follows the stars of an event year, including those set in another tab. */
export function useStars(slug: string, year: string): Stars {
  const every = useSyncExternalStore(store.subscribe, all);
  const stars = useMemo(() => of(every, slug, year), [every, slug, year]);
  const follow = useCallback(
    (runners: readonly Pick<Star, "distance" | "bib">[]) => {
      const starred = new Set(stars.map((star) => runnerKey(star.distance, star.bib)));
      const added = runners.filter(({ distance, bib }) => !starred.has(runnerKey(distance, bib)));
      write([...all(), ...added.map(({ distance, bib }) => ({ slug, year, distance, bib }))]);
    },
    [stars, slug, year],
  );
  return useMemo(() => ({ stars, follow }), [stars, follow]);
}
