/**
 * Every page except results, individual and status, with a race that has championship, youth
 * program, teams and a series.
 */
import { readFileSync } from "node:fs";
import jsQR from "jsqr";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { violations } from "./axe";
import { SCREENS, SITE } from "./browser";
import { resize, sideways } from "./layout";
import { visit, withBrowser } from "./page";
import { sheetsOf } from "./pdf";
import { DISTANCE, makePrograms, NAME, SLUG, YEARS } from "./program-race";

const [YEAR] = YEARS;

withBrowser();
beforeAll(makePrograms);

const LIST = `${NAME} 2002, ${DISTANCE}`;

/** Page, heading, and some table's first row of cells. */
const RANKINGS = [
  { word: "awards", kind: "Awards", caption: "Women Overall", first: ["1", "1"] },
  { word: "pntf", kind: "PNTF Championship Rankings", caption: `${LIST}, Women`, first: ["1"] },
  {
    word: "pntf-awards",
    kind: "PNTF Championship Awards",
    caption: `${LIST}, Women's Open`,
    first: ["1", "1"],
  },
  { word: "ytp-awards", kind: "YTP Awards", caption: `${LIST}, Women Overall`, first: ["5", "1"] },
  {
    word: "pntf-youth",
    kind: "PNTF Youth Championship Results",
    caption: `${LIST}, PNTF Youth Championship Results`,
    first: ["4", "1"],
  },
  {
    word: "team-results",
    kind: "Team Results",
    caption: `${LIST}, Team Results`,
    first: ["1", "Trail Hawks"],
  },
  {
    word: "ytp-series",
    kind: "YTP Series",
    caption: `${LIST}, Women 11-12`,
    first: ["Max Park", "1", "60.00", "70.50", "70.50", "100.00", "170.50"],
  },
];

test.each(RANKINGS)(
  "$word: tables, and on a phone axe clean and no scrolling sideways",
  async ({ word, kind, caption, first }) => {
    const page = await visit(`/${word}/${SLUG}/${YEAR}`);
    await page.getByRole("heading", { level: 1, name: `2002 ${NAME} ${kind}` }).waitFor();
    await page.getByRole("rowheader").first().waitFor();
    const table = page.getByRole("table", { name: caption, exact: true });
    const cells = await table.locator("tbody tr").first().locator("td, th").allInnerTexts();
    expect(cells.slice(0, first.length)).toEqual(first);
    await resize(page, SCREENS.phone);
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toBe(0);
  },
);

test("a name of a ranking leads to the runner below its page word, and back", async () => {
  const page = await visit(`/team-results/${SLUG}/${YEAR}`);
  await page.getByRole("table").getByRole("link").first().click();
  await page.waitForURL(new RegExp(`/team-results/${SLUG}/${YEAR}/\\d+$`));
  await page.getByRole("link", { name: "Back to the teams" }).click();
  await page.getByRole("heading", { level: 1, name: /Team Results$/ }).waitFor();
});

test("youth series: the three best of each gender and group, then everybody by gender, each place that of its table", async () => {
  const page = await visit(`/ytp-series/${SLUG}/${YEAR}?limit=true`);
  const rows = (group: string) =>
    page
      .getByRole("table", { name: `${LIST}, ${group}`, exact: true })
      .locator("tbody tr")
      .evaluateAll((found) =>
        found.map((row) =>
          [...row.querySelectorAll("th, td")]
            .map((cell) => (cell as HTMLElement).innerText)
            .filter((_, at) => at < 2 || at > 4),
        ),
      );
  await page.getByRole("rowheader").first().waitFor();
  expect(await rows("Women")).toEqual([
    ["Max Park", "1", "100.00", "170.50"],
    ["Max Baker", "2", "93.24", "159.24"],
  ]);
  expect(await rows("Men")).toEqual([
    ["Zoë Ruiz", "1", "100.00", "180.00"],
    ["Zoë Torres", "2", "93.18", "148.18"],
  ]);
  expect(await rows("Men 8/under")).toEqual([["Zoë Torres", "1", "93.18", "148.18"]]);
  const byGender = page.getByLabel("Display gender results");
  expect([await byGender.isChecked(), await byGender.isDisabled()]).toEqual([true, true]);
  await page.getByLabel("Limit display").uncheck();
  expect([await byGender.isChecked(), await byGender.isDisabled()]).toEqual([false, false]);
  await byGender.check();
  await page
    .getByRole("table", { name: `${LIST}, Men 8/under`, exact: true })
    .waitFor({ state: "detached" });
  expect((await rows("Men")).map(([name, place]) => [name, place])).toEqual([
    ["Zoë Ruiz", "1"],
    ["Zoë Torres", "2"],
    ["Zoë O\u2019Hara", ""],
    ["Zoë O\u2019Hara", ""],
    ["Zoë Ruiz", ""],
    ["Nobody Here", ""],
  ]);
});

