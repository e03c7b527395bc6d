/**
 * Privacy in the runner's hands, in a real browser: a request from the runner's page, the
 * organiser's single press, and the name that is gone (pages.md C6, C18; api.md 6.13).
 */
import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { violations } from "./axe";
import { launch, SCREENS, SITE } from "./browser";
import { cutTexts, sideways } from "./layout";
import { anAccount, PASSWORD, signIn } from "./organiser";
import { calledFrom, callerAs, published } from "./stack";

const YEAR = "2026";
const OLD = "2025";
const NARROW = { width: 320, height: 640 };
/** Wider than any screen, and not to be interpreted as markup. */
const HOSTILE = `<img src=x onerror=alert(1)> ${"W".repeat(120)}`;

let browser: Browser;
let context: BrowserContext;
let page: Page;
let owner: string;
let slug: string;
let call: Awaited<ReturnType<typeof callerAs>>;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser?.close());

/** As a timing client sends it: every name, every time. */
function row(bib: string, first: string, last: string) {
  return {
    person_id: `p${bib}`,
    bib,
    first,
    last,
    age: 41,
    gender: "Woman",
    age_group: "40-49",
    distance: "10 KM",
    seconds: 2710,
    milliseconds: 0,
    chip_seconds: 2701,
    chip_milliseconds: 0,
    segment: "Finish",
    location: "Finish",
    occurence: 1,
    ranking: 1,
    age_ranking: 1,
    gender_ranking: 1,
    finish: true,
    type: 0,
    anonymous: false,
    local_time: "2026-05-02T08:45:10-07:00",
    division: "",
    division_ranking: -1,
  };
}

function entry(bib: string, first: string, last: string) {
  return {
    id: `e${bib}`,
    bib,
    first,
    last,
    birthdate: "3/9/1985",
    gender: "Woman",
    age_group: "40-49",
    distance: "10 KM",
    anonymous: false,
    sms_enabled: false,
    mobile: "",
    apparel: "",
  };
}

beforeEach(async () => {
  owner = await anAccount();
  slug = `privacy-${randomUUID().slice(0, 8)}`;
  call = await callerAs(owner, PASSWORD);
  await call("r/event/add", {
    event: { name: "River 10K", slug, contact_email: "rd@example.org", type: "distance" },
  });
  for (const year of [OLD, YEAR]) {
    await call("r/event-year/add", {
      slug,
      event_year: {
        year,
        date_time: `${year}-05-02T08:00:00-07:00`,
        live: false,
        days_allowed: 2,
        ranking_type: "gun",
      },
    });
  }
  await call("r/participants/add-many", {
    slug,
    year: YEAR,
    participants: [entry("7", "Carla", "Bennett"), entry("8", "Ana", "Ruiz")],
  });
  await call("r/participants/add-many", {
    slug,
    year: OLD,
    participants: [entry("31", "Carla", "Bennett")],
  });
  await upload();
  await published(
    `results/${slug}/${YEAR}/current.json`,
    (text) => (JSON.parse(text) as { count: number }).count === 2,
  );
  context = await browser.newContext({ serviceWorkers: "block", viewport: SCREENS.desktop });
  page = await context.newPage();
  return () => context.close();
});

async function upload(): Promise<void> {
  const { key } = (await call("key/add", { key: { name: "Timing", type: "write" } })) as {
    key: { value: string };
  };
  const headers = {
    Authorization: `Bearer ${key.value}`,
    "Content-Type": "application/json",
    ...calledFrom("2001:db8::7"),
  };
  const body = JSON.stringify({
    slug,
    year: YEAR,
    results: [row("7", "Carla", "Bennett"), row("8", "Ana", "Ruiz")],
  });
  const answer = await fetch(`${SITE}/api/results/add`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`results/add answered ${answer.status}: ${await answer.text()}`);
}

/** The form of bib 7, opened. */
async function form(language = "en"): Promise<Locator> {
  await page.goto(`${SITE}/results/${slug}/${YEAR}/7?lang=${language}`);
  await page
    .locator("details > summary")
    .filter({ hasText: language === "en" ? "Privacy or a mistake?" : "¿Privacidad o un error?" })
    .click();
  const found = page.locator("details form");
  await found.locator("select").waitFor();
  return found;
}

