/**
 * `npm run shots`: pictures of every page and state, phone and desktop, light and dark, into
 * site/shots, and the printed ones as PDF. `npm run shots -- WORD…` takes only those whose names
 * contain a word. `npm run shots -- --before COMMIT WORD…` also takes each of that commit's site, and
 * shows those that differ side by side in site/shots/pairs.html. CHUTE_SITE is the address of the
 * stack, with the demo races; races of its own are uploaded with the key of CHUTE_STACK. The
 * pictures are for people to look at: the command fails only if a page that should be printed on one
 * sheet takes more. Those of README.md are `make pictures`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { createServer } from "vite";
import { buildAt, showFrom, writePairs } from "./shots-before.mjs";

const vite = await createServer({
  configFile: false,
  appType: "custom",
  optimizeDeps: { noDiscovery: true },
  logLevel: "error",
  server: { middlewareMode: true, ws: false },
});
const { demos, launch, SCREENS, SITE } = await vite.ssrLoadModule("/e2e/browser.ts");
const { REAL_RACES, shots } = await vite.ssrLoadModule("/e2e/shots-pages.ts");
const { makeEmptyYear, makeOdd } = await vite.ssrLoadModule("/e2e/odd-race.ts");
const { makePrograms } = await vite.ssrLoadModule("/e2e/program-race.ts");
const folder = new URL("../shots/", import.meta.url).pathname;
const {
  values: { before: commit },
  positionals: words,
} = parseArgs({ options: { before: { type: "string" } }, allowPositionals: true });
/** Maximum height of a picture, in screen pixels: long tables are cut off. */
const HIGHEST = 2_200;
const say = (line) => process.stdout.write(`${line}\n`);
mkdirSync(`${folder}before`, { recursive: true });
const earlier = commit === undefined ? null : buildAt(commit);
process.on("exit", () => earlier?.remove());

await Promise.all([makePrograms(), makeOdd().then(makeEmptyYear)]);
const races = await demos();
const published = await Promise.all(
  REAL_RACES.map(
    async ({ slug, year }) =>
      (await fetch(`${SITE}/downloads/results/${slug}/${year}/current.json`)).ok,
  ),
);
for (const [index, { slug }] of REAL_RACES.entries())
  if (!published[index]) say(`not published, left out: ${slug}`);
const pages = shots(
  races,
  REAL_RACES.filter((_, index) => published[index]),
).filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

const browser = await launch();
const troubles = [];
/** Names of the pictures that differ from the earlier ones, and the number of those that do not. */
const pairs = { differ: [], same: 0 };

/**
 * One visitor per screen and site, whose browser caches the site's files; what the visitor did is
 * forgotten after each picture.
 */
const visitors = new Map();

async function visitor(screen, dist) {
  const context = await browser.newContext({
    viewport: SCREENS[screen],
    deviceScaleFactor: screen === "phone" ? 2 : 1,
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  await context.addInitScript(() => localStorage.clear());
  if (dist !== undefined) await showFrom(context, SITE, dist);
  return context;
}

/**
 * The page, ready for the picture; `close` cleans up. `dist`: the built files of another commit.
 */
async function open({ path, before, act }, screen, dist) {
  const own = before !== undefined;
  const key = `${screen} ${dist}`;
  if (!visitors.has(key)) visitors.set(key, await visitor(screen, dist));
  const context = own ? await visitor(screen, dist) : visitors.get(key);
  await before?.(context);
  const page = await context.newPage();
  await page.goto(SITE + path);
  await page.waitForLoadState(own ? "load" : "networkidle");
  // Two of the pictures show a page that stays like this.
  await page
    .getByText("Loading", { exact: true })
    .first()
    .waitFor({ state: "detached", timeout: own ? 3_000 : 30_000 })
    .catch(() => undefined);
  await act?.(page);
  await page.waitForTimeout(300);
  const close = async () => {
    await (own ? context : page).close();
    if (!own) await context.setOffline(false);
  };
  return { page, close };
}

/**
 * The page on a screen, in both schemes: all of it, or the visible part if the visitor scrolled or
 * opened a dialog. Returns the pictures by name.
 */
async function pictures(shot, screen, dist) {
  const { page, close } = await open(shot, screen, dist);
  const { width, height } = SCREENS[screen];
  const { top, long, wide } = await page.evaluate(() => {
    const { scrollHeight, scrollWidth, clientWidth } = document.documentElement;
    return { top: window.scrollY, long: scrollHeight, wide: scrollWidth > clientWidth };
  });
  if (wide && dist === undefined) troubles.push(`${shot.name} scrolls sideways on ${screen}`);
  if (top === 0 && (await page.getByRole("dialog").count()) === 0)
    await page.setViewportSize({ width, height: Math.max(height, Math.min(HIGHEST, long)) });
  const taken = {};
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    const name = `${shot.name}-${screen}-${colorScheme}`;
    taken[name] = await page.screenshot({
      path: `${folder}${dist === undefined ? "" : "before/"}${name}.png`,
    });
  }
  if (shot.print !== undefined && screen === "desktop" && dist === undefined)
    await paper(shot, page);
  await close();
  return taken;
}

/**
 * The current pictures, and those of the earlier site if requested. A page that it did not have
 * counts as different.
 */
async function both(shot, screen) {
  const now = await pictures(shot, screen);
  if (earlier === null) return;
  const then =
    (await pictures(shot, screen, earlier.dist).catch((reason) =>
      say(`${shot.name} before: ${reason.message.split("\n")[0]}`),
    )) ?? {};
  for (const [name, picture] of Object.entries(now)) {
    if (then[name]?.equals(picture)) pairs.same += 1;
    else pairs.differ.push(name);
  }
}

/** The page as printed, and its first sheets as pictures if pdftoppm is installed. */
async function paper(shot, page) {
  await page.emulateMedia({ colorScheme: "light" });
  const file = `${folder}${shot.name}.pdf`;
  const bytes = await page.pdf({ path: file, format: "A4", preferCSSPageSize: true });
  const sheets = [...bytes.toString("latin1").matchAll(/\/Type\s*\/Page\b(?!s)/g)].length;
  if (shot.print !== "any" && sheets !== shot.print)
    troubles.push(`${shot.name} prints on ${sheets} sheets instead of ${shot.print}`);
  try {
    execFileSync("pdftoppm", [
      "-png",
      "-r",
      "60",
      "-l",
      "2",
      file,
      file.replace(/\.pdf$/, "-paper"),
    ]);
  } catch (reason) {
    if (reason.code !== "ENOENT") throw reason;
  }
}

for (const shot of pages) {
  try {
    for (const screen of Object.keys(SCREENS)) await both(shot, screen);
  } catch (reason) {
    troubles.push(`${shot.name}: ${reason.message.split("\n")[0]}`);
  }
}
say(`${pages.length} pages and states into ${folder}`);
if (earlier !== null)
  say(
    `${pairs.differ.length} pictures differ from ${commit}, ${pairs.same} are the same: ${writePairs(folder, commit, pairs.differ, pairs.same)}`,
  );
for (const trouble of troubles) say(trouble);
process.exitCode = troubles.length > 0 ? 1 : 0;
await browser.close();
await vite.close();