test("award settings stand in the address, all five from the first change", async () => {
  const page = await visit(`/awards/${SLUG}/${YEAR}`);
  await page.getByRole("rowheader").first().waitFor();
  expect(new URL(page.url()).search).toBe("");
  await page.getByLabel("Overall awards").selectOption("1");
  expect(new URL(page.url()).search).toBe("?ov=1&ag=3&inc=true&mas=false&gmas=false");
  expect(await page.getByRole("table", { name: "Women Overall" }).locator("tbody tr").count()).toBe(
    1,
  );
  await page.getByLabel("Display Masters Group?").check();
  await page.getByRole("heading", { name: "Women Masters (40 and over)" }).waitFor();
});

test("on a phone the awards come first: the settings open on a press, axe clean", async () => {
  const page = await visit(`/awards/${SLUG}/${YEAR}`, { viewport: SCREENS.phone });
  await page.getByRole("rowheader").first().waitFor();
  expect(await page.getByLabel("Overall awards").isVisible()).toBe(false);
  const first = await page.getByRole("rowheader").first().boundingBox();
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThan(SCREENS.phone.height);
  await page.getByRole("button", { name: "Settings", expanded: false }).click();
  await page.getByLabel("Overall awards").selectOption("1");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Settings", expanded: true }).click();
  expect(await page.getByLabel("Overall awards").isVisible()).toBe(false);
});

test("a star in an awards table follows the runner here and on the results page, axe clean on a phone", async () => {
  const page = await visit(`/awards/${SLUG}/${YEAR}`, { viewport: SCREENS.phone });
  await page
    .getByRole("button", { name: /^Follow/ })
    .first()
    .click();
  const runner = page.getByRole("region", { name: "My runners" }).getByRole("link");
  await runner.waitFor();
  const name = await runner.innerText();
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  await page.goto(`${SITE}/results/${SLUG}/${YEAR}`);
  await page.getByRole("region", { name: "My runners" }).getByRole("link", { name }).waitFor();
  await page
    .getByRole("rowheader", { name })
    .getByRole("button", { name: `Follow ${name}`, pressed: true })
    .first()
    .waitFor();
});

test("a youth total shows its sum", async () => {
  const page = await visit(`/ytp-series/${SLUG}/${YEAR}`, { viewport: SCREENS.phone });
  await page.getByRole("button", { name: "Total 159.24: why? Max Baker" }).click();
  const dialog = page.getByRole("dialog", { name: "Total 159.24: Max Baker" });
  await dialog.waitFor();
  const said = await dialog.getByRole("listitem").allInnerTexts();
  expect(said).toContain("Cougar: 100 × 1:08:01 ÷ 1:12:57 = 93.24.");
  expect(said).toContain("Total: 93.24 + 66.00 = 159.24.");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("the championship is searched without changing places", async () => {
  const page = await visit(`/pntf/${SLUG}/${YEAR}`);
  await page.getByRole("rowheader").first().waitFor();
  await page.getByRole("searchbox").fill("nobody at all");
  await page.getByText("No runner matches.").waitFor();
  await page.getByRole("button", { name: "Clear search" }).click();
  await page.getByRole("rowheader").first().waitFor();
});

test("series: places, points and their sum, axe clean on every screen", async () => {
  const page = await visit(`/series/${SLUG}`);
  await page.getByRole("heading", { level: 1, name: `${NAME} Series Results 2002` }).waitFor();
  for (const screen of Object.values(SCREENS)) {
    await resize(page, screen);
    const [leader] = await page.locator("tbody tr").first().getByRole("cell").allInnerTexts();
    expect(leader).toBe("1");
    expect(await page.locator("tbody tr").first().innerText()).toMatch(/1\s\+\s1/);
    expect(await violations(page)).toEqual([]);
  }
});

test("a series without a file, and a year it does not have", async () => {
  const page = await visit("/series/no-such-event");
  await page.getByText("No information file found.").waitFor();
  await page.goto(`${SITE}/series/${SLUG}/1999`);
  await page.getByText("Not Found", { exact: true }).waitFor();
});

/** The address in the picture of the code, as a camera reads it. */
async function decoded(page: Page): Promise<string | undefined> {
  const picture = await page.getByRole("img", { name: /^QR code for/ }).screenshot();
  const { data, width, height } = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), {
        width: image.width,
        height: image.height,
      });
      const drawing = canvas.getContext("2d");
      drawing?.drawImage(image, 0, 0);
      const pixels = drawing?.getImageData(0, 0, image.width, image.height);
      // As a text: Playwright takes seconds to transfer a list of so many numbers.
      return {
        data: Array.from(pixels?.data ?? [], (byte) => String.fromCharCode(byte)).join(""),
        width: image.width,
        height: image.height,
      };
    },
    `data:image/png;base64,${picture.toString("base64")}`,
  );
  return jsQR(
    Uint8ClampedArray.from(data, (letter) => letter.charCodeAt(0)),
    width,
    height,
  )?.data;
}

