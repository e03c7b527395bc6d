/**
 * The cost of a first view of each page on a phone, in counts that are the same on every machine:
 * requests, bytes, nodes, and how far things move.
 */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { SCREENS, SITE } from "./browser";
import { LARGE_RACE, publishLargeRace } from "./large-race";
import { context, loaded, newPage, withBrowser, withDemos } from "./page";
import { makePrograms, SLUG, YEARS } from "./program-race";
import { asIfLive } from "./seen-lately";

const [YEAR] = YEARS;
const RACE = `${SLUG}/${YEAR}`;

/**
 * The maximum number of requests and kilobytes of a first view, including icon and settings, also
 * for an event list with four live races; 120 KB of that are scripts and styles.
 */
const REQUESTS = 19;
const KILOBYTES = 165;
/**
 * Pages with a certificate on their first screen also load the drawing and its two typefaces, 28 KB
 * (docs/decisions/certificate.md).
 */
const CERTIFICATES = new Set([`/certificate/${RACE}/1`, `/results/${RACE}/1`]);
const CERTIFICATE_KILOBYTES = 196;
const NODES = 1_500;
/** Share of the screen times distance, as browsers count it. */
const MOVED = 0.01;

/** Parts of a page that are fetched on demand: on a slow phone the rest is on screen by then. */
const LATE_PARTS = "**/assets/CertificateBlock*.js";
/** How long a list waits for the data that decides its order (src/race/use-recent.ts). */
const WAIT_MS = 1_500;

/**
 * Open pages look for news every ten seconds: requests after this time do not count towards the
 * first view, however slow the machine is.
 */
const LOOK_S = 8;

/** Grows with the events of the stack, so it is not counted. */
const EVENT_LIST = "/downloads/results/index.json";

/** The development server sends every module separately, uncompressed. */
let bundled: boolean;

withBrowser({ viewport: SCREENS.phone });
const { demo } = withDemos();

beforeAll(async () => {
  await makePrograms();
  bundled = !(await (await fetch(`${SITE}/`)).text()).includes("/@vite/client");
});

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

/** Runs in the page, which then counts how far things move by themselves. */
function countMoves(): void {
  let moved = 0;
  const count = (entries: PerformanceEntryList) => {
    for (const { value, hadRecentInput } of entries as Moving[])
      if (!hadRecentInput) moved += value;
  };
  const observer = new PerformanceObserver((list) => count(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  Object.assign(window, {
    moved: () => {
      count(observer.takeRecords());
      return moved;
    },
  });
}

/** How far things have moved by now. */
async function movedOn(page: Page): Promise<number> {
  // Movement is known once it was painted.
  await page.screenshot();
  return page.evaluate(() => (window as unknown as { moved: () => number }).moved());
}

/** The status of a live race has who is still out above its grid, told by files of its own. */
test.each([
  ["phone", SCREENS.phone],
  ["tablet", { width: 768, height: 1024 }],
  ["desktop", SCREENS.desktop],
])("the status page of a live race moves nothing on a %s", async (_screen, viewport) => {
  const { slug, distances } = demo("distance");
  await newPage({ viewport });
  await asIfLive(context);
  for (const distance of distances) {
    const page = await context.newPage();
    await page.addInitScript(countMoves);
    await page.goto(`${SITE}/results/${slug}/status?distance=${encodeURIComponent(distance)}`);
    await page.getByRole("table", { name: "By timing point" }).waitFor();
    await page.getByRole("link", { name: /^Bib / }).first().waitFor();
    expect(await movedOn(page), distance).toBeLessThanOrEqual(MOVED);
    await page.close();
  }
});

/** A promise, and what resolves it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

function json(body: unknown): { contentType: string; body: string } {
  return { contentType: "application/json", body: JSON.stringify(body) };
}

/**
 * The event list's live race answers either before the list is rendered, or after it was rendered
 * without it.
 */
test.each(["in time", "late"])(
  "who is live is told %s: the event list moves nothing",
  async (when) => {
    const page = await newPage();
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
    const answer = gate();
    let asked = false;
    await context.route("**/results/live/**/current.json", async (route) => {
      asked = true;
      await answer.opened;
      await route.fulfill(
        json({
          latest: "2026",
          live: true,
          years: [{ year: "2026", live: true }],
          distances: [{ name: "10K" }, { name: "Half Marathon" }],
        }),
      );
    });
    await page.addInitScript(countMoves);
    await page.clock.install();
    await page.clock.pauseAt(now + 60_000);
    await page.goto(`${SITE}/`);
    // The page's own time goes on just until it asks.
    await expect
      .poll(async () => {
        await page.clock.runFor(10);
        return asked;
      })
      .toBe(true);
    if (when === "late") {
      await page.clock.runFor(WAIT_MS);
      await page.getByRole("heading", { level: 2, name: "Today" }).waitFor();
    }
    answer.open();
    await page.getByText("Live now").waitFor();
    expect(await movedOn(page)).toBeLessThanOrEqual(MOVED);
    expect(await page.locator("main h2").first().textContent()).toBe(
      when === "late" ? "Today" : "Live now",
    );
  },
);

/** The event list with the first four events as of now, whatever other tests have made. */
async function fourAreNear(): Promise<void> {
  await context.route(`**${EVENT_LIST}`, async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { events: object[] };
    const events = list.events.map((event, position) => ({
      ...event,
      recent_time: position < 4 ? new Date().toISOString() : "2001-05-05T08:00:00-07:00",
    }));
    await route.fulfill({ response, json: { ...list, events } });
  });
}

test.each(PAGES)("%s", async (path) => {
  const page = await newPage();
  if (path === "/") await fourAreNear();
  const large = path.includes("large-race");
  if (large) await publishLargeRace(context, 17_442);
  const late = gate();
  await context.route(LATE_PARTS, async (route) => {
    await late.opened;
    await route.continue();
  });
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
  await page.goto(SITE + path);
  await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" });
  await loaded(page);
  await page.screenshot();
  late.open();
  if (CERTIFICATES.has(path)) await page.locator("svg[role=img]").first().waitFor();
  await page.waitForLoadState("networkidle");
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  const moved = await movedOn(page);
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
