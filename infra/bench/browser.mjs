// The largest table in a real browser: nodes, time to first rows against drawing every row, longest
// tasks, bytes and requests; then every kind of page on a slow phone (views.mjs). refresh.mjs
// measures, without a stack, what a refresh of a live race costs a phone.
//
//   node infra/bench/browser.mjs [SLUG/YEAR]      default ten-mile/2026
//
// Runs against a running stack (CHUTE_SITE, http://localhost:8080/ by default). If that race is not
// published, the browser gets the files of a race of 17,442 finishers instead. Counts and CLS have
// bars; milliseconds have none, since they are this machine's.
import { siteModules } from "./site.mjs";
import { measureViews } from "./views.mjs";

const vite = await siteModules();
if (process.env.CHROMIUM) process.env.CHUTE_CHROMIUM ??= process.env.CHROMIUM;
const { launch, SCREENS, SITE } = await vite.ssrLoadModule("/e2e/browser.ts");
const { LARGE_RACE, publishLargeRace } = await vite.ssrLoadModule("/e2e/large-race.ts");
const { peopleOf, stateOf } = await vite.ssrLoadModule("/e2e/runners.ts");
const { makePrograms, SLUG: PROGRAM } = await vite.ssrLoadModule("/e2e/program-race.ts");

const NODE_BAR = 800;
const CLS_BAR = 0.05;
const RUNNERS = 17_442;

/** The largest distance of a published race by its pointer; null if there is none. */
async function published(path) {
  const answer = await fetch(`${SITE}/downloads/results/${path}/current.json`);
  if (!answer.ok) return null;
  const { distances } = await answer.json();
  return distances.toSorted((a, b) => b.count - a.count)[0]?.name ?? null;
}

const wanted = process.argv[2] ?? "ten-mile/2026";
const distance = await published(wanted);
const address =
  distance === null
    ? SITE + LARGE_RACE
    : `${SITE}/results/${wanted}?distance=${encodeURIComponent(distance)}`;
const weighed = distance === null ? `${SITE}/results/river-run` : address;

function line(name, value) {
  console.log(`${name.padEnd(58)} ${value}`);
}

const ms = (value) => `${Math.round(value).toLocaleString("en")} ms`;
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

/**
 * Records in the page when the first rows appeared, when all lines were there, and every task above
 * 50 ms.
 */
function watch() {
  const seen = { first: 0, complete: 0, tasks: [] };
  Object.assign(window, { seen });
  new PerformanceObserver((list) =>
    seen.tasks.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ type: "longtask", buffered: true });
  const look = () => {
    if (seen.first === 0 && document.querySelector("tbody tr[data-key]") !== null)
      seen.first = performance.now();
    if (seen.complete === 0 && document.querySelector("table[aria-rowcount]") !== null)
      seen.complete = performance.now();
  };
  new MutationObserver(look).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["aria-rowcount"],
  });
}

async function open(browser, { screen = "desktop", slower = 1 } = {}) {
  const context = await browser.newContext({ viewport: SCREENS[screen] });
  if (distance === null) await publishLargeRace(context, RUNNERS);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.addInitScript(watch);
  await page.goto(address);
  await page.locator("table[aria-rowcount]").waitFor({ timeout: 120_000 });
  await page.waitForTimeout(1_500);
  return {
    page,
    devtools,
    seen: await page.evaluate(() => window.seen),
    close: () => context.close(),
  };
}

const nodes = (page) => page.evaluate(() => document.querySelectorAll("*").length);

/** The number of nodes at the top, and the highest there and at seven other scroll positions. */
async function mostNodes(page) {
  const counts = [await nodes(page)];
  for (const part of [0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1]) {
    await page.evaluate(
      (where) => window.scrollTo(0, where * document.documentElement.scrollHeight),
      part,
    );
    await page.waitForTimeout(150);
    counts.push(await nodes(page));
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  return { top: counts[0], most: Math.max(...counts) };
}

/** Draws every row at once, as for printing, and lays them out. */
function drawAll(page) {
  return page.evaluate(() => {
    const from = performance.now();
    window.dispatchEvent(new Event("beforeprint"));
    document.body.getBoundingClientRect();
    return {
      time: performance.now() - from,
      nodes: document.querySelectorAll("*").length,
      rows: document.querySelectorAll("tbody tr[data-key]").length,
    };
  });
}

const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const longest = ({ tasks }) =>
  tasks.length === 0
    ? "none above 50 ms"
    : tasks
        .toSorted((a, b) => b - a)
        .slice(0, 4)
        .map(ms)
        .join(", ");

/** What a view takes from the network; answers from the browser's own cache do not count. */
async function weigh(context) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
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
  await page.goto(weighed, { waitUntil: "networkidle" });
  await page.getByRole("rowheader").first().waitFor();
  await page.waitForTimeout(500);
  await page.close();
  return found;
}

