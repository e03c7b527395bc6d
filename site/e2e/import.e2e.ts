/**
 * Participants read from files and written to files, in a real browser, at the real server
 * (pages.md C20).
 */
import { readFile } from "node:fs/promises";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { expectSeenControls } from "./controls";
import { PAYLOADS } from "./hostile-race";
import { expectFits } from "./layout";
import { anAccount, anEvent, signIn, YEARS } from "./organiser";
import { context, newPage, page, withBrowser, wrongs } from "./page";
import { participantOf } from "./race";
import { callAsAdmin } from "./stack";

const [YEAR] = YEARS;
/** Appears nowhere but in files and fields. */
const CANARY = "7/21/1971";
const CANARY_PHONE = "5550001234";

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

/** People who are there already. */
async function present(people: readonly object[]): Promise<void> {
  await callAsAdmin("r/participants/add-many", { slug, year: YEAR, participants: people });
}

const ANA = participantOf("p_ana", { bib: "12", first: "Ana", last: "Ruiz", age_group: "" });

async function open(email = owner): Promise<void> {
  await signIn(page, `/checkin/${slug}/${YEAR}/import`, email);
  await page.getByRole("heading", { level: 1, name: /Participants$/ }).waitFor();
}

async function take(text: string, name = "entries.csv"): Promise<void> {
  await page
    .getByLabel("Choose a file")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByRole("heading", { name: "What would happen" }).waitFor();
}

/** The counts of the dry run: new, changed, same, with errors, taken back. */
async function counts(): Promise<number[]> {
  return (await page.locator("[role=status] dd").allTextContents()).map((text) =>
    Number(text.replace(",", "")),
  );
}

async function send(): Promise<void> {
  await page.getByRole("button", { name: /^Send / }).click();
}

const ULTRASIGNUP = [
  "Order ID,Registration Date,distance,Quantity,First Name,Last Name,gender,Age,DOB,Email,Phone,Removed,Bib,Shirt Size",
  `901,10/25/2024 6:01:57 AM,10 KM,1,Joe,Built,M,25,${CANARY},joe@mail.example,${CANARY_PHONE},False,,Men's Small`,
  "902,10/25/2024 6:01:57 AM,5 KM,1,Jane,Williams,F,26,06/22/1998,jane@mail.example,6125551212,False,,",
  "903,10/25/2024 6:01:57 AM,5 KM,1,Gone,Away,F,26,06/22/1998,gone@mail.example,,True,,",
  "904,10/25/2024 6:01:57 AM,5 KM,1,No,Date,F,26,,no@mail.example,,False,,",
  "",
  "<!DOCTYPE html>",
  '<html class="no-js">',
].join("\r\n");

test("a file of UltraSignup: recognised, looked at, sent; again it changes nothing; the columns are remembered without any data", async () => {
  await open();
  await take(ULTRASIGNUP, "ultrasignup.csv");
  await page.getByText("Headings as in files of UltraSignup.").waitFor();
  await page
    .getByText("From line 7 on the file is a web page and no table. It is left out.")
    .waitFor();
  expect(await counts()).toEqual([2, 0, 0, 1, 1]);
  await page.getByText("Birth date (DOB): is missing.").waitFor();
  expect(await page.locator("tbody tr").count()).toBe(2);
  expect(await violations(page)).toEqual([]);
  await send();
  await page.getByRole("heading", { name: "Finished" }).waitFor();
  await page.getByText("2 of 2 are stored.").waitFor();
  await page.getByText("2 participants now.").waitFor();
  await page.getByRole("button", { name: "Import another file" }).click();
  await take(ULTRASIGNUP, "ultrasignup.csv");
  expect(await counts()).toEqual([0, 0, 2, 1, 1]);
  await page.getByLabel("T-shirt").selectOption({ label: "Not in the file" });
  await page.getByRole("button", { name: "Another file" }).click();
  await take(ULTRASIGNUP, "ultrasignup.csv");
  await page.getByText("Columns as you chose them last for these headings.").waitFor();
  expect(await page.getByLabel("T-shirt").inputValue()).toBe("");
  const stored = await page.evaluate(() =>
    JSON.stringify([
      { ...localStorage, currentUser: "" },
      { ...sessionStorage },
      window.history.state,
      window.location.href,
      document.title,
    ]),
  );
  for (const secret of [CANARY, CANARY_PHONE, "Joe", "Built", "joe@mail.example", "First Name"])
    expect(stored).not.toContain(secret);
  expect(await wrongs()).toEqual([]);
});

