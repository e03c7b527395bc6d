/** The site without a network, after a visit with one (pages.md D8). */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { violations } from "./axe";
import { SCREENS, SITE } from "./browser";
import { goOffline, untilKept, untilTrue } from "./network";
import { context, drawn, newPage, page, withBrowser } from "./page";
import { makePrograms, NAME, SLUG, YEARS } from "./program-race";

const RACE = `${SLUG}/${YEARS[0]}`;
const OLD =
  /^You are offline\. Showing results of (?:\w+ \d+, \d{4}, )?\d{1,2}:\d\d:\d\d\s[AP]M\.$/;
const NEVER = "You are offline, and this page has not been loaded before.";

withBrowser({ viewport: SCREENS.phone, serviceWorkers: "allow" });
beforeAll(makePrograms);
beforeEach(() => newPage());

/** Opens a page with the network and waits until everything it loads is kept. */
async function visit(path: string): Promise<void> {
  await page.goto(SITE + path);
  await drawn();
  await untilKept(page);
}

test("one visit: the race opens again, in the page it was, and says how old it is", async () => {
  await visit(`/results/${RACE}`);
  await goOffline(context);
  await page.reload();
  await page.getByText(OLD).waitFor();
  await expect.poll(() => page.getByRole("rowheader").count()).toBe(40);
  expect(await violations(page)).toEqual([]);
});

test("one visit over a slow network: what was on its way when the worker came is kept too", async () => {
  await page.route("**/current.json", async (route) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await route.continue();
  });
  await visit(`/results/${RACE}`);
  await goOffline(context);
  await page.reload();
  await page.getByText(OLD).waitFor();
  await expect.poll(() => page.getByRole("rowheader").count()).toBe(40);
});

test("event list, last race, its runners and my runners, by address and by link", async () => {
  await visit("/");
  await visit(`/results/${RACE}`);
  await page.getByRole("button", { name: "Follow Lee Park" }).first().click();
  await visit(`/results/${RACE}/1`);
  await goOffline(context);
  await page.goto(SITE);
  await page.getByText(OLD).waitFor();
  await page.getByRole("searchbox").fill(NAME);
  await page.getByRole("link", { name: NAME, exact: true }).first().waitFor();
  await page.goto(`${SITE}/results/${RACE}`);
  await page.getByText(OLD).waitFor();
  const strip = page.getByRole("region", { name: "My runners" });
  await strip.getByRole("link", { name: "Lee Park" }).click();
  await page.getByRole("heading", { level: 2, name: "Lee Park" }).waitFor();
  await page.getByText(OLD).waitFor();
});

test("every other page, once seen, opens again with its age", async () => {
  const paths = [
    "awards",
    "pntf",
    "pntf-awards",
    "ytp-awards",
    "ytp-series",
    "pntf-youth",
    "team-results",
    "series",
    "status",
  ].map((word) => `/${word}/${word === "series" ? SLUG : RACE}`);
  for (const path of paths) await visit(path);
  await goOffline(context);
  for (const path of paths) {
    await page.goto(SITE + path);
    await page.getByText(OLD).waitFor();
    await page.getByRole("table").first().waitFor();
  }
});

test("pages never loaded show a message: races, runners; a QR code needs the event list alone; and all open by themselves when the network is back", async () => {
  await visit("/");
  await goOffline(context);
  for (const path of [
    `/results/${RACE}`,
    `/awards/${RACE}`,
    `/series/${SLUG}`,
    `/results/${RACE}/1`,
    `/certificate/${RACE}/1`,
  ]) {
    await page.goto(SITE + path);
    await page.getByText(NEVER).waitFor();
    expect(await page.title()).toBe("Error");
  }
  await page.goto(`${SITE}/results/${RACE}/qr`);
  await page.getByRole("img", { name: /^QR code for/ }).waitFor();
  for (const path of [`/results/${RACE}`, `/series/${SLUG}`]) {
    await page.goto(SITE + path);
    await page.getByText(NEVER).waitFor();
    await context.setOffline(false);
    await page.getByRole("rowheader").first().waitFor();
    await goOffline(context);
  }
});

test("the signal was lost between a new version's pointer and its files: the version before opens", async () => {
  await visit(`/results/${RACE}`);
  const pointer = `/downloads/results/${RACE}/current.json`;
  await untilTrue(
    page,
    async (path) => (await caches.match(`${path}?table`)) !== undefined,
    pointer,
  );
  await page.evaluate(async (path) => {
    const cache = await caches.open("data-1");
    const kept = (await (await cache.match(path))?.text()) ?? "";
    await cache.put(path, new Response(kept.replace(/h-\w+\.json/, "h-0000000000000000.json")));
  }, pointer);
  await goOffline(context);
  await page.reload();
  await page.getByText(OLD).waitFor();
  await expect.poll(() => page.getByRole("rowheader").count()).toBe(40);
});

test("the site's icon is there without a network", async () => {
  await visit("/");
  await page.reload();
  await goOffline(context);
  expect(await page.evaluate(async () => (await fetch("/favicon.svg")).ok)).toBe(true);
});

test("forms that need the network are closed, with a note", async () => {
  await visit(`/results/${RACE}`);
  await page.getByText("Text alerts: follow a runner by phone").click();
  await page.getByRole("combobox", { name: "Participant" }).waitFor();
  await goOffline(context);
  await page.getByText("This needs the network: you are offline.").first().waitFor();
  expect(await page.getByRole("button", { name: "Submit" }).isDisabled()).toBe(true);
});

test("nothing of the two APIs is kept on the device", async () => {
  await visit("/");
  await page.goto(`${SITE}/unsubscribe/offline%40example.org`);
  await page.getByRole("heading", { name: "Success!" }).waitFor();
  const kept = await page.evaluate(async () => {
    const stores = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return stores.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.length).toBeGreaterThan(3);
  expect(
    kept.filter((path) => !/^\/($|config\.json$|favicon\.svg$|assets\/|downloads\/)/.test(path)),
  ).toEqual([]);
});
