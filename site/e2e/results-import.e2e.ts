/** Results from a spreadsheet in a real browser, at the real server (pages.md C26). */
import type { Route } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { HOSTILE_TEXTS, HOSTILE_WORKBOOKS } from "../src/test/hostile-files";
import { days, STYLE, workbook } from "../src/test/workbook";
import { violations } from "./axe";
import { SCREENS, SITE } from "./browser";
import { cutTexts, sideways } from "./layout";
import { anAccount, anEvent, signIn, YEARS } from "./organiser";
import { context, newPage, page, withBrowser, wrongs } from "./page";
import { holds } from "./race";

/** The newest year, which is selected at first. */
const YEAR = YEARS[1];

let owner: string;
let slug: string;

withBrowser({ watched: true });

beforeAll(async () => {
  owner = await anAccount("paid");
});

beforeEach(async () => {
  slug = await anEvent(owner);
  await newPage();
});

const path = () => `/account/events/${slug}/results-import`;
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A workbook with a title, times as fractions of a day, and DNF in their column. */
function results(anasMinutes = 45): { name: string; mimeType: string; buffer: Buffer } {
  const time = (minutes: number) => ({ value: days(0, minutes, 10), style: STYLE.hours });
  const bytes = workbook([
    {
      name: "Results",
      merged: ["A1:E1"],
      lines: {
        1: ["Spring River Run"],
        2: ["Place", "Bib", "Name", "Gender", "Age", "Clock Time", "Chip Time", "5K Split"],
        3: ["1", "8", "Lee Park", "M", "33", time(44), time(43), time(21)],
        4: ["2", "7", "Ruiz, Ana", "F", "41", time(anasMinutes), time(anasMinutes), time(22)],
        5: [null, "9", "Mia Lund", "F", "29", "DNF", null, null],
        6: [null, "10", "Jo Ek", "M", "20", "4o:00", null, null],
      },
    },
  ]);
  return { name: "results.xlsx", mimeType: XLSX, buffer: Buffer.from(bytes) };
}

async function take(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.getByLabel("Choose a file").setInputFiles(file);
  await page.getByRole("heading", { name: "Columns" }).waitFor();
}

async function check(): Promise<void> {
  await page.getByRole("button", { name: "Check what would happen" }).click();
  await page.getByRole("heading", { name: "What would happen" }).waitFor();
}

/** New, changed, same, with errors, left out. */
async function counts(): Promise<number[]> {
  return (await page.locator("[role=status] dd").allTextContents()).map(Number);
}

async function publish(): Promise<void> {
  await page.getByRole("button", { name: /^Publish \d+ rows?$/ }).click();
  await page.getByRole("heading", { name: "Published" }).waitFor();
}

test("a workbook becomes results; a later one changes what differs and says what; the same again changes nothing", async () => {
  await signIn(page, path(), owner);
  await take(results());
  await page.getByText("Headings as in results of RunSignup.").waitFor();
  await page.getByRole("button", { name: "Check what would happen" }).click();
  await page
    .getByText("Choose the column of the distance, or write the distance of all lines.")
    .waitFor();
  await page.getByLabel("Distance of all lines").fill("10 KM");
  expect(await page.getByLabel("5K Split").isChecked()).toBe(true);
  await check();
  await expect.poll(counts).toEqual([3, 0, 0, 1, 0]);
  await page.getByText(/^Clock time \(gun time\) \(Clock Time\): is no time/).waitFor();
  expect(await violations(page)).toEqual([]);
  await publish();
  await page.getByText("3 people new, 0 changed.").waitFor();
  await holds(slug, YEAR, 5);

  await page.getByRole("button", { name: "Another file" }).click();
  await take(results());
  await page.getByLabel("Distance of all lines").fill("10 KM");
  await check();
  await expect.poll(counts).toEqual([0, 0, 3, 1, 0]);
  await page.getByText("There is nothing to publish").waitFor();
  expect(await page.getByRole("button", { name: /^Publish/ }).isDisabled()).toBe(true);

  await page.getByRole("button", { name: "Another file" }).click();
  await take(results(40));
  await page.getByLabel("Distance of all lines").fill("10 KM");
  await check();
  await expect.poll(counts).toEqual([0, 2, 1, 1, 0]);
  const ana = page.getByRole("listitem").filter({ hasText: "Line 4" }).first();
  expect(await ana.getByRole("listitem").allTextContents()).toContainEqual(
    expect.stringMatching(/^Place: 2 .*1$/),
  );
  await publish();
  await page.getByText("0 people new, 2 changed.").waitFor();
  expect(await wrongs()).toEqual([]);
  await page.getByRole("link", { name: "To the results" }).click();
  await page.waitForURL(`${SITE}/results/${slug}/${YEAR}`);
  await page.getByText("Ana Ruiz").first().waitFor();
});

