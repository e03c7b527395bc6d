// What a refresh of a large live race costs a phone whose processor is four times slower: the tasks
// above 50 ms while a version with ten seconds of new rows comes on screen.
//
//   node infra/bench/refresh.mjs FOLDER      CHROMIUM names the browser
//
// FOLDER is the same as for follow.mjs. The site is the one in site/dist (`make build`); nothing
// else has to run. Prints as JSON the tasks of each refresh in milliseconds, the longest first.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fromSite, SITE_FOLDER } from "./site.mjs";

const { chromium } = fromSite("playwright-core");
const SLOWER = 4;
const REFRESHES = 12;
/** The number of versions from one refresh of a page to the next. */
const EVERY = 5;
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};
const [, , FOLDER] = process.argv;

const pointers = readdirSync(FOLDER)
  .map((name) => join(FOLDER, name, "current.json"))
  .filter(existsSync)
  .toSorted()
  .map((path) => readFileSync(path));
let shown = 0;

/** A published file or one of the site; any address that is not a file is a page of the site. */
function find(path) {
  if (path.endsWith("/current.json")) return { body: pointers[shown], type: "application/json" };
  const name = path.slice(path.lastIndexOf("/") + 1);
  const published = join(FOLDER, "files", name);
  if (path.startsWith("/downloads/"))
    return existsSync(published)
      ? { body: readFileSync(published), type: "application/json" }
      : null;
  if (path === "/config.json") return { body: "{}", type: "application/json" };
  const file = join(SITE_FOLDER, "dist", extname(path) === "" ? "index.html" : path);
  return existsSync(file)
    ? { body: readFileSync(file), type: TYPES[extname(file)] ?? "application/octet-stream" }
    : null;
}

const server = createServer(({ url }, answer) => {
  const found = find(new URL(url, "http://site").pathname);
  if (found === null) return answer.writeHead(404).end();
  const packed =
    found.body[0] === 0x1f && found.body[1] === 0x8b ? { "content-encoding": "gzip" } : {};
  return answer.writeHead(200, { "content-type": found.type, ...packed }).end(found.body);
});
await new Promise((resolve) => {
  server.listen(0, "127.0.0.1", resolve);
});

/** Records in the page every task above 50 ms. */
function watch() {
  const tasks = [];
  Object.assign(window, { tasks });
  new PerformanceObserver((list) =>
    tasks.push(...list.getEntries().map(({ duration }) => Math.round(duration))),
  ).observe({ type: "longtask" });
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox"],
});
const context = await browser.newContext({
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  serviceWorkers: "block",
});
const page = await context.newPage();
const devtools = await context.newCDPSession(page);
await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
await page.addInitScript(watch);
const { slug, year } = JSON.parse(pointers[0]);
await page.goto(`http://127.0.0.1:${server.address().port}/results/${slug}/${year}`);
await page.locator("table[aria-rowcount]").waitFor({ timeout: 120_000 });
await page.waitForTimeout(3_000);
const refreshes = [];
for (let refresh = 0; refresh < REFRESHES; refresh += 1) {
  shown += EVERY;
  const { changes, version } = JSON.parse(pointers[shown]);
  const asked = page.waitForResponse((response) => response.url().endsWith(changes), {
    timeout: 30_000,
  });
  // A viewer who comes back to a page sees the newest version at once.
  await page.evaluate(() => {
    window.tasks.length = 0;
    document.dispatchEvent(new Event("visibilitychange"));
  });
  if (!(await asked).ok()) throw new Error(`the changes of version ${version} are not there`);
  await page.waitForTimeout(3_000);
  refreshes.push((await page.evaluate(() => window.tasks)).toSorted((a, b) => b - a));
}
console.log(JSON.stringify(refreshes));
await browser.close();
server.close();
