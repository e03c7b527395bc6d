// Each kind of page on a phone whose processor is four times slower: when its largest element appeared
// (LCP), its longest task, and what comes over the network at a first and at a repeat view (with the
// browser's own cache; the service worker, which saves more, is off so that every request is seen).
// Counts that have bars are in site/e2e: cost.e2e.ts and large.e2e.ts.
//
//   node infra/bench/browser.mjs [SLUG/YEAR]      default ten-mile/2026
//
// Runs against a running stack (CHUTE_SITE, http://localhost:8080/ by default). If that race is not
// published, the browser gets the files of a race of 17,442 finishers instead, which has no repeat view.
// Milliseconds are this machine's.
import { siteModules } from "./site.mjs";

const vite = await siteModules();
if (process.env.CHROMIUM) process.env.CHUTE_CHROMIUM ??= process.env.CHROMIUM;
const { launch, SCREENS, SITE } = await vite.ssrLoadModule("/e2e/browser.ts");
const { LARGE_RACE, publishLargeRace } = await vite.ssrLoadModule("/e2e/large-race.ts");
const { peopleOf, stateOf } = await vite.ssrLoadModule("/e2e/runners.ts");
const { makePrograms, SLUG: PROGRAM } = await vite.ssrLoadModule("/e2e/program-race.ts");

const SLOWER = 4;
const RUNNERS = 17_442;

/** Records in the page when its largest element appeared, and every task above 50 ms. */
function watch() {
  const seen = { lcp: 0, tasks: [] };
  Object.assign(window, { seen });
  const on = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  on("largest-contentful-paint", ({ startTime }) => {
    seen.lcp = startTime;
  });
  on("longtask", ({ duration }) => seen.tasks.push(duration));
}

/** Opens an address and waits until the page is idle. */
async function view(context, address) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const found = { requests: 0, bytes: 0, scripts: 0, data: 0 };
  const kinds = new Map();
  devtools.on("Network.responseReceived", ({ requestId, response, type }) => {
    if (!response.fromDiskCache && !response.fromPrefetchCache) kinds.set(requestId, type);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind === undefined) return;
    found.requests += 1;
    found.bytes += encodedDataLength;
    if (kind === "Script") found.scripts += encodedDataLength;
    if (kind === "Fetch" || kind === "XHR") found.data += encodedDataLength;
  });
  await devtools.send("Network.enable");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(watch);
  await page.goto(address, { waitUntil: "networkidle" });
  await page
    .locator('main h1:not(.hidden), main svg, svg[role="img"]')
    .first()
    .waitFor({ timeout: 60_000 });
  await page.waitForTimeout(2_000);
  const seen = await page.evaluate(() => window.seen);
  await page.close();
  return { ...found, ...seen };
}

const ms = (value) => `${Math.round(value).toLocaleString("en")} ms`;
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

async function isPublished(race) {
  return (await fetch(`${SITE}/downloads/results/${race}/current.json`)).ok;
}

async function pages() {
  const wanted = process.argv[2] ?? "ten-mile/2026";
  const isThere = await isPublished(wanted);
  const race = isThere ? wanted : "river-run/2026";
  const [slug, year] = race.split("/");
  const { bib } = (await peopleOf({ slug, year }, 5)).find((one) => stateOf(one) === "finished");
  const ofLarge = (word) => LARGE_RACE.replace("results", word);
  return [
    isThere ? `/results/${race}` : LARGE_RACE,
    `/awards/${race}`,
    `/results/${race}/${bib}`,
    `/certificate/${race}/${bib}`,
    `/results/${race}/status`,
    ofLarge("pntf"),
    ofLarge("team-results"),
    `/series/${PROGRAM}`,
  ];
}

const browser = await launch();
try {
  await makePrograms();
  for (const path of await pages()) {
    const context = await browser.newContext({
      viewport: SCREENS.phone,
      deviceScaleFactor: 2,
      serviceWorkers: "block",
    });
    const isLarge = path.includes("large-race");
    if (isLarge) await publishLargeRace(context, RUNNERS);
    for (const which of isLarge ? ["first"] : ["first", "repeat"]) {
      const { requests, bytes, scripts, data, lcp, tasks } = await view(context, SITE + path);
      console.log(
        `${`${which} view of ${path}`.padEnd(58)} ${requests} requests, ${kb(bytes)}: scripts ${kb(scripts)}, data ${kb(data)}; ` +
          `LCP ${ms(lcp)} (goal 2,500 ms), longest task ${ms(Math.max(0, ...tasks))} (goal 200 ms)`,
      );
    }
    await context.close();
  }
} finally {
  await browser.close();
  await vite.close();
}