test("columns are remembered without any data; a pasted table; rows that somebody else has changed", async () => {
  await signIn(page, path(), owner);
  await page.getByRole("button", { name: "Paste a table" }).click();
  await page
    .getByLabel(/^Cells copied from a spreadsheet/)
    .fill("Startnr\tTeilnehmer\tZeit\tWelle\n7\tSecret Person\t40:00\tA\n");
  await page.getByRole("button", { name: "Use this table" }).click();
  await page.getByLabel("Division or team").selectOption({ label: "Welle" });
  await page.getByLabel("Distance of all lines").fill("10 KM");
  await check();
  const stored = await page.evaluate(() =>
    JSON.stringify([
      { ...localStorage, currentUser: "" },
      { ...sessionStorage },
      window.location.href,
      document.title,
    ]),
  );
  for (const secret of ["Secret", "Startnr", "Welle"]) expect(stored).not.toContain(secret);
  await context.route(
    "**/r/results/add",
    (route) =>
      route.fulfill({
        status: 409,
        contentType: "application/json",
        body: '{"message":"Changed By Somebody Else"}',
      }),
    { times: 1 },
  );
  await page.getByRole("button", { name: /^Publish/ }).click();
  await page.getByText(/^Somebody else has changed the same results/).waitFor();
  await page.getByRole("button", { name: "Check again" }).click();
  await page.getByRole("heading", { name: "What would happen" }).waitFor();
  await publish();
  expect(await wrongs()).toEqual([]);
  // another device of the same account
  await newPage();
  const remembered = page.waitForResponse((answer) => answer.url().endsWith("/r/results/columns"));
  await signIn(page, path(), owner);
  expect((await remembered).status()).toBe(200);
  await page.getByRole("button", { name: "Paste a table" }).click();
  await page
    .getByLabel(/^Cells copied from a spreadsheet/)
    .fill("Startnr\tTeilnehmer\tZeit\tWelle\n8\tSomebody Else\t41:00\tB\n");
  await page.getByRole("button", { name: "Use this table" }).click();
  expect(await page.getByLabel("Division or team").locator("option:checked").textContent()).toBe(
    "Welle",
  );
  expect(await wrongs()).toEqual([]);
});

test("files that hold more than any table are refused one after the other, each with its reason, and the next is read", async () => {
  await signIn(page, path(), owner);
  const chooser = page.getByLabel("Choose a file");
  const alert = page.getByRole("alert");
  for (const [files, mimeType, names] of [
    [
      HOSTILE_WORKBOOKS,
      XLSX,
      {
        "a hundred sheets that are the same ten megabytes":
          "unpacks to more than 100 MB (reached in xl/worksheets/s9.xml)",
        "20,000 sheets": "more than 200 sheets",
        "a million columns": "Sheet “a”, line 1: a cell beyond column 500",
        "a text of a page in a million cells": "more than 20,000,000 characters",
        "entities of entities": "declares a document type or entities",
      },
    ],
    [
      HOSTILE_TEXTS,
      "text/csv",
      {
        "a line of a million columns": "Line 1: a cell beyond column 500",
        "quotes before a long blank": "Line 1: a cell has more than 32,767 characters",
      },
    ],
  ] as const)
    for (const [name, told] of Object.entries(names)) {
      const bytes = (files as typeof HOSTILE_TEXTS)[name]?.make() ?? new Uint8Array();
      await chooser.setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
      await alert.filter({ hasText: told }).waitFor();
      expect(page.workers()).toEqual([]);
    }
  await take(results());
  expect(await wrongs()).toEqual([]);
});

test("reading a file can be cancelled, also while its code is still being fetched", async () => {
  await signIn(page, path(), owner);
  let fetched = () => {};
  const asked = new Promise<void>((done) => (fetched = done));
  const never = (route: Route) =>
    route.request().url().includes("file-worker") ? fetched() : route.continue();
  await context.route("**/assets/*", never);
  await page.getByLabel("Choose a file").setInputFiles(results());
  await asked;
  await page.getByText("Reading results.xlsx…").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Reading results.xlsx…").waitFor({ state: "detached" });
  expect(await page.getByLabel("Choose a file").evaluate((input) => input.matches(":focus"))).toBe(
    true,
  );
  await context.unroute("**/assets/*", never);
  await take(results());
  expect(await wrongs()).toEqual([]);
});

test.each([
  [
    "at 320 px",
    { width: 320, height: 640 },
    "en-US",
    "Check what would happen",
    "Distance of all lines",
    "What would happen",
  ],
  [
    "in Spanish",
    SCREENS.desktop,
    "es-ES",
    "Comprobar qué pasaría",
    "Distancia de todas las líneas",
    "Qué pasaría",
  ],
])(
  "%s everything fits, and axe finds nothing",
  async (_, viewport, locale, button, distance, heading) => {
    await newPage({ viewport, locale });
    await signIn(page, path(), owner);
    await page.locator("input[type=file]").waitFor();
    await page.locator("input[type=file]").setInputFiles(results());
    await page.getByLabel(distance).fill("10 KM");
    await page.getByRole("button", { name: button }).click();
    await page.getByRole("heading", { name: heading }).waitFor();
    expect(await sideways(page)).toBe(0);
    expect(await cutTexts(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(await wrongs()).toEqual([]);
  },
);

test("an account that does not own the event is refused", async () => {
  await signIn(page, path(), await anAccount("free"));
  await page.getByRole("heading", { name: "Not your event" }).waitFor();
});
