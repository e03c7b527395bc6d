/**
 * A table on a page of another origin, under a policy that names this site and nothing else
 * (pages.md C27).
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "./axe";
import { SCREENS, SITE } from "./browser";
import { sideways } from "./layout";
import { makeRace } from "./own-race";
import { context, newPage, visit, withBrowser } from "./page";
import { makePrograms, NAME, SLUG, YEARS } from "./program-race";

const RACE = `${SLUG}/${YEARS[0]}`;
const ORIGIN = new URL(SITE).origin;

let host: Server;
let elsewhere: string;
/** The content of the page of the other origin. */
let body = "";

withBrowser({ serviceWorkers: "allow" });

beforeAll(async () => {
  await makePrograms();
  host = createServer((_, answer) => {
    answer.setHeader("Content-Type", "text/html; charset=utf-8");
    answer.setHeader(
      "Content-Security-Policy",
      `default-src 'none'; script-src ${ORIGIN}; frame-src ${ORIGIN}`,
    );
    answer.end(
      `<!doctype html><html lang="en"><title>Club</title><h1>Our club</h1><div>${body}</div>`,
    );
  });
  await new Promise<void>((resolve) => {
    host.listen(0, "127.0.0.1", resolve);
  });
  elsewhere = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
});

afterAll(() => {
  host?.close();
});

/** Opens the club's page with something in it, and records what its policy refuses. */
async function open(
  html: string,
  viewport: { width: number; height: number } = SCREENS.desktop,
): Promise<Page> {
  body = html;
  const page = await newPage({ viewport });
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      refused.push(`${effectiveDirective} ${blockedURI}`),
    );
  });
  await page.goto(elsewhere);
  return page;
}

/** The frame once its table is drawn. */
async function table(page: Page): Promise<Frame> {
  const frame = await (await page.locator("iframe").elementHandle())?.contentFrame();
  if (frame === null || frame === undefined) throw new Error("There is no frame.");
  await frame.getByRole("rowheader").first().waitFor();
  return frame;
}

const refusedBy = (at: Page | Frame) =>
  at.evaluate(() => Reflect.get(window, "refused") as string[]);
const heightOf = (page: Page) =>
  page.locator("iframe").evaluate((frame) => frame.getBoundingClientRect().height);
const contentOf = (frame: Frame) =>
  frame.evaluate(() => document.querySelector("main")?.offsetHeight ?? 0);

const LINE = `<script src="${SITE}/embed.js" data-race="${RACE}" async></script>`;

test("one line brings the table, as high as it is, and nothing is refused", async () => {
  const page = await open(LINE);
  const frame = await table(page);
  await frame.getByRole("heading", { level: 1, name: `2002 ${NAME}` }).waitFor();
  expect(await frame.getByRole("rowheader").count()).toBe(20);
  await expect.poll(async () => (await heightOf(page)) - (await contentOf(frame))).toBe(0);
  const high = await heightOf(page);
  // a search leaves few rows: the frame shrinks with them, and grows again
  await frame.getByRole("searchbox").fill("park");
  await expect.poll(() => heightOf(page)).toBeLessThan(high - 100);
  await expect.poll(async () => (await heightOf(page)) - (await contentOf(frame))).toBe(0);
  await frame.getByRole("searchbox").fill("");
  await expect.poll(() => heightOf(page)).toBe(high);
  expect(
    await frame.evaluate(() => document.documentElement.scrollHeight > window.innerHeight),
  ).toBe(false);
  expect(await page.locator("iframe").getAttribute("title")).toBe("Race results");
  expect([await refusedBy(page), await refusedBy(frame)]).toEqual([[], []]);
});

test("it runs in a sandbox without an origin, where editors put the frame of oEmbed", async () => {
  const answer = await fetch(`${SITE}/downloads/results/${RACE}/oembed.json`);
  const { html } = (await answer.json()) as { html: string };
  const page = await open(html.replace("<iframe", '<iframe sandbox="allow-scripts"'));
  const frame = await table(page);
  await frame.getByRole("heading", { level: 1, name: `2002 ${NAME}` }).waitFor();
  expect(await frame.getByRole("rowheader").count()).toBe(20);
  expect([await refusedBy(page), await refusedBy(frame)]).toEqual([[], []]);
});

