/**
 * How long things take at check-in (pages.md C8). No other browser runs meanwhile:
 * its work would be measured, too.
 */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { launch, SCREENS } from "./browser";
import {
  checkIn,
  isFocused,
  makeEvent,
  makeVolunteer,
  openDesk,
  owner,
  PEOPLE,
  rowOf,
  undoCheckIn,
  type Volunteer,
} from "./checkin-desk";
import { callAsAdmin } from "./stack";

const YEAR = "2026";

let browser: Browser;
let page: Page;
let ida: Volunteer;
let slug: string;

beforeAll(async () => {
  [browser, ida] = await Promise.all([launch(), makeVolunteer("Ida Volunteer")]);
});

afterAll(() => browser?.close());

function visitor(viewport: (typeof SCREENS)[keyof typeof SCREENS]): Promise<BrowserContext> {
  return browser.newContext({ viewport, locale: "en-US", serviceWorkers: "block" });
}

beforeEach(async () => {
  slug = await makeEvent({ [YEAR]: PEOPLE });
  const context = await visitor(SCREENS.desktop);
  page = await openDesk(context, `${slug}/${YEAR}`, ida);
  await rowOf(page, "Ana Osei").waitFor();
  return () => context.close();
});

test("a walk-up from the keyboard, in under 15 seconds", async () => {
  await page.getByLabel("From", { exact: true }).fill("200");
  await page.getByLabel("To", { exact: true }).fill("201");
  await page.getByRole("button", { name: "Set" }).click();
  await page.getByText("Next free bib: 200.").waitFor();
  await page.getByRole("searchbox").focus();
  const begun = Date.now();
  // A quick typist: eight keys a second.
  const type = (words: string) => page.keyboard.type(words, { delay: 120 });
  const next = () => page.keyboard.press("Tab", { delay: 60 });
  await type("Mo Walkup");
  await page.getByText("No participant matches.").waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByRole("form", { name: "Add a participant" }).waitFor();
  await type("5");
  for (let fields = 0; fields < 4; fields += 1) await next();
  const gender = page.getByRole("form", { name: "Add a participant" }).getByLabel("Gender");
  for (let more = 0; more < 2 && !(await isFocused(gender)); more += 1) await next();
  expect(await isFocused(gender)).toBe(true);
  await type("M");
  await next();
  await type("7/21/1990");
  await page.keyboard.press("Enter");
  await page.getByText("Added Mo Walkup.").waitFor();
  const seconds = (Date.now() - begun) / 1000;
  process.stdout.write(`walk-up entry from the keyboard: ${seconds.toFixed(1)} s\n`);
  expect(seconds).toBeLessThan(15);
  expect(await isFocused(page.getByRole("button", { name: "Add participant" }))).toBe(true);
  await undoCheckIn(page, "Mo Walkup").waitFor();
  await rowOf(page, "Mo Walkup").getByText("Bib 200").waitFor();
  await rowOf(page, "Mo Walkup").getByText("5 KM").waitFor();
  await page.getByText("Next free bib: 201.").waitFor();
});

test("another browser sees it within five seconds, and who did it", async () => {
  const other = await visitor(SCREENS.phone);
  const there = await openDesk(other, `${slug}/${YEAR}`, owner());
  await checkIn(there, "Ana Osei").waitFor();
  const begun = Date.now();
  await checkIn(page, "Ana Osei").click();
  await rowOf(there, "Ana Osei").getByText("Ida Volunteer").waitFor();
  const seconds = (Date.now() - begun) / 1000;
  process.stdout.write(`seen by another browser after ${seconds.toFixed(1)} s\n`);
  expect(seconds).toBeLessThan(5);
  await callAsAdmin("r/participants/delete", { slug, year: YEAR, identifiers: ["p2"] }, "DELETE");
  await rowOf(there, "Léa Park").waitFor({ state: "detached" });
  await other.close();
});