const QR_PAGES = [
  ...[
    "awards",
    "arrivals",
    "results",
    "checkin",
    "series",
    "pntf",
    "pntf-awards",
    "ytp-awards",
    "ytp-series",
    "pntf-youth",
    "team-results",
  ].map((word) => `/${word}/${SLUG}/${YEAR}`),
  `/results/${SLUG}/${YEAR}/status`,
  `/status/${SLUG}/${YEAR}`,
  `/results/${SLUG}`,
];

// A page is opened anew for each: where one page went through all of them, jsQR did not read one
// code, which it reads here.
test.each(QR_PAGES)("the code at %s/qr leads to that page", async (path) => {
  const page = await visit(`${path}/qr`, { viewport: SCREENS.phone, colorScheme: "dark" });
  await page.getByRole("img", { name: `QR code for ${SITE}${path}` }).waitFor();
  expect(await decoded(page)).toBe(SITE + path);
  expect(await page.getByRole("link", { name: SITE + path }).getAttribute("href")).toBe(
    SITE + path,
  );
  expect(await page.title()).toMatch(/ QR Code$/);
  expect(await sideways(page)).toBe(0);
});

// Each year is another code: with finder patterns made of dots, a quarter of them could not be
// read.
test("a code is read off a plain screen, whatever the address", async () => {
  const page = await visit("/");
  const read: (string | undefined)[] = [];
  const years = Array.from({ length: 8 }, (_, index) => `/results/${SLUG}/${2001 + index}`);
  for (const path of years) {
    await page.goto(`${SITE}${path}/qr`);
    await page.getByRole("img", { name: `QR code for ${SITE}${path}` }).waitFor();
    read.push(await decoded(page));
  }
  expect(read).toEqual(years.map((path) => SITE + path));
});

test("the certificate is saved as a PNG of 1600 by 1130 on every screen", async () => {
  const page = await visit(`/results/${SLUG}/${YEAR}/1`);
  // it is fetched once its place is near the screen
  await page.getByRole("heading", { level: 2, name: "Lee Park" }).waitFor();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  for (const screen of Object.values(SCREENS)) {
    await resize(page, screen);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download Finisher Certificate" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe("finisher-certificate.png");
    const png = readFileSync(await file.path());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1600, 1130]);
    expect(await violations(page)).toEqual([]);
  }
});

test.each([
  ["Letter", "finisher-certificate-letter.png", [1600, 1236]],
  ["Square", "finisher-certificate-square.png", [1080, 1080]],
  ["Story", "finisher-certificate-story.png", [1080, 1920]],
] as const)(
  "a certificate as %s: its picture, and one page of paper",
  async (format, name, size) => {
    const page = await visit(`/certificate/${SLUG}/${YEAR}/1`);
    await page.getByLabel("Format").selectOption({ label: format });
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download Finisher Certificate" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(name);
    const png = readFileSync(await file.path());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(size);
    const paper = await page.pdf({ preferCSSPageSize: true });
    expect(sheetsOf(paper)).toHaveLength(1);
    expect(paper.toString("latin1")).toMatch(/\/BaseFont \/[A-Z]+\+Fraunces/);
    expect(await violations(page)).toEqual([]);
  },
);

test.each([
  ["A4", 841.89, 595.28],
  ["Letter", 792, 612],
] as const)(
  "a certificate on %s: one sheet of that size, with letters that can be selected and no picture of them",
  async (format, width, height) => {
    const page = await visit(`/certificate/${SLUG}/${YEAR}/1`);
    // The initial format is selected as well: without a selection, printing uses the printer's own
    // paper.
    for (const label of ["Square", format]) await page.getByLabel("Format").selectOption({ label });
    await page.evaluate(() => document.fonts.ready);
    const paper = await page.pdf({ preferCSSPageSize: true });
    const sheets = sheetsOf(paper);
    expect(sheets).toHaveLength(1);
    const [sheet] = sheets;
    // Chromium rounds points to whole dots of its own: within half a millimetre.
    expect(Math.abs((sheet?.width ?? 0) - width)).toBeLessThan(1.5);
    expect(Math.abs((sheet?.height ?? 0) - height)).toBeLessThan(1.5);
    const letters = sheet?.text.replaceAll(/\s/g, "") ?? "";
    for (const words of [
      "Lee Park",
      "has completed the",
      "Ridge & River Festival",
      "1:00:28",
      "May 5, 2002",
    ])
      expect(letters).toContain(words.replaceAll(" ", ""));
    expect(paper.toString("latin1")).not.toMatch(/\/Subtype\s*\/Image/);
  },
);

