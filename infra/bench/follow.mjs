// What following a live race costs a page after its first view: requests and bytes of the list of
// results and of a runner's page, with the site's own code.
//
//   node infra/bench/follow.mjs FOLDER [BIB]      default: the bib in the middle of the largest
//   board
//
// FOLDER (made by infra/bench/following.py) holds one folder for each version, in order, with its
// pointer (00017/current.json), and `files` with all files by their names, as stored. The pages
// load every fifth version, and the last. The result of following is compared with the last version
// loaded from scratch; if they differ, only an error is printed.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { gunzipSync } from "node:zlib";
import { siteModules } from "./site.mjs";

const EVERY = 5;
const [, , FOLDER, BIB] = process.argv;
if (FOLDER === undefined) {
  process.stderr.write("usage: node infra/bench/follow.mjs FOLDER [BIB]\n");
  process.exit(2);
}

// The parts of a browser that a page's feed uses.
globalThis.document = Object.assign(new EventTarget(), { visibilityState: "visible" });
globalThis.window = new EventTarget();
Object.defineProperty(globalThis, "navigator", { value: { onLine: true } });

const versions = readdirSync(FOLDER)
  .filter((name) => existsSync(join(FOLDER, name, "current.json")))
  .toSorted()
  .map((name) => readFileSync(join(FOLDER, name, "current.json")));
const pointerOf = (version) => JSON.parse(versions[version]);
const looks = versions
  .map((_, version) => version)
  .filter((version) => version % EVERY === 0 || version === versions.length - 1);

/** A browser with one page, which caches files that are named by their content. */
function aBrowser() {
  const kept = new Map();
  const browser = { version: 0, requests: 0, bytes: 0 };
  const take = (body) => {
    browser.requests += 1;
    browser.bytes += body.length;
    return body;
  };
  globalThis.fetch = async (address) => {
    const name = address.slice(address.lastIndexOf("/") + 1);
    if (name === "current.json") return new Response(take(versions[browser.version]));
    const path = join(FOLDER, "files", name);
    if (!existsSync(path)) return new Response(take(Buffer.from("")), { status: 404 });
    if (!kept.has(name)) kept.set(name, take(readFileSync(path)));
    const body = kept.get(name);
    return new Response(body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body) : body);
  };
  return browser;
}

/** Waits until the page shows a version. */
async function shown(feed, { url, updated_at: updatedAt, version }) {
  for (let waited = 0; waited < 30_000; waited += 1) {
    const state = feed.state();
    if (state.status === "error" || state.lost) break;
    if (
      state.status === "ready" &&
      state.head.newest === url &&
      state.updatedAt === updatedAt &&
      (state.data[0]?.complete ?? true)
    )
      return state;
    await new Promise((resolve) => {
      setTimeout(resolve, 1);
    });
  }
  throw new Error(
    `The page does not come to show version ${version}: ${JSON.stringify({ ...feed.state(), head: undefined, data: undefined })}`,
  );
}

/** Opens a page at a version. */
async function open(Feed, part, browser, version) {
  browser.version = version;
  const { slug, year } = pointerOf(version);
  const feed = new Feed(slug, year, part);
  const leave = feed.subscribe(() => undefined);
  await shown(feed, pointerOf(version));
  feed.pause();
  return { feed, leave };
}

/** Follows all versions. Returns the cost after the first view, and what is shown at the end. */
async function follow(Feed, part) {
  const browser = aBrowser();
  const { feed, leave } = await open(Feed, part(), browser, looks[0]);
  Object.assign(browser, { requests: 0, bytes: 0 });
  for (const version of looks.slice(1)) {
    browser.version = version;
    feed.resume();
    await shown(feed, pointerOf(version));
    feed.pause();
  }
  const { data } = feed.state();
  const { requests, bytes } = browser;
  leave();
  const anew = await open(Feed, part(), aBrowser(), versions.length - 1);
  const whole = anew.feed.state().data;
  anew.leave();
  if (!isDeepStrictEqual(plain(data), plain(whole)))
    throw new Error("What came out of following is not what the last version says.");
  return { data, cost: { requests, bytes } };
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
  const list = await follow(Feed, boardsPart);
  const { lines } = list.data.toSorted((a, b) => b.total - a.total)[0];
  const runner = await follow(Feed, () =>
    runnerPart(BIB ?? lines[Math.floor(lines.length / 2)].row.bib),
  );
  console.log(JSON.stringify({ list: list.cost, runner: runner.cost }));
} finally {
  await vite.close();
}
// Timers that clear the marks of changes would keep the process alive for two minutes.
process.exit();