/** The bib of a finisher of the race whose pages are opened. */
async function finisher(path) {
  const [slug, year] = path.split("/");
  return (await peopleOf({ slug, year }, 5)).find((person) => stateOf(person) === "finished").bib;
}

/**
 * One page of each kind, with its upper limits: whole tables of winners and of bibs are longer than
 * a window of results.
 */
async function pagesOf(race) {
  const bib = await finisher(race);
  const large = {
    address: SITE + LARGE_RACE,
    prepare: (context) => publishLargeRace(context, RUNNERS),
  };
  // The race is made here, so there is no repeat view.
  const word = (name) => ({ ...large, address: `${SITE}/${name}/large-race/2026` });
  return [
    {
      name: "results",
      address: distance === null ? large.address : address,
      prepare: distance === null ? large.prepare : undefined,
      nodes: NODE_BAR,
      requests: 20,
      repeat: distance === null ? undefined : 4,
    },
    { name: "awards", address: `${SITE}/awards/${race}`, nodes: 2_500, requests: 20, repeat: 4 },
    {
      name: "individual",
      address: `${SITE}/results/${race}/${bib}`,
      nodes: NODE_BAR,
      requests: 20,
      repeat: 4,
    },
    {
      name: "certificate",
      address: `${SITE}/certificate/${race}/${bib}`,
      nodes: NODE_BAR,
      requests: 20,
      repeat: 4,
    },
    {
      name: "status",
      address: `${SITE}/results/${race}/status`,
      nodes: 2_500,
      requests: 20,
      repeat: 4,
    },
    { name: "pntf", ...word("pntf"), nodes: 2_500, requests: 20 },
    { name: "team-results", ...word("team-results"), nodes: NODE_BAR, requests: 20 },
    { name: "series", address: `${SITE}/series/${PROGRAM}`, nodes: 1_500, requests: 25, repeat: 6 },
  ];
}

const browser = await launch();
try {
  console.log(
    distance === null
      ? `${RUNNERS.toLocaleString("en")} finishers made for this (no ${wanted} at ${SITE})`
      : `${wanted}, ${distance}, at ${SITE}`,
  );
  let failed = false;
  for (const screen of Object.keys(SCREENS)) {
    const { page, close } = await open(browser, { screen });
    const { top, most } = await mostNodes(page);
    failed ||= most > NODE_BAR;
    line(
      `nodes, ${screen}: at the top, most while scrolled (bar ${NODE_BAR})`,
      `${top}, ${most}${most > NODE_BAR ? "  TOO MANY" : ""}`,
    );
    await close();
  }

  const views = [];
  for (let run = 0; run < 3; run++) {
    const view = await open(browser);
    views.push({ ...view.seen, all: await drawAll(view.page) });
    await view.close();
  }
  const first = middle(views.map((view) => view.first));
  const all = middle(views.map((view) => view.all.time));
  line("first rows after opening the address, everything included", ms(first));
  line("all lines there", ms(middle(views.map(({ complete }) => complete))));
  line(
    `drawing all ${views[0].all.rows.toLocaleString("en")} rows unvirtualised, drawing alone`,
    `${ms(all)}, ${views[0].all.nodes.toLocaleString("en")} nodes`,
  );
  line("ratio: drawing every row / opening with few rows", `${(all / first).toFixed(1)} times`);
  line(
    "tasks above 50 ms while opening",
    longest(views.toSorted((a, b) => Math.max(0, ...a.tasks) - Math.max(0, ...b.tasks))[1]),
  );

  const phone = await open(browser, { screen: "phone", slower: 4 });
  line(
    "phone four times slower: first rows, all lines",
    `${ms(phone.seen.first)}, ${ms(phone.seen.complete)}`,
  );
  line("  its tasks above 50 ms", longest(phone.seen));
  await phone.close();

  const context = await browser.newContext({ viewport: SCREENS.phone });
  for (const view of ["first", "repeat"]) {
    const { requests, bytes, scripts, data } = await weigh(context);
    line(
      `${view} view of ${new URL(weighed).pathname}`,
      `${requests} requests, ${kb(bytes)}: scripts ${kb(scripts)}, data ${kb(data)}`,
    );
  }

  await makePrograms();
  const above = await measureViews(
    browser,
    SCREENS.phone,
    await pagesOf(distance === null ? "river-run/2026" : wanted),
    CLS_BAR,
  );
  for (const what of above) console.log(`ABOVE ITS BAR: ${what}`);
  process.exitCode = failed || above.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await vite.close();
}
