/**
 * What a first view of each page costs a phone, in counts that are the same on every machine:
 * requests, bytes, nodes, and how far things move.
 */
import { setTimeout } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, SCREENS, SITE } from "./browser";
import { LARGE_RACE, publishLargeRace } from "./large-race";
import { makePrograms, SLUG, YEARS } from "./program-race";

const [YEAR] = YEARS;
const RACE = `${SLUG}/${YEAR}`;

/**
 * The maximum number of requests and kilobytes of a first view, including icon and settings, also
 * for an event list with four live races; 120 KB of that are scripts and styles.
 */
const REQUESTS = 19;
const KILOBYTES = 160;
/**
 * Pages with a certificate on their first screen also load the drawing and its two typefaces, 28 KB
 * (docs/decisions/certificate.md).
 */
const CERTIFICATES = new Set([`/certificate/${RACE}/1`, `/results/${RACE}/1`]);
const CERTIFICATE_KILOBYTES = 190;
const NODES = 1_500;
/** Share of the screen times distance, as browsers count it. */
const MOVED = 0.05;

/** Parts of a page that are fetched on demand: on a slow phone the rest is on screen by then. */
const LATE_PARTS = "**/assets/CertificateBlock*.js";
const LATE_MS = 1_000;

/**
 * Open pages look for news every ten seconds: requests after this time do not count towards the
 * first view, however slow the machine is.
 */
const LOOK_S = 8;

/** Grows with the events of the stack, so it is not counted. */
const EVENT_LIST = "/downloads/results/index.json";

let browser: Browser;
/** The development server sends every module separately, uncompressed. */
let bundled: boolean;

beforeAll(async () => {
  [browser, bundled] = await Promise.all([
    launch(),
    fetch(`${SITE}/`).then(async (answer) => !(await answer.text()).includes("/@vite/client")),
    makePrograms(),
  ]);
}, 120_000);

afterAll(() => browser?.close());

const PAGES = [
  "/",
  ...[
    "results",
    "awards",
    "pntf",
    "pntf-awards",
    "pntf-youth",
    "ytp-awards",
    "ytp-series",
    "team-results",
  ].map((word) => `/${word}/${RACE}`),
  `/results/${RACE}/status`,
  `/results/${RACE}/1`,
  `/certificate/${RACE}/1`,
  `/series/${SLUG}`,
  `/results/${RACE}/qr`,
  LARGE_RACE,
  LARGE_RACE.replace("results", "pntf"),
  LARGE_RACE.replace("results", "team-results"),
];

interface Moving extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Runs in the page: how far things have moved by themselves, as `window.moved`. */
function countMoves(): void {
  Object.assign(window, { moved: 0 });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries() as Moving[])
      if (!hadRecentInput) (window as unknown as { moved: number }).moved += value;
  }).observe({ type: "layout-shift", buffered: true });
}

function json(body: unknown): { contentType: string; body: string } {
  return { contentType: "application/json", body: JSON.stringify(body) };
}

/**
 * The event list's live race answers either before the list is rendered, or after it was rendered
 * without it.
 */
test.each([500, 2_500])(
  "who is live is told after %i ms: the event list moves nothing",
  async (late) => {
    const context = await browser.newContext({ viewport: SCREENS.phone, serviceWorkers: "block" });
    const now = Date.now();
    const event = (slug: string, hours: number) => ({
      name: `Race ${slug}`,
      slug,
      type: "distance",
      recent_time: new Date(now - hours * 3_600_000).toISOString(),
    });
    await context.route(`**${EVENT_LIST}`, (route) =>
      route.fulfill(
        json({
          updated_at: new Date(now).toISOString(),
          events: [event("next", -30), event("other", 5), event("live", 30)],
        }),
      ),
    );
    await context.route("**/results/{next,other}/current.json", (route) =>
      route.fulfill({ status: 404 }),
    );
    await context.route("**/results/live/**/current.json", async (route) => {
      await setTimeout(late / 2);
      await route.fulfill(
        json({
          latest: "2026",
          live: true,
          years: [{ year: "2026", live: true }],
          distances: [{ name: "10K" }, { name: "Half Marathon" }],
        }),
      );
    });
    const page = await context.newPage();
    await page.addInitScript(countMoves);
    await page.goto(`${SITE}/`);
    await page.getByText("Live now").waitFor();
    await page.waitForTimeout(500);
    expect(
      await page.evaluate(() => (window as unknown as { moved: number }).moved),
    ).toBeLessThanOrEqual(MOVED);
    expect(await page.locator("main h2").first().textContent()).toBe(
      late < 1_000 ? "Live now" : "Today",
    );
    await context.close();
  },
);

test.each(PAGES)("%s", async (path) => {
  const context = await browser.newContext({ viewport: SCREENS.phone, serviceWorkers: "block" });
  const large = path.includes("large-race");
  if (large) await publishLargeRace(context, 17_442);
  await context.route(LATE_PARTS, async (route) => {
    await setTimeout(LATE_MS);
    await route.continue();
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  let requests = 0;
  let bytes = 0;
  const lists = new Set<string>();
  const looks = new Set<string>();
  const asked = new Map<string, number>();
  devtools.on("Network.requestWillBeSent", ({ requestId, request, timestamp }) => {
    if (request.url.endsWith(EVENT_LIST)) lists.add(requestId);
    if (timestamp - (asked.get(request.url) ?? timestamp) > LOOK_S) looks.add(requestId);
    else asked.set(request.url, timestamp);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (looks.has(requestId)) return;
    requests += 1;
    if (!lists.has(requestId)) bytes += encodedDataLength;
  });
  await page.addInitScript(countMoves);
  await page.goto(SITE + path, { waitUntil: "networkidle" });
  await page.locator("main h1:not(.hidden), svg[role=img]").first().waitFor();
  await page.waitForTimeout(500);
  const { nodes, moved } = await page.evaluate(() => ({
    nodes: document.querySelectorAll("*").length,
    moved: (window as unknown as { moved: number }).moved,
  }));
  await context.close();
  process.stdout.write(
    `${path}: ${requests} requests, ${(bytes / 1000).toFixed(1)} KB, ${nodes} nodes, moved ${moved.toFixed(3)}\n`,
  );
  expect(moved).toBeLessThanOrEqual(MOVED);
  // So do the lines of the list.
  if (path !== "/") expect(nodes).toBeLessThanOrEqual(NODES);
  if (!bundled) return;
  expect(requests).toBeLessThanOrEqual(REQUESTS);
  const most = CERTIFICATES.has(path) ? CERTIFICATE_KILOBYTES : KILOBYTES;
  if (!large) expect(bytes).toBeLessThanOrEqual(most * 1000);
});
