/** Organisers' files in a real browser, at the real server (pages.md C19). */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { SITE } from "./browser";
import { expectSeenControls } from "./controls";
import { PAYLOADS } from "./hostile-race";
import { expectFits } from "./layout";
import { anAccount, anEvent, aRace, DISTANCE, signIn, YEARS } from "./organiser";
import { context, newPage, page, withBrowser, wrongs } from "./page";
import { callAsAdmin, isPublished, published } from "./stack";

withBrowser({ watched: true });
beforeEach(() => newPage());

/** An administrator, and an event that has results. */
let admin: string;
const RACE = `files-race-${randomUUID().slice(0, 6)}`;

beforeAll(async () => {
  await aRace(RACE);
  admin = await anAccount("admin", "Dora Race");
});

function filesOf(slug: string): string {
  return `/account/events/${slug}/files`;
}

function series(): Locator {
  return page.getByRole("region", { name: "Series", exact: true });
}

function youth(): Locator {
  return page.getByRole("region", { name: "Youth standings (YTP)" });
}

const races = (lengths: readonly number[] = [10, 10]) =>
  YEARS.map((year, index) => ({ year, name: DISTANCE, value: lengths[index] ?? 10, type: "mi" }));
const DEFINITION = [
  { display_year: 2004, series: [{ name: "Long Series", best: 2, distances: races() }] },
];

async function write(json: unknown): Promise<void> {
  const area = page.getByLabel("Definition as JSON");
  if (!(await area.isVisible())) await page.getByText("As JSON, for programs").click();
  await area.fill(typeof json === "string" ? json : JSON.stringify(json, null, 2));
}

async function preview(part: Locator): Promise<void> {
  await part.getByRole("button", { name: "Check and preview" }).click();
  await part.getByRole("heading", { name: "Preview" }).waitFor();
}

/** Every cell of the tables in a part of a page. */
function cells(of: Page, within: string): Promise<string[][]> {
  return of
    .locator(`${within} tr`)
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
    );
}

async function open(slug: string, email = admin): Promise<void> {
  await signIn(page, filesOf(slug), email);
  await series().waitFor();
}

test("a series from the first field to the public page: what was previewed is what everybody sees", async () => {
  await callAsAdmin("r/series/update", { slug: RACE, years: [] }, "PUT");
  await open(RACE);
  await series().getByRole("button", { name: "Add a year" }).click();
  await series().getByLabel("Year shown").fill("2004");
  await series().getByLabel("Name", { exact: true }).fill("Long Series");
  await series().getByLabel("Races that count").fill("2");
  const list = series().getByRole("listitem");
  for (const [index, year] of YEARS.entries()) {
    const race = list.nth(index);
    await race.getByLabel("Event year").fill(year);
    await race.getByLabel("Distance").fill(DISTANCE);
    await race.getByLabel("Length").fill("10,5");
    await race.getByLabel("Unit").fill("mi");
  }
  expect(JSON.parse(await page.getByLabel("Definition as JSON").inputValue())).toEqual([
    {
      display_year: 2004,
      series: [{ name: "Long Series", best: 2, distances: races([10.5, 10.5]) }],
    },
  ]);
  await preview(series());
  await page.locator("[data-preview] tbody tr").first().waitFor();
  const shown = await cells(page, "[data-preview]");
  expect(shown.length).toBeGreaterThan(10);
  expect(await isPublished(`series/${RACE}.js`)).toBe(false);
  await series().getByRole("button", { name: "Publish" }).click();
  await page.getByText(/^Version \d+ is published\. Visitors see it within a minute\.$/).waitFor();
  await published(`series/${RACE}.js`, (text) => text.includes("Long Series"));
  const visitor = await context.newPage();
  await visitor.goto(`${SITE}/series/${RACE}`);
  await visitor.locator("main tbody tr").first().waitFor();
  expect(await cells(visitor, "main")).toEqual(shown);
  expect(await wrongs()).toEqual([]);
});

