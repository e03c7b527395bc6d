/**
 * The browser of the tests, the screens that they look at, and the demo events. How a test gets a
 * page is in page.ts.
 */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { PATIENCE_MS } from "./patience";

/** Address of the deployed site, without a trailing slash. */
export const SITE = (process.env.CHUTE_SITE ?? "http://localhost:8080").replace(/\/+$/, "");

/** The two screens on which every page is checked. */
export const SCREENS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;

const CANDIDATES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Options of `launch`. */
export interface Wanted {
  /** Arguments of the browser's command line. */
  more?: readonly string[];
  /**
   * Whether to use the full browser, for tests that need what Chromium's headless shell lacks: push
   * messages and Chromium's own switches.
   */
  whole?: boolean;
}

/**
 * Starts the headless shell in CHUTE_HEADLESS_SHELL, which takes half the work of a full browser;
 * without it the browser in CHUTE_CHROMIUM, or the system's.
 */
export async function launch({ more = [], whole = false }: Wanted = {}): Promise<Browser> {
  const shell = whole ? undefined : process.env.CHUTE_HEADLESS_SHELL;
  const executablePath =
    shell ?? process.env.CHUTE_CHROMIUM ?? CANDIDATES.find((path) => existsSync(path));
  if (executablePath === undefined)
    throw new Error("No Chromium found: install it, or name it in CHUTE_CHROMIUM.");
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
  const args = ["--no-sandbox", ...quiet, ...more];
  const browser = await chromium.launch({ executablePath, args, timeout: PATIENCE_MS });
  browser.on("context", (context) => context.setDefaultTimeout(PATIENCE_MS));
  return browser;
}

/** A demo race: one of each event type is enough to see every table. */
export interface Demo {
  slug: string;
  name: string;
  type: string;
  year: string;
  live: boolean;
  distances: string[];
}

/** The events that `chute demo load` makes. */
const DEMOS = ["river-run", "lakeside-24-hour", "old-mill-backyard"];

async function json<T>(path: string): Promise<T> {
  const answer = await fetch(`${SITE}/downloads/results/${path}`);
  if (!answer.ok)
    throw new Error(
      `${answer.url} answered ${answer.status}: the demo races are not published there.`,
    );
  return (await answer.json()) as T;
}

/** The demo races in their latest year, as they are published. */
export async function demos(): Promise<Demo[]> {
  const { events } = await json<{ events: { slug: string; name: string; type: string }[] }>(
    "index.json",
  );
  return Promise.all(
    DEMOS.map(async (slug): Promise<Demo> => {
      const event = events.find((candidate) => candidate.slug === slug);
      if (event === undefined)
        throw new Error(`The event list at ${SITE} has no ${slug}: load the demo races.`);
      const { latest } = await json<{ latest: string }>(`${slug}/current.json`);
      const { live, distances } = await json<{ live: boolean; distances: { name: string }[] }>(
        `${slug}/${latest}/current.json`,
      );
      return {
        slug,
        name: event.name,
        type: event.type,
        year: latest,
        live,
        distances: distances.map(({ name }) => name),
      };
    }),
  );
}

/** A row in the API's answer. */
export interface ApiRow {
  bib: string;
  occurence: number;
  ranking: number;
}

/** Every row of a demo's distance, from the API with the site's own key. */
export async function apiRows({ slug, year }: Demo, distance: string): Promise<ApiRow[]> {
  const { key } = (await (await fetch(`${SITE}/config.json`)).json()) as { key: string };
  const answer = await fetch(`${SITE}/api/results`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ slug, year }),
  });
  const { results } = (await answer.json()) as { results: Record<string, ApiRow[]> };
  return results[distance] ?? [];
}
