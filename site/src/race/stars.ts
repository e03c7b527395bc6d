/** My runners: kept on this device only, as slug, year, distance and bib; no names, and nothing is sent (pages.md D5). */
import { useCallback, useMemo, useSyncExternalStore } from "react";

/** One starred runner. */
export interface Star {
  slug: string;
  year: string;
  distance: string;
  bib: string;
}

const STORE = "stars";
const listeners = new Set<() => void>();
let known: { text: string; stars: readonly Star[] } = { text: "", stars: [] };
/** Without storage they last as long as the visit. */
let unstored: string | null = null;

function storedText(): string {
  if (unstored !== null) return unstored;
  try {
    return localStorage.getItem(STORE) ?? "[]";
  } catch {
    return "[]";
  }
}

function all(): readonly Star[] {
  const text = storedText();
  if (known.text !== text) known = { text, stars: read(text) };
  return known.stars;
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

function store(stars: readonly Star[]): void {
  const text = JSON.stringify(stars);
  try {
    localStorage.setItem(STORE, text);
  } catch {
    unstored = text;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The starred runners of an event year, in the order they were starred. */
export interface Stars {
  stars: readonly Star[];
  has: (distance: string, bib: string) => boolean;
  toggle: (distance: string, bib: string) => void;
}

/** Follows the stars of an event year, also those set in another tab. */
export function useStars(slug: string, year: string): Stars {
  const every = useSyncExternalStore(subscribe, all);
  const stars = useMemo(() => every.filter((star) => star.slug === slug && star.year === year), [every, slug, year]);
  const has = useCallback((distance: string, bib: string) => stars.some((star) => star.distance === distance && star.bib === bib), [stars]);
  const toggle = useCallback(
    (distance: string, bib: string) => {
      const same = (star: Star) => star.slug === slug && star.year === year && star.distance === distance && star.bib === bib;
      store(all().some(same) ? all().filter((star) => !same(star)) : [...all(), { slug, year, distance, bib }]);
    },
    [slug, year],
  );
  return { stars, has, toggle };
}
