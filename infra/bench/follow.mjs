// What following a live race costs a page after its first view: requests and bytes of the list of
// results and of a runner's page, with the site's own code.
//
//   node infra/bench/follow.mjs SITE SLUG/YEAR BIB
//
// Each line of its input is a look of both pages, which is answered with a line once they show the
// newest version. At the end of the input what they show is compared with the last version loaded
// from scratch; what they cost is printed as JSON, or only an error.
import { get } from "node:http";
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import { gunzipSync } from "node:zlib";
import { siteModules } from "./site.mjs";

const [, , SITE, RACE, BIB] = process.argv;
const [SLUG, YEAR] = RACE.split("/");

// The parts of a browser that a page's feed uses.
globalThis.document = Object.assign(new EventTarget(), { visibilityState: "visible" });
globalThis.window = new EventTarget();
Object.defineProperty(globalThis, "navigator", { value: { onLine: true } });

/** A published file as stored. */
function stored(path) {
  return new Promise((resolve, reject) => {
    const options = { headers: { "accept-encoding": "gzip" } };
    get(new URL(path, SITE), options, async (answer) => {
      const parts = await answer.toArray();
      resolve({ status: answer.statusCode, body: Buffer.concat(parts) });
    }).on("error", reject);
  });
}

/** A browser with one page, which caches files that are named by their content. */
function aBrowser() {
  return { kept: new Map(), requests: 0, bytes: 0 };
}

/** That of the page that looks. */
let browser = aBrowser();
globalThis.fetch = async (address) => {
  const { kept } = browser;
  const found = kept.get(address) ?? (await stored(address));
  if (!kept.has(address)) {
    browser.requests += 1;
    browser.bytes += found.body.length;
    if (!address.endsWith("/current.json")) kept.set(address, found);
  }
  const isPacked = found.body[0] === 0x1f && found.body[1] === 0x8b;
  const body = isPacked ? gunzipSync(found.body) : found.body;
  return new Response(body, { status: found.status });
};

/** Waits until the page shows the newest version. */
async function shown(feed) {
  const { body } = await stored(`/downloads/results/${RACE}/current.json`);
  const { url, updated_at: updatedAt, version } = JSON.parse(body);
  for (let waited = 0; waited < 30_000; waited += 1) {
    const state = feed.state();
    if (state.status === "error" || state.lost) break;
    if (
      state.status === "ready" &&
      state.head.newest === url &&
      state.updatedAt === updatedAt &&
      (state.data[0]?.complete ?? true)
    )
      return;
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
  }
  throw new Error(
    `The page does not come to show version ${version}: ${JSON.stringify({ ...feed.state(), head: undefined, data: undefined })}`,
  );
}

/** Opens a page at the newest version. */
async function open(Feed, part) {
  const page = { browser: aBrowser(), feed: new Feed(SLUG, YEAR, part), part };
  ({ browser } = page);
  page.leave = page.feed.subscribe(() => undefined);
  await shown(page.feed);
  page.feed.pause();
  return page;
}

/** What following cost, after what it led to was compared with the last version. */
async function cost(Feed, { feed, part, leave, browser: { requests, bytes } }) {
  const { data } = feed.state();
  leave();
  const anew = await open(Feed, part);
  if (!isDeepStrictEqual(plain(data), plain(anew.feed.state().data)))
    throw new Error("What came out of following is not what the last version says.");
  anew.leave();
  return { requests, bytes };
}

/**
 * What two pages have in common: lines and their results by clock, which are keyed by line objects.
 * Other runners in a runner's file are as they were when it was read.
 */
function plain(data) {
  return (data.people ?? data).map(({ byClock, ...rest }) =>
    Object.assign(rest, { byClock: rest.lines?.map((line) => byClock?.get(line)) }),
  );
}

const vite = await siteModules();
try {
  const { Feed } = await vite.ssrLoadModule("/src/race/feed.ts");
  const { boardsPart } = await vite.ssrLoadModule("/src/race/boards.ts");
  const { runnerPart } = await vite.ssrLoadModule("/src/race/use-runner.ts");
  const list = await open(Feed, boardsPart());
  const runner = await open(Feed, runnerPart(BIB));
  for (const page of [list, runner]) Object.assign(page.browser, { requests: 0, bytes: 0 });
  console.log("ready");
  for await (const _ of createInterface({ input: process.stdin })) {
    for (const page of [list, runner]) {
      ({ browser } = page);
      page.feed.resume();
      await shown(page.feed);
      page.feed.pause();
    }
    console.log("shown");
  }
  console.log(JSON.stringify({ list: await cost(Feed, list), runner: await cost(Feed, runner) }));
} finally {
  await vite.close();
}
// Timers that clear the marks of changes would keep the process alive for two minutes.
process.exit();