test("JSON that cannot be read is told by its place, and the form stays; what the server refuses stands at its field", async () => {
  await callAsAdmin("r/series/update", { slug: RACE, years: DEFINITION }, "PUT");
  await open(RACE);
  await write('[{"display_year": 2004,\n  "series": [{,}]}]');
  await page.getByText("This is not JSON: line 2, column 15.").waitFor();
  expect(await series().getByLabel("Name", { exact: true }).inputValue()).toBe("Long Series");
  expect(await series().getByLabel("Name", { exact: true }).isDisabled()).toBe(true);
  expect(await series().getByRole("button", { name: "Check and preview" }).isDisabled()).toBe(true);
  await series().getByRole("button", { name: "Go on with the form" }).click();
  expect(JSON.parse(await page.getByLabel("Definition as JSON").inputValue())).toEqual(DEFINITION);
  await series().getByLabel("Races that count").fill("0");
  await series().getByLabel("Length").first().fill("far");
  await series().getByRole("button", { name: "Check and preview" }).click();
  await series().getByText("2 problems found. Nothing was changed.").waitFor();
  const length = series().getByLabel("Length").first();
  expect(await length.getAttribute("aria-invalid")).toBe("true");
  const best = series().getByLabel("Races that count");
  await expect.poll(() => best.evaluate((field) => field === document.activeElement)).toBe(true);
  await series()
    .getByRole("button", { name: /^Line \d+, column \d+$/ })
    .first()
    .waitFor();
  expect(await series().getByRole("heading", { name: "Preview" }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(JSON.parse(await (await fetch(`${SITE}/downloads/series/${RACE}.js`)).text())).toEqual(
    DEFINITION,
  );
});

test("a version published meanwhile by another account is shown beside one's own, and nothing is overwritten", async () => {
  await callAsAdmin("r/series/update", { slug: RACE, years: DEFINITION }, "PUT");
  await open(RACE);
  await series().getByLabel("Name", { exact: true }).fill("Mine");
  await preview(series());
  const theirs = [
    { display_year: 2004, series: [{ name: "Theirs", best: 1, distances: races() }] },
  ];
  await callAsAdmin("r/series/update", { slug: RACE, years: theirs }, "PUT");
  await series().getByRole("button", { name: "Publish" }).click();
  await page.getByRole("heading", { name: "Somebody else has published meanwhile" }).waitFor();
  expect(await page.locator("mark").allTextContents()).toEqual(
    expect.arrayContaining([
      expect.stringContaining('"name": "Theirs"'),
      expect.stringContaining('"name": "Mine"'),
    ]),
  );
  expect(await violations(page)).toEqual([]);
  expect(JSON.parse(await (await fetch(`${SITE}/downloads/series/${RACE}.js`)).text())).toEqual(
    theirs,
  );
  await page.getByRole("button", { name: "Go on with mine" }).click();
  await page.getByText(/You go on with yours\. Publishing replaces version \d+\./).waitFor();
  expect(await series().getByLabel("Name", { exact: true }).inputValue()).toBe("Mine");
  await preview(series());
  await series().getByRole("button", { name: "Publish" }).click();
  await published(`series/${RACE}.js`, (text) => text.includes("Mine"));
});

test("versions: looked at, brought back as a new one, withdrawn", async () => {
  await callAsAdmin(
    "r/series/update",
    {
      slug: RACE,
      years: [
        { display_year: 2004, series: [{ name: "First of all", best: 1, distances: races() }] },
      ],
    },
    "PUT",
  );
  await callAsAdmin("r/series/update", { slug: RACE, years: DEFINITION }, "PUT");
  await open(RACE);
  await series().getByText("Earlier versions", { exact: true }).click();
  const versions = series().getByRole("listitem").filter({ hasText: "Version" });
  await versions.first().getByText("published now").waitFor();
  await versions
    .nth(1)
    .getByRole("button", { name: /^Look at it/ })
    .click();
  await versions.nth(1).getByText("First of all").waitFor();
  await versions
    .nth(1)
    .getByRole("button", { name: /^Bring back/ })
    .click();
  await series().getByRole("heading", { name: "Preview" }).waitFor();
  expect(await series().getByLabel("Name", { exact: true }).inputValue()).toBe("First of all");
  expect(JSON.parse(await (await fetch(`${SITE}/downloads/series/${RACE}.js`)).text())).toEqual(
    DEFINITION,
  );
  await series().getByRole("button", { name: "Publish" }).click();
  await published(`series/${RACE}.js`, (text) => text.includes("First of all"));
  await series().getByRole("button", { name: "Withdraw" }).click();
  await page
    .getByRole("dialog", { name: "Warning" })
    .getByRole("button", { name: "Withdraw" })
    .click();
  await page.getByText(/^The series is withdrawn, as version \d+\.$/).waitFor();
  expect(await isPublished(`series/${RACE}.js`)).toBe(false);
});

test("leaving with unsaved work asks: by a link, and back in the history", async () => {
  await callAsAdmin("r/series/update", { slug: RACE, years: DEFINITION }, "PUT");
  await signIn(page, "/account", admin);
  await page.goto(SITE + filesOf(RACE));
  await series().getByLabel("Name", { exact: true }).fill("Unsaved");
  await page.getByRole("link", { name: "Events", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Warning" });
  await dialog.getByText("There is work on this page that is not saved.").waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await series().getByLabel("Name", { exact: true }).inputValue()).toBe("Unsaved");
  await page.getByRole("link", { name: "Events", exact: true }).click();
  await dialog.getByRole("button", { name: "Leave without saving" }).click();
  await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
  // As through a link of the site: the same visit continues.
  await page.evaluate((path) => {
    window.history.pushState({ idx: 9, key: "files", usr: null }, "", path);
    window.dispatchEvent(new PopStateEvent("popstate", { state: window.history.state }));
  }, filesOf(RACE));
  await series().getByLabel("Name", { exact: true }).fill("Unsaved again");
  await page.goBack();
  await dialog.waitFor();
  expect(new URL(page.url()).pathname).toBe(filesOf(RACE));
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await series().getByLabel("Name", { exact: true }).inputValue()).toBe("Unsaved again");
  await page.goBack();
  await dialog.getByRole("button", { name: "Leave without saving" }).click();
  await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
});

const STANDINGS = [
  "Category;Last Name;First Name;Highest;Tiger;Seward",
  "YTP Male 9-10;Torres;Mia;91.5;88.25;80",
  "",
  "YTP Female 13-14;Baker;Nobody;76;70;76",
].join("\r\n");

async function takeStandings(text: string): Promise<Locator> {
  const part = youth();
  await part
    .getByLabel("Choose a file")
    .or(part.getByRole("button", { name: "Go on", exact: true }))
    .first()
    .waitFor();
  if (await part.getByRole("button", { name: "Go on", exact: true }).isVisible()) {
    await part.getByLabel("Year", { exact: true }).selectOption(YEARS[0]);
    await part.getByLabel("Distance", { exact: true }).selectOption(DISTANCE);
    await part.getByRole("button", { name: "Go on", exact: true }).click();
  }
  await part
    .getByLabel("Choose a file")
    .setInputFiles({ name: "scores.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  return part;
}

test("standings from a file with columns of its own: errors by line, preview, public page, versions", async () => {
  const path = `${RACE}/${YEARS[0]}/10%20Mile/ytp-standings.csv`;
  await callAsAdmin("r/standings/update", {
    slug: RACE,
    year: YEARS[0],
    distance: DISTANCE,
    csv: "",
  });
  await open(RACE);
  let part = await takeStandings(`${STANDINGS}\r\nYTP Male 7-8;Park;Lee;x;0;0`);
  expect(await part.getByLabel("Highest score").inputValue()).toBe("3");
  await part.getByRole("button", { name: "Check and preview" }).click();
  await part.getByText("2 problems found. Nothing was changed.").waitFor();
  expect(
    (await part.getByRole("alert").getByRole("listitem").allTextContents()).map((text) =>
      text.slice(0, 22),
    ),
  ).toEqual(["Line 5 Highest score: ", "Line 5 Category: must "]);
  expect(await isPublished(path)).toBe(false);
  expect(await violations(page)).toEqual([]);
  await part.getByRole("button", { name: "Another file" }).click();
  part = await takeStandings(STANDINGS);
  await preview(part);
  await page.locator("[data-preview] tbody tr").first().waitFor();
  const shown = await cells(page, "[data-preview]");
  await part.getByRole("button", { name: "Publish" }).click();
  await page.getByText(/^Version \d+ is published\. Visitors see it within a minute\.$/).waitFor();
  await published(path, (text) => text.includes("Mia,Torres"));
  await published(`results/${RACE}/current.json`, (text) =>
    text.includes(decodeURIComponent(path)),
  );
  const visitor = await context.newPage();
  await visitor.goto(`${SITE}/ytp-series/${RACE}/${YEARS[0]}`);
  await visitor.locator("main tbody tr").first().waitFor();
  expect(await cells(visitor, "main")).toEqual(shown);
  await part.getByLabel("Choose a file").setInputFiles({
    name: "scores.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("first,last\nAna,Park\n=1,Evil"),
  });
  await part.getByRole("button", { name: "Check and preview" }).click();
  await part.getByText("1 problem found. Nothing was changed.").waitFor();
  expect(await (await fetch(`${SITE}/downloads/${path}`)).text()).toContain("Mia,Torres");
  await part.getByRole("button", { name: "Another file" }).click();
  await part.getByText("Earlier versions", { exact: true }).click();
  await part.getByText("published now").waitFor();
  await part.getByRole("button", { name: /^Withdraw/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await page.getByText(/^The standings are withdrawn, as version \d+\.$/).waitFor();
  expect(await isPublished(path)).toBe(false);
  await part.getByText("Earlier versions", { exact: true }).click();
  await part
    .getByRole("button", { name: /^Bring back/ })
    .first()
    .click();
  await preview(part);
  await part.getByRole("button", { name: "Publish" }).click();
  await published(path, (text) => text.includes("Mia,Torres"));
  expect(await wrongs()).toEqual([]);
});

test("its owner has it, a linked account is told that it is not theirs, and stays signed in", async () => {
  const [owner, helper] = await Promise.all([anAccount("paid"), anAccount("registration")]);
  const slug = await anEvent(owner);
  await open(slug, owner);
  await page.getByRole("heading", { level: 1, name: "Ridge & River Files Files" }).waitFor();
  await newPage();
  await signIn(page, "/account", owner);
  await page.getByRole("button", { name: "Linked Accounts" }).click();
  await page.getByRole("region", { name: "Linked Accounts" }).getByLabel("Email").fill(helper);
  await page
    .getByRole("region", { name: "Linked Accounts" })
    .getByRole("button", { name: "Add" })
    .click();
  await page.getByText(`Linked ${helper}.`).waitFor();
  await newPage();
  await signIn(page, filesOf(slug), helper);
  await page.getByRole("heading", { level: 1, name: "Not your event" }).waitFor();
  expect(await page.getByRole("link", { name: "Logout" }).count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  await page.goto(`${SITE}/checkin/${slug}/${YEARS[0]}/import`);
  await page.getByText("0 participants now.").waitFor();
});

test("an access token that is over is renewed without a word, and a server that is down loses no work", async () => {
  await callAsAdmin("r/series/update", { slug: RACE, years: DEFINITION }, "PUT");
  await open(RACE);
  await series().getByLabel("Name", { exact: true }).fill("After the refresh");
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem("currentUser") ?? "{}") as {
      access_token: string;
    };
    localStorage.setItem(
      "currentUser",
      JSON.stringify({ ...kept, access_token: `${kept.access_token.slice(0, -6)}AAAAAA` }),
    );
  });
  await preview(series());
  await context.route("**/r/series/update", (route) => route.abort());
  await series().getByRole("button", { name: "Publish" }).click();
  await series().getByText("Something went wrong. Please try again.").waitFor();
  expect(await series().getByLabel("Name", { exact: true }).inputValue()).toBe("After the refresh");
  await context.unroute("**/r/series/update");
  await series().getByRole("button", { name: "Publish" }).click();
  await published(`series/${RACE}.js`, (text) => text.includes("After the refresh"));
});

test("two unsaved files are asked about once", async () => {
  await callAsAdmin("r/series/update", { slug: RACE, years: DEFINITION }, "PUT");
  await open(RACE);
  await takeStandings(STANDINGS);
  await series().getByLabel("Name", { exact: true }).fill("Unsaved");
  await series().getByRole("button", { name: "Take back changes" }).click();
  await page.getByRole("link", { name: "Account", exact: true }).click();
  expect(await page.getByRole("dialog").count()).toBe(1);
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await youth().getByRole("button", { name: "Another file" }).click();
  await page.getByRole("link", { name: "Account", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
});

test("a restricted event has no preview, and can be published all the same", async () => {
  const slug = await anEvent(admin, { restricted: true });
  await open(slug);
  await write(DEFINITION);
  await preview(series());
  await series()
    .getByText("The results are not public, so there is nothing to make a preview of.")
    .waitFor();
  await series().getByRole("button", { name: "Publish" }).click();
  await published(`series/${slug}.js`, (text) => text.includes("Long Series"));
});

test("hostile texts in every field execute nothing", async () => {
  const slug = await anEvent(admin);
  await open(slug);
  await write([
    {
      display_year: 2004,
      series: PAYLOADS.slice(0, 12).map((name, index) => ({
        name,
        best: 1,
        distances: [{ year: YEARS[0], name: PAYLOADS[index + 3], value: 1, type: "mi" }],
      })),
    },
  ]);
  await preview(series());
  await series().getByRole("button", { name: "Publish" }).click();
  await page.getByText("Published. Please look at these once more:").waitFor();
  await series().getByText("Earlier versions", { exact: true }).click();
  await series()
    .getByRole("button", { name: /^Look at it/ })
    .first()
    .click();
  await series().getByText("onerror=breach").first().waitFor();
  const part = youth();
  await part.getByLabel("Distance").fill("<img src=x onerror=breach('d')>");
  await part.getByRole("button", { name: "Go on", exact: true }).click();
  await part.getByLabel("Choose a file").setInputFiles({
    name: "<img src=x onerror=breach('f')>.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      `${PAYLOADS.map((one) => `"${one.replaceAll('"', '""')}"`).join(",")}\n${PAYLOADS.map((one) => `"${one.replaceAll('"', '""')}"`).join(",")}`,
    ),
  });
  await part
    .getByText("Columns", { exact: true })
    .or(part.getByLabel("Category"))
    .first()
    .waitFor();
  expect(await wrongs()).toEqual([]);
});

test("example files are those that the server takes", async () => {
  const slug = await anEvent(admin);
  await open(slug);
  await series().getByText("Files to open and download").click();
  const [json] = await Promise.all([
    page.waitForEvent("download"),
    series().getByRole("button", { name: "Download an example" }).click(),
  ]);
  await series()
    .getByLabel("Open a file")
    .setInputFiles(await json.path());
  await preview(series());
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    youth().getByRole("button", { name: "Download an example" }).click(),
  ]);
  await youth().getByLabel("Distance").fill("10 KM");
  await youth().getByRole("button", { name: "Go on", exact: true }).click();
  await youth()
    .getByLabel("Choose a file")
    .setInputFiles({
      name: csv.suggestedFilename(),
      mimeType: "text/csv",
      buffer: await readFile(await csv.path()),
    });
  await preview(youth());
  await youth().getByText("There are no results of this distance yet.").waitFor();
});

describe("looks", () => {
  test.each([
    [
      "en-US",
      [
        [320, 640],
        [390, 844],
        [640, 400],
        [1280, 800],
      ],
    ],
    [
      "es-MX",
      [
        [320, 640],
        [844, 390],
      ],
    ],
  ] as const)(
    "%s on every screen: nothing is cut off, axe finds nothing",
    async (locale, sizes) => {
      await callAsAdmin("r/series/update", { slug: RACE, years: DEFINITION }, "PUT");
      await newPage({ locale });
      await signIn(page, filesOf(RACE), admin);
      await page.locator("[data-at]").first().waitFor();
      for (const more of await page.locator("details > summary").all()) await more.click();
      await page.locator("details[open] li").first().waitFor();
      await expectFits(
        page,
        sizes.map(([width, height]) => ({ width, height })),
      );
      expect(await wrongs()).toEqual([]);
    },
  );

  test("focus is seen, nothing is lost in forced colours, nothing moves where it may not", async () => {
    await callAsAdmin("r/series/update", { slug: RACE, years: DEFINITION }, "PUT");
    await open(RACE);
    await preview(series());
    await page.locator("[data-preview] tbody tr").first().waitFor();
    for (const more of await page.locator("details > summary").all()) await more.click();
    await page.locator("details[open] li").first().waitFor();
    await expectSeenControls(page);
  });
});