test("certificate pages: a runner, an anonymous one, given texts, and nothing for a missing part", async () => {
  const page = await visit(`/certificate/${SLUG}/${YEAR}/1`);
  await page
    .getByRole("img", {
      name: /Lee Park has completed the 2002 Ridge & River Festival in a time of 1:00:28 on May 5, 2002/,
    })
    .waitFor();
  expect(await page.title()).toBe("Finisher Certificate");
  expect(await violations(page)).toEqual([]);
  await page.goto(`${SITE}/certificate/${SLUG}/${YEAR}/9`);
  await page.getByRole("img", { name: /Bib 9 has completed/ }).waitFor();
  await page.goto(`${SITE}/certificate/A%20Name/An%20Event/1:02:03/May%201?text=Well%20run`);
  await page
    .getByRole("img", {
      name: "Finisher certificate: A Name has completed the An Event in a time of 1:02:03 on May 1. Well run.",
    })
    .waitFor();
  await page.goto(`${SITE}/certificate/%20/An%20Event/1:02:03/May%201`);
  expect(await page.getByRole("img").count()).toBe(0);
});

test("my runners: a star keeps bib and race on the device, the strip leads to the runner", async () => {
  const page = await visit(`/results/${SLUG}/${YEAR}`);
  await page.getByRole("button", { name: "Follow Lee Park" }).first().click();
  const strip = page.getByRole("region", { name: "My runners" });
  await strip.getByRole("link", { name: "Lee Park" }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("stars"))).toBe(
    JSON.stringify([{ slug: SLUG, year: YEAR, distance: "10 Mile", bib: "1" }]),
  );
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await strip.getByRole("button", { name: "Stop following Lee Park" }).click();
  expect(await strip.count()).toBe(0);
});

test("the list as CSV, as shown", async () => {
  const page = await visit(`/results/${SLUG}/${YEAR}?q=park`);
  await page.getByRole("rowheader").first().waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`${SLUG}-${YEAR}-10 Mile.csv`);
  const [head, first] = readFileSync(await file.path(), "utf8").split("\r\n");
  expect(head).toBe(
    "\uFEFFBib,Place,Name,Age,Age Group Place,Gender,Gender Place,Chip Time,Clock Time",
  );
  expect(first).toBe(`1,1,Lee Park,19,1,W,1,"1:00:28.0\u00A0","1:00:37.5\u00A0"`);
});

test("a place says why: the rule, the gaps, the groups", async () => {
  const page = await visit(`/results/${SLUG}/${YEAR}`);
  await page.getByRole("button", { name: "Place 2: why? Mia Torres" }).click();
  const dialog = page.getByRole("dialog", { name: "Place 2: Mia Torres" });
  await dialog.getByText("Behind Lee Park (1) by 37.0 s.").waitFor();
  await dialog.getByText("The race timer gave this place.").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await dialog.count()).toBe(0);
});

test("unsubscribe and subscribe: one call a page view, and after going back what is so now", async () => {
  const page = await visit("/");
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/blocked/")) calls.push(new URL(request.url()).pathname);
  });
  await page.goto(`${SITE}/unsubscribe/runner%40example.org`);
  await page.getByRole("heading", { name: "Success!" }).waitFor();
  await page.getByText("We will no longer send emails to you at runner@example.org.").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: "Subscribe again" }).click();
  await page.getByText("Thanks for letting us send you emails at runner@example.org.").waitFor();
  await page.goBack();
  await page.waitForURL("**/unsubscribe/runner%40example.org");
  await page.getByText("Thanks for letting us send you emails at runner@example.org.").waitFor();
  expect(calls).toEqual(["/api/blocked/emails/add", "/api/blocked/emails/unblock"]);
  await page.getByRole("link", { name: "Unsubscribe" }).click();
  await page.getByRole("heading", { name: "Success!" }).waitFor();
  expect(calls.length).toBe(3);
  await page.goto(`${SITE}/unsubscribe/nobody`);
  await page.getByText(/unable to add you to our list/).waitFor();
  await page.goto(`${SITE}/unsubscribe/`);
  await page.getByText(/This link has no e-mail address/).waitFor();
  expect(calls.length).toBe(3);
});

test("the API's documents: every operation, axe clean on every screen", async () => {
  const page = await visit("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "API" }).click();
  await page.getByText("/results/add").first().click();
  await page
    .getByRole("region", { name: "Example of POST /results/add" })
    .getByText(`${SITE}/api/results/add`)
    .waitFor();
  for (const screen of Object.values(SCREENS)) {
    await resize(page, screen);
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toBe(0);
  }
});