async function isSound(): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  expect(await cutTexts(page)).toEqual([]);
}

async function ask(wish: string, birthdate: string): Promise<void> {
  const fields = await form();
  await fields.getByLabel("What do you ask for?").selectOption(wish);
  await fields.getByLabel("Date of birth of the runner").fill(birthdate);
  await fields.getByRole("button", { name: "Send to the organiser" }).click();
  await fields
    .getByText(/^If these details match the organiser’s list, they have your request now\./)
    .waitFor();
}

function desk(): Locator {
  return page.getByRole("region", { name: "Requests of runners" });
}

test("a runner asks, the organiser agrees with one press, and the name is gone", async () => {
  // A stranger gets the same answer, and the organiser is told nothing.
  await ask("hidden", "1985-03-10");
  await ask("hidden", "1985-03-09");
  await isSound();
  await signIn(page, `/account/events/${slug}`, owner);
  await desk().getByText("1 request waits for your answer.").waitFor();
  const request = desk().getByRole("article", {
    name: "Carla Bennett, bib 7 does not want to be shown",
  });
  await request.getByText("Proven by date of birth.").waitFor();
  await request.getByRole("button", { name: /^Look in other years/ }).click();
  await request.getByRole("checkbox", { name: `${OLD}, bib 31` }).check();
  await isSound();
  await request.getByRole("button", { name: /^Agree/ }).click();
  await desk().getByText("Agreed: Carla Bennett, bib 7.").waitFor();
  await desk()
    .getByRole("article", { name: "Carla Bennett, bib 7 is not shown by name" })
    .waitFor();
  await isSound();
  // The next upload contains the name again.
  await upload();
  await expect
    .poll(async () => {
      await page.goto(`${SITE}/results/${slug}/${YEAR}`);
      await page.getByText("Ana Ruiz").first().waitFor();
      return page.getByText("Carla").count();
    })
    .toBe(0);
  await page.getByRole("link", { name: "Bib 7" }).first().waitFor();
  // The wish holds in the other year, too, and is undone in each year separately.
  await page.goto(`${SITE}/account/events/${slug}`);
  await desk().getByLabel("Year").selectOption(OLD);
  await desk()
    .getByRole("article", { name: "Carla Bennett, bib 31 is not shown by name" })
    .waitFor();
  await desk()
    .getByRole("button", { name: /^Take back/ })
    .click();
  await desk().getByText("Taken back: Carla Bennett, bib 31.").waitFor();
});

test("what is wrong reaches the desk as it was written, on a narrow screen in Spanish too", async () => {
  await page.setViewportSize(NARROW);
  const fields = await form("es");
  await fields.locator("select").selectOption("correction");
  await fields.locator("button[type=submit]").click();
  await fields.getByText("Diga qué está mal.").waitFor();
  await isSound();
  await fields.locator("textarea").fill(HOSTILE);
  await fields.locator("input[type=date]").fill("1985-03-09");
  await fields.locator("input[type=email]").fill("carla@example.org");
  await fields.locator("button[type=submit]").click();
  await fields.getByText(/^Si estos datos coinciden/).waitFor();
  await isSound();
  await signIn(page, `/account/events/${slug}`, owner);
  const requests = page.getByRole("region", { name: "Peticiones de corredores" });
  await requests.getByText(HOSTILE).waitFor();
  await isSound();
  await requests.getByRole("button", { name: /^Hecho/ }).click();
  await requests.getByText("Aceptado: Carla Bennett, dorsal 7.").waitFor();
  await isSound();
});

test("the form is filled in and sent with the keyboard alone", async () => {
  const fields = await form();
  await page.locator("details > summary").filter({ hasText: "Privacy or a mistake?" }).focus();
  await page.keyboard.press("Tab");
  expect(
    await fields.locator("select").evaluate((element) => element === document.activeElement),
  ).toBe(true);
  await page.keyboard.press("ArrowDown");
  expect(await fields.locator("select").inputValue()).toBe("no_age");
  await fields.locator("input[type=date]").fill("1985-03-09");
  await fields.getByRole("button", { name: "Send to the organiser" }).focus();
  await page.keyboard.press("Enter");
  await fields.getByText(/^If these details match/).waitFor();
});