test("it sets no cookie and keeps nothing", async () => {
  const page = await open(
    `<script src="${SITE}/embed.js" data-race="${RACE}" data-lang="es" async></script>`,
  );
  const frame = await table(page);
  await frame.getByRole("searchbox").fill("park");
  await frame.getByText(/^Los 40 corredores/).waitFor();
  // The worker of the site's own pages registers now.
  await frame.waitForLoadState("load");
  expect(await context.cookies()).toEqual([]);
  const kept = await frame.evaluate(async () => ({
    cookies: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    caches: (await window.caches?.keys()) ?? [],
    databases: await indexedDB.databases(),
    workers: ((await navigator.serviceWorker?.getRegistrations()) ?? []).length,
  }));
  expect(kept).toEqual({
    cookies: "",
    local: 0,
    session: 0,
    caches: [],
    databases: [],
    workers: 0,
  });
});

test("the script's options: distance, rows, no search; links open beside the club's page", async () => {
  const page = await open(
    `<script src="${SITE}/embed.js" data-race="${SLUG}" data-rows="3" data-search="off" data-title="The festival" async></script>`,
  );
  const frame = await table(page);
  expect([
    await frame.getByRole("rowheader").count(),
    await frame.getByRole("searchbox").count(),
  ]).toEqual([3, 0]);
  expect(await page.locator("iframe").getAttribute("title")).toBe("The festival");
  const links = await frame
    .getByRole("link")
    .evaluateAll((all) =>
      all.map((link) => [(link as HTMLAnchorElement).target, (link as HTMLAnchorElement).rel]),
    );
  expect(links.length).toBeGreaterThan(4);
  expect(links.every(([target, rel]) => target === "_blank" && rel === "noopener")).toBe(true);
  const [opened] = await Promise.all([
    context.waitForEvent("page"),
    frame.getByRole("link", { name: /^All 40 runners/ }).click(),
  ]);
  await opened.getByRole("heading", { level: 1, name: `${NAME} Results` }).waitFor();
  expect(page.url()).toBe(elsewhere);
});

test("it keeps up with a live race", async () => {
  const { race, upload, holds } = await makeRace([[100, 2, 3000]]);
  const page = await open(`<script src="${SITE}/embed.js" data-race="${race}" async></script>`);
  const frame = await table(page);
  await frame.getByText("LIVE", { exact: true }).waitFor();
  const high = await heightOf(page);
  await upload([[7, 1, 2900]]);
  await holds(2);
  await frame.locator('tr[data-key="7"]').waitFor();
  await expect.poll(() => heightOf(page)).toBeGreaterThan(high);
  expect(await refusedBy(page)).toEqual([]);
});

test("a height that somebody else says is not heard, and nobody is told who did not ask", async () => {
  const page = await open(LINE);
  const frame = await table(page);
  await expect.poll(async () => (await heightOf(page)) - (await contentOf(frame))).toBe(0);
  const high = await heightOf(page);
  await hear(page);
  await page.evaluate(() => window.postMessage({ from: "chute-embed", height: 4000 }, "*"));
  await frame.evaluate(() =>
    window.parent.postMessage({ from: "chute-embed", height: "4000" }, "*"),
  );
  await expect.poll(() => heard(page)).toHaveLength(2);
  expect(await heightOf(page)).toBe(high);
  // a page that frames the table itself, without having asked
  const silent = await open(`<iframe title="Results" src="${SITE}/embed/${RACE}"></iframe>`);
  await hear(silent);
  const inside = await table(silent);
  await inside.getByRole("searchbox").fill("park");
  await expect.poll(() => inside.getByRole("rowheader").count()).toBeLessThan(20);
  // The height has changed: once this arrives, so has what was said about it in the frame before.
  await inside.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
  await inside.evaluate(() => window.parent.postMessage("the last one", "*"));
  await expect.poll(() => heard(silent)).toContain("the last one");
  const others = (await heard(silent)).filter((said) => said !== "the last one");
  for (const said of others) expect(said).toEqual({ from: "chute-embed", ready: true });
});

/** Keeps the messages that a page hears from now on. */
function hear(page: Page): Promise<void> {
  return page.evaluate(() => {
    const said: unknown[] = [];
    Object.assign(window, { said });
    window.addEventListener("message", ({ data }) => said.push(data));
  });
}