test("changes are shown before they are made; a field without a column stays, a bib is kept", async () => {
  await present([ANA]);
  await open();
  await take("Bib;First Name;Last Name;T-Shirt\n12;Anna;Ruiz;XL");
  expect(await counts()).toEqual([0, 1, 0, 0, 0]);
  const change = page.getByRole("listitem").filter({ hasText: "Line 2" });
  expect(await change.getByRole("listitem").allTextContents()).toEqual(
    ["First name: Ana → becomes  Anna", "T-shirt: M → becomes  XL"].map(
      (text) => expect.stringContaining(text.slice(0, 14)) as string,
    ),
  );
  await change.getByText("Known by the bib.").waitFor();
  await send();
  await page.getByText("1 of 1 are stored.").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download 1 participant" }).click(),
  ]);
  const text = await readFile(await file.path(), "utf8");
  expect(text).toContain("p_ana,12,Anna,Ruiz,1985/3/9,Woman,,10 KM,false,false,,XL,");
  expect(file.suggestedFilename()).toBe(`${slug}-${YEAR}-participants.csv`);
});

test("hostile texts: nothing runs, an export is defused, and imported again it changes nothing", async () => {
  await present(
    PAYLOADS.map((name, index) => ({
      ...ANA,
      id: `h${index}`,
      bib: String(index + 1),
      first: name,
      last: PAYLOADS[(index + 5) % PAYLOADS.length],
      gender: name,
      age_group: `=${index}`,
      mobile: "+1 555",
      apparel: "@x",
    })),
  );
  await open();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Download \d+ participants$/ }).click(),
  ]);
  const bytes = await readFile(await file.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(bytes.toString()).toContain("'=0");
  await page.getByLabel("Choose a file").setInputFiles({
    name: "<img src=x onerror=breach('name')>.csv",
    mimeType: "text/csv",
    buffer: bytes,
  });
  await page.getByText("Headings as in files of this site.").waitFor();
  expect(await counts()).toEqual([0, 0, PAYLOADS.length, 0, 0]);
  await page.getByRole("button", { name: "Another file" }).click();
  await take(
    `${PAYLOADS.map((one) => `"${one.replaceAll('"', '""')}"`).join(",")}\n${PAYLOADS.map((one) => `"${one.replaceAll('"', '""')}"`).join(",")}`,
  );
  await page.getByLabel("First name").selectOption("0");
  await page.getByLabel("Last name").selectOption("1");
  await page.getByText("With errors").first().waitFor();
  expect(await wrongs()).toEqual([]);
});

test("a connection that breaks: what was stored is not sent again, and nobody is there twice", async () => {
  await open();
  const lines = Array.from(
    { length: 120 },
    (_, index) => `First${index},Last${index},1/2/1970,10 KM`,
  );
  await take(["first,last,birthdate,distance", ...lines].join("\n"));
  let calls = 0;
  await context.route("**/r/participants/add-many", async (route) => {
    calls += 1;
    // The second call is done, but its answer is lost.
    if (calls === 2) {
      await route.fetch();
      return route.abort();
    }
    return route.continue();
  });
  await send();
  await page.getByRole("heading", { name: "Not finished" }).waitFor();
  await page.getByText("Left: 70 lines. What is stored is not sent again.").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByText("120 of 120 are stored.").waitFor();
  expect(calls).toBe(3);
  await page.getByText("120 participants now.").waitFor();
});

