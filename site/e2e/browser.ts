/** One headless browser for all tests of a file, and the demo events it looks at. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Address of the deployed site, without a slash at the end. */
export const SITE = (process.env.CHUTE_SITE ?? "http://localhost:8080").replace(/\/+$/, "");

/** The two screens every page is looked at on. */
export const SCREENS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;

const CANDIDATES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Starts Chromium: CHUTE_CHROMIUM, or the one the system has. */
export function launch(): Promise<Browser> {
  const executablePath = process.env.CHUTE_CHROMIUM ?? CANDIDATES.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error("No Chromium found: install it, or name it in CHUTE_CHROMIUM.");
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath, args: ["--no-sandbox", ...quiet] });
}

/** A published event with results: one per event type is enough to see every table. */
export interface Demo {
  slug: string;
  name: string;
  type: string;
  year: string;
  live: boolean;
  distances: string[];
}

async function json<T>(path: string): Promise<T | null> {
  const answer = await fetch(`${SITE}/downloads/${path}`);
  return answer.ok ? ((await answer.json()) as T) : null;
}

/** Every published event with results, found through the event list. */
export async function demos(): Promise<Demo[]> {
  const index = await json<{ events: { slug: string; name: string; type: string }[] }>("results/index.json");
  const found = await Promise.all((index?.events ?? []).map(async ({ slug, name, type }): Promise<Demo | null> => {
    const years = await json<{ latest: string }>(`results/${slug}/current.json`);
    const pointer = years === null ? null : await json<{ live: boolean; distances: { name: string }[] }>(`results/${slug}/${years.latest}/current.json`);
    if (years === null || pointer === null || pointer.distances.length === 0) return null;
    const distances = pointer.distances.map((distance) => distance.name);
    return { slug, name, type: type === "" ? "distance" : type, year: years.latest, live: pointer.live, distances };
  }));
  return found.filter((demo) => demo !== null);
}
