/**
 * One runner corrected in three taps, in a real browser at the real server: the correction stands
 * whatever is uploaded afterwards, and another value is told (pages.md C28).
 */
import type { Locator } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { violations } from "./axe";
import { SCREENS, SITE } from "./browser";
import { expectFits } from "./layout";
import { anAccount, anEvent, finisher, signIn, timingOf, YEARS } from "./organiser";
import { newContext, newPage, page, withBrowser, wrongs } from "./page";
import { published } from "./stack";

const YEAR = YEARS[1];

let owner: string;
let slug: string;
let upload: (...results: object[]) => Promise<void>;

withBrowser({ viewport: SCREENS.phone, watched: true });

beforeAll(async () => {
  owner = await anAccount("paid");
});

/** Every test has an event of its own. */
beforeEach(async () => {
  slug = await anEvent(owner);
  upload = await timingOf(owner, slug, YEAR);
  await upload(...[1, 2, 3, 4, 5].map((bib) => finisher(bib, 3_000 + bib * 60)));
  await pointed(0);
  await newPage();
});

/** Waits until a version after this one is public. Returns its number. */
async function pointed(after: number): Promise<number> {
  let version = 0;
  await published(`results/${slug}/${YEAR}/current.json`, (text) => {
    ({ version } = JSON.parse(text) as { version: number });
    return version > after;
  });
  return version;
}

const form = (bib: number) => `/account/events/${slug}/corrections/${YEAR}/${bib}`;
const list = () => `/account/events/${slug}/corrections`;

/** The results page of a visitor. */
async function results(): Promise<string> {
  const visitor = await newContext();
  const shown = await visitor.newPage();
  await shown.goto(`${SITE}/results/${slug}/${YEAR}`);
  await shown.getByText("Robin Runner 2").first().waitFor();
  const text = await shown.locator("main").innerText();
  await visitor.close();
  return text;
}

test("three taps correct a time, and it stands while the timing program uploads", async () => {
  await signIn(page, list(), owner);
  await page.goto(`${SITE}/results/${slug}/${YEAR}/5`);
  const before = await pointed(0);
  let taps = 0;
  const tap = async (what: Locator) => {
    await what.click();
    taps += 1;
  };
  await tap(page.getByRole("link", { name: "Correct" }));
  const clock = page.getByLabel("Clock time");
  await tap(clock);
  await clock.fill("50:30.5");
  await page
    .getByText("4 other runners get another place; 9 places among the first three change.")
    .waitFor({ state: "attached" });
  await tap(page.getByRole("button", { name: "Publish" }));
  await page.getByText("Published. Readers see it within seconds.").waitFor();
  expect(taps).toBe(3);
  expect(await violations(page)).toEqual([]);
  const corrected = await pointed(before);
  expect(await results()).toMatch(/50:30/);

  // The same as before, and something else beside it.
  await upload(finisher(5, 3_300), finisher(4, 3_241));
  const repeated = await pointed(corrected);
  expect(await results()).toMatch(/50:30/);
  await page.goto(SITE + list());
  await page.getByText("No upload contradicts a correction.").waitFor();

  await upload(finisher(5, 3_333));
  await page.reload();
  const card = page.getByRole("article", { name: "Robin Runner 5 (5), 10 KM" });
  await card.getByText("Clock time: 50:30.5 (uploaded: 55:33)").waitFor();
  await page.getByText(/^1 correction is contradicted\./).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.goto(`${SITE}/account/events/${slug}`);
  await page.getByRole("link", { name: "Corrections (1 conflict)" }).click();
  await card.waitFor();
  expect(await results()).toMatch(/50:30/);

  await card.getByRole("button", { name: /^Take the upload/ }).click();
  await page.getByText("The uploaded value of Robin Runner 5 (5) holds.").waitFor();
  await pointed(repeated);
  expect(await results()).toMatch(/55:33/);
  expect(await wrongs()).toEqual([]);
});

test("by keyboard alone, and back again", async () => {
  await newPage({ viewport: SCREENS.desktop });
  await signIn(page, form(3), owner);
  const clock = page.getByLabel("Clock time");
  await clock.waitFor();
  await page.getByLabel("Status").focus();
  await page.keyboard.press("Tab");
  expect(await clock.evaluate((input) => input.matches(":focus"))).toBe(true);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("59:59");
  const moves = page.getByText(/another place/);
  await moves.waitFor();
  // It goes to what moves: only the button publishes.
  await page.keyboard.press("Enter");
  const bar = page.locator(":focus").filter({ has: moves });
  await bar.getByRole("button", { name: "Publish" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Published. Readers see it within seconds.").waitFor();
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Undone. Readers see it within seconds.").waitFor();
  await expect.poll(() => clock.inputValue()).toBe("53:00");
  expect(await wrongs()).toEqual([]);
});

test.each([{ width: 390, height: 500 }, { width: 844, height: 390 }, SCREENS.desktop])(
  "no field that has the focus is behind the bar, at $width px",
  async (viewport) => {
    await newPage({ viewport });
    await signIn(page, form(4), owner);
    await page.getByLabel("Clock time").fill("50:30.5");
    await page.getByText(/another place/).waitFor();
    await page.getByLabel("Status").focus();
    const bar = page.locator("form > :last-child");
    const fields = await page.locator("form :is(input, select, textarea)").count();
    for (let field = 1; field < fields; ) {
      await page.keyboard.press("Tab");
      const focused = page.locator("form :is(input, select, textarea):focus");
      if ((await focused.count()) === 0) continue;
      field += 1;
      const edges = [await focused.boundingBox(), await bar.boundingBox()];
      expect((edges[0]?.y ?? 0) + (edges[0]?.height ?? 0)).toBeLessThanOrEqual(edges[1]?.y ?? 0);
    }
  },
);

test("at 320 px, on its side and in Spanish everything fits, and axe finds nothing", async () => {
  const narrow = { width: 320, height: 640 };
  await newPage({ viewport: narrow, locale: "es-ES" });
  await signIn(page, form(4), owner);
  const clock = page.getByLabel("Tiempo bruto");
  await clock.fill("50:30.5");
  await page.getByText(/de puesto/).waitFor();
  await expectFits(page, [narrow]);
  await page.getByRole("button", { name: "Publicar" }).click();
  await page.getByText("Publicado. Los lectores lo ven en segundos.").waitFor();
  await page.getByRole("link", { name: "Todas las correcciones" }).click();
  await page.getByRole("article").waitFor();
  await expectFits(page, [narrow]);
  expect(await wrongs()).toEqual([]);
});

test("an account that does not own the event has no link, and is refused", async () => {
  await signIn(page, form(3), await anAccount("free"));
  await page.getByRole("heading", { name: "Not your event" }).waitFor();
  const asked = page.waitForResponse((answer) => answer.url().endsWith("/r/event-year"));
  await page.goto(`${SITE}/results/${slug}/${YEAR}/3`);
  expect((await asked).status()).toBe(401);
  await page.getByText("Privacy or a mistake?").waitFor();
  expect(await page.getByRole("link", { name: "Correct" }).count()).toBe(0);
});