test("a file in another encoding is read", async () => {
  await open();
  // Node reads Windows-1252 as Latin-1, which has no apostrophe at 0x92: only a browser can tell
  const text =
    "Dorsal\tNombre\tApellidos\tFecha de nacimiento\tDistancia\r\n7\tZoë\tO\x92Muñoz\t31/12/1990\t10 KM\r\n";
  await page.getByLabel("Choose a file").setInputFiles({
    name: "a.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(text, "latin1"),
  });
  await page.getByText("· tabs").waitFor();
  expect(await page.getByLabel("Letters read as").inputValue()).toBe("windows-1252");
  await page.getByRole("rowheader", { name: /^Zoë O’Muñoz/ }).waitFor();
});

test("a workbook is told to be saved as CSV; a pasted table is taken", async () => {
  await open();
  await page.getByLabel("Choose a file").setInputFiles({
    name: "a.xlsx",
    mimeType: "application/zip",
    buffer: Buffer.from("PK\u0003\u0004rest"),
  });
  await page.getByText("This is a workbook.").waitFor();
  await page.getByRole("button", { name: "Paste a table" }).click();
  await page
    .getByLabel(/^Cells copied from a spreadsheet/)
    .fill("Bib\tFirst\tLast\tDOB\tEvent\n7\tLee\tPark\t1/2/1970\t5 KM");
  await page.getByRole("button", { name: "Use this table" }).click();
  await page.getByRole("heading", { name: "What would happen" }).waitFor();
  expect(await counts()).toEqual([1, 0, 0, 0, 0]);
});

test("by keyboard alone", async () => {
  await open();
  await page.getByRole("button", { name: "Paste a table" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.insertText("first,last,birthdate,distance\nLee,Park,1/2/1970,5 KM");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Send 1 new and 0 changed" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("1 of 1 are stored.").waitFor();
  expect(
    await page
      .getByRole("heading", { level: 3 })
      .first()
      .evaluate((heading) => heading === document.activeElement),
  ).toBe(true);
});

test("the event of another account shows a message and keeps the sign-in", async () => {
  const stranger = await anAccount("free");
  await signIn(page, `/checkin/${slug}/${YEAR}/import`, stranger);
  await page.getByRole("heading", { level: 1, name: "Not your event" }).waitFor();
  expect(await page.getByRole("link", { name: "Logout" }).count()).toBe(1);
});

test("5,000 lines stay fluid", async () => {
  await open();
  const lines = Array.from(
    { length: 5_000 },
    (_, index) => `${index + 1},First${index},Last${index % 700},${(index % 12) + 1}/2/1970,10 KM`,
  );
  await take(["bib,first,last,birthdate,distance", ...lines].join("\n"));
  expect(await counts()).toEqual([5_000, 0, 0, 0, 0]);
  expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(1_000);
});

describe("looks", () => {
  test.each([
    [
      "en-US",
      [
        [320, 640],
        [390, 500],
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
      await present([ANA]);
      await newPage({ locale });
      await signIn(page, `/checkin/${slug}/${YEAR}/import`, owner);
      await page.locator("input[type=file]").setInputFiles({
        name: "entries-of-the-registration.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(
          `${ULTRASIGNUP.split("\r\n").slice(0, 5).join("\n")}\n905,x,10 KM,1,Ana,Ruiz,F,26,03/09/1985,,5551,False,12,L`,
        ),
      });
      await page.locator("[role=status] dl").waitFor();
      for (const more of await page.locator("details:not([open]) > summary").all())
        await more.click();
      await expectFits(
        page,
        sizes.map(([width, height]) => ({ width, height })),
      );
      expect(await wrongs()).toEqual([]);
    },
  );

  test("focus is seen, nothing is lost in forced colours, nothing moves where it may not", async () => {
    await present([ANA]);
    await open();
    await take(ULTRASIGNUP);
    await page.getByRole("button", { name: "Send 2 new and 0 changed" }).waitFor();
    await expectSeenControls(page);
  });
});