function heard(page: Page): Promise<unknown[]> {
  return page.evaluate(() => Reflect.get(window, "said") as unknown[]);
}

test("no other page of the site can be framed", async () => {
  const page = await open(
    ["results", "kiosk", "embedded"]
      .map((word) => `<iframe title="${word}" src="${SITE}/${word}/${RACE}"></iframe>`)
      .join(""),
  );
  // The page has loaded, and so have its frames.
  const frames = page.frames().slice(1);
  expect(frames).toHaveLength(3);
  for (const frame of frames)
    expect([frame.url(), await frame.locator("#root").count()]).toEqual([
      "chrome-error://chromewebdata/",
      0,
    ]);
});

test("on a phone of 320 px, in light and dark: axe clean, nothing beside the window", async () => {
  const page = await visit(`/embed/${RACE}`, { viewport: { width: 320, height: 640 } });
  await page.getByRole("rowheader").first().waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
});

test.each([
  ["without quotes", `<script src=${SITE}/embed.js data-race=${RACE} async></script>`],
  [
    "with quotes that an editor made typographic",
    `<script src=${SITE}/embed.js data-race=“${RACE}” async></script>`,
  ],
  [
    "with quotes of which an editor made marks of seconds",
    `<script src=${SITE}/embed.js data-race=”${RACE}″ async></script>`,
  ],
  ["as a module", `<script type=module src=${SITE}/embed.js data-race=${RACE}></script>`],
  ["as a frame alone", `<iframe src=${SITE}/embed/${RACE} width=100% height=640></iframe>`],
])("the table %s", async (_, html) => {
  const frame = await table(await open(html));
  await frame.getByRole("heading", { level: 1, name: `2002 ${NAME}` }).waitFor();
});

test("a line without a race says what is missing", async () => {
  const page = await open(`<script src=${SITE}/embed.js async></script>`);
  await page.getByRole("link", { name: /data-race is missing/ }).waitFor();
});

test("an unknown race says so in the frame", async () => {
  const page = await open(
    `<script src="${SITE}/embed.js" data-race="no-such-race/2026" async></script>`,
  );
  await page.frameLocator("iframe").getByRole("heading", { level: 1, name: "404" }).waitFor();
  expect(await page.frameLocator("iframe").getByRole("link").count()).toBe(0);
});

test("the results page has the files and the line, to be copied", async () => {
  const page = await visit(`/results/${RACE}`, {
    viewport: SCREENS.phone,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.getByRole("button", { name: "Sort and filter" }).click();
  await page.getByRole("button", { name: "Data and embedding" }).click();
  const dialog = page.getByRole("dialog", { name: "Data and embedding" });
  await dialog.waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  const links = await dialog
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(links).toHaveLength(4);
  for (const link of links) {
    const answer = await fetch(link);
    expect([answer.status, answer.headers.get("access-control-allow-origin")], link).toEqual([
      200,
      "*",
    ]);
  }
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("link", { name: /JSON/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${SLUG}-${YEARS[0]}-results.json`);
  await dialog.getByRole("button", { name: "Copy", exact: true }).click();
  await dialog.getByRole("status").filter({ hasText: /./ }).waitFor();
  expect(await dialog.locator("code").allInnerTexts()).toEqual([
    `<script src=${ORIGIN}/embed.js data-race=${RACE} async></script>`,
    `<iframe src=${ORIGIN}/embed/${RACE} title=${NAME.replaceAll("&", "&#38;").replaceAll(" ", "&#32;")} width=100% height=640 loading=lazy></iframe>`,
  ]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

test("the event list leads to a calendar that has the event", async () => {
  const page = await visit("");
  const link = page.getByRole("link", { name: /iCalendar/ });
  await link.waitFor();
  const file = new URL((await link.getAttribute("href")) ?? "", SITE);
  const subscribed = await page.getByRole("link", { name: /^Subscribe/ }).getAttribute("href");
  expect(subscribed).toBe(file.href.replace(/^https?/, "webcal"));
  const answer = await fetch(file);
  expect(answer.headers.get("content-type")).toContain("text/calendar");
  expect(await answer.text()).toContain(`/results/${SLUG}`);
});
