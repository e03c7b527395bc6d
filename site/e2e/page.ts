/**
 * How a test gets a page. A file of tests calls {@link withBrowser} once; then its tests, and their
 * hooks, {@link visit} addresses, each in contexts of its own that are closed after it. Accounts and
 * sign-in are in organiser.ts, races with results in race.ts.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type Demo, demos, launch, SCREENS, SITE, type Wanted } from "./browser";
import { watch } from "./watch";

/** A context as Playwright makes it, and whether its page is under watch (watch.ts). */
export interface ContextOptions extends BrowserContextOptions {
  watched?: boolean;
}

/** The browser of this file of tests. */
export let browser: Browser;
/** The context and the page that the running test opened last. */
export let context: BrowserContext;
export let page: Page;
/** The errors that a watched page has recorded so far; there should be none. */
export let wrongs: () => Promise<string[]>;

let usual: ContextOptions = {};
const open = new Set<BrowserContext>();

/**
 * Starts a browser for the tests of this file. Contexts are as here unless a test says otherwise;
 * without a word a desktop screen, in English, and no service worker.
 */
export function withBrowser(options: ContextOptions = {}, wanted: Wanted = {}): void {
  usual = { viewport: SCREENS.desktop, locale: "en-US", serviceWorkers: "block", ...options };
  beforeAll(async () => {
    browser = await launch(wanted);
  });
  afterEach(async () => {
    await Promise.all([...open].map(close));
  });
  afterAll(() => browser?.close());
}

/**
 * A context for somebody else than the visitor at {@link page}; closed after the test. Where tests
 * run at the same time, each makes and closes its own, with {@link browser}.
 */
export async function newContext(options: ContextOptions = {}): Promise<BrowserContext> {
  const made = await browser.newContext({ ...usual, ...options });
  open.add(made);
  made.on("close", () => open.delete(made));
  return made;
}

/** An empty page in a new context, instead of those that the test had so far. */
export async function newPage(options: ContextOptions = {}): Promise<Page> {
  if (open.has(context)) await close(context);
  context = await newContext(options);
  page = await context.newPage();
  if (options.watched ?? usual.watched) wrongs = await watch(page);
  return page;
}

/** {@link newPage} at an address of the site. */
export async function visit(path: string, options: ContextOptions = {}): Promise<Page> {
  await newPage(options);
  await page.goto(SITE + path);
  return page;
}

async function close(made: BrowserContext): Promise<void> {
  // A page that is live may be asking at this moment.
  await made.unrouteAll({ behavior: "ignoreErrors" });
  await made.close();
}

/** Waits until a page has its heading, and loads no more. */
export async function drawn(of: Page = page): Promise<void> {
  await of.getByRole("heading", { level: 1 }).first().waitFor();
  await loaded(of);
}

/** Waits until a page no longer says that it loads. */
export async function loaded(of: Page = page): Promise<void> {
  await of
    .getByRole("status")
    .filter({ hasText: /^(Loading|Verifying event exists\.)$/ })
    .waitFor({ state: "detached" });
}

/** The demo races, read before the tests of this file: all, and the one of a type. */
export function withDemos(): { events: Demo[]; demo: (type: string) => Demo } {
  const events: Demo[] = [];
  beforeAll(async () => {
    events.push(...(await demos()));
  });
  const demo = (type: string) => {
    const found = events.find((event) => event.type === type);
    if (found === undefined) throw new Error(`No published event of type ${type}`);
    return found;
  };
  return { events, demo };
}
