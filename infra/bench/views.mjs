// What a page costs a phone whose processor is four times slower: when its largest element appeared
// (LCP), how far elements moved afterwards (CLS), its longest task, its nodes, and what comes over
// the network at a first and at a repeat view (with the browser's own cache; the service worker,
// which saves more, is off so that every request is seen).

const SLOWER = 4;
/** Goals in milliseconds: shown, never enforced. */
const GOALS = { lcp: 2_500, task: 200 };

/** Records in the page what the browser reports about layout and long tasks. */
function watch() {
  const seen = { lcp: 0, cls: 0, tasks: [] };
  Object.assign(window, { seen });
  const on = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  on("largest-contentful-paint", ({ startTime }) => {
    seen.lcp = startTime;
  });
  on("layout-shift", ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.cls += value;
  });
  on("longtask", ({ duration }) => seen.tasks.push(duration));
}

/** Opens an address and waits until the page is idle. */
async function view(context, address, slower) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const found = { requests: 0, bytes: 0 };
  const asked = new Set();
  devtools.on("Network.responseReceived", ({ requestId, response }) => {
    if (!response.fromDiskCache && !response.fromPrefetchCache) asked.add(requestId);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!asked.has(requestId)) return;
    found.requests += 1;
    found.bytes += encodedDataLength;
  });
  await devtools.send("Network.enable");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.addInitScript(watch);
  await page.goto(address, { waitUntil: "networkidle" });
  await page
    .locator('main h1:not(.hidden), main svg, svg[role="img"]')
    .first()
    .waitFor({ timeout: 60_000 });
  await page.waitForTimeout(2_000);
  const seen = await page.evaluate(() => window.seen);
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  await page.close();
  return { ...found, ...seen, nodes };
}

const ms = (value) => `${Math.round(value).toLocaleString("en")} ms`;
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

/**
 * Prints a line of times and one of counts for each page, and returns what exceeded a bar.
 * A page is { name, address, nodes, requests, repeat, prepare? }: the bars for nodes, for requests
 * at a first view, and for requests at a repeat view; `prepare` gets the browser context first. If
 * it answers requests itself, nothing is cached, so there is no repeat view.
 */
export async function measureViews(browser, viewport, pages, clsBar) {
  const above = [];
  console.log(
    `each page, phone ${SLOWER} times slower: LCP (goal ${ms(GOALS.lcp)}), longest task (goal ${ms(GOALS.task)}), CLS (bar ${clsBar}),`,
  );
  console.log("nodes, requests and bytes at the first and at a repeat view");
  for (const page of pages) {
    const context = await browser.newContext({
      viewport,
      deviceScaleFactor: 2,
      serviceWorkers: "block",
    });
    await page.prepare?.(context);
    const first = await view(context, page.address, SLOWER);
    const repeat = await view(context, page.address, SLOWER);
    await context.close();
    const cls = Math.max(first.cls, repeat.cls);
    const again =
      page.repeat === undefined
        ? "again not measured"
        : `again ${repeat.requests} (bar ${page.repeat}), ${kb(repeat.bytes)}`;
    const bars = [
      ["CLS", cls, clsBar],
      ["nodes", first.nodes, page.nodes],
      ["requests", first.requests, page.requests],
      ["requests again", repeat.requests, page.repeat ?? Infinity],
    ];
    const over = bars
      .filter(([, value, bar]) => value > bar)
      .map(([name, value, bar]) => `${page.name}: ${name} ${value} above ${bar}`);
    above.push(...over);
    console.log(
      `  ${page.name.padEnd(14)} LCP ${ms(first.lcp)}, then ${ms(repeat.lcp)}; longest task ${ms(Math.max(0, ...first.tasks))}; CLS ${cls.toFixed(3)}`,
    );
    console.log(
      `  ${"".padEnd(14)} ${first.nodes} nodes (bar ${page.nodes}); ${first.requests} requests (bar ${page.requests}), ${kb(first.bytes)}; ${again}`,
    );
  }
  return above;
}
