/**
 * Privacy in the runner's hands, in a real browser: a request from the runner's page, the
 * organiser's single press, and the name that is gone (pages.md C6, C18; api.md 6.13).
 */
import type { Locator } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { SITE } from "./browser";
import { expectSound } from "./layout";
import { anOrganiser, signIn, timingProgram } from "./organiser";
import { newPage, page, withBrowser } from "./page";
import { holds, participantOf, resultOf } from "./race";
import type { Caller } from "./stack";

const YEAR = "2026";
const OLD = "2025";
const NARROW = { width: 320, height: 640 };
/** Wider than any screen, and not to be interpreted as markup. */
const HOSTILE = `<img src=x onerror=alert(1)> ${"W".repeat(120)}`;

const CARLA = { first: "Carla", last: "Bennett" };
const ANA = { first: "Ana", last: "Ruiz" };

let owner: string;
let slug: string;
let program: Caller;

withBrowser();

beforeEach(async () => {
  const made = await anOrganiser({ [OLD]: {}, [YEAR]: {} });
  ({ owner, slug } = made);
  const enter = (year: string, ...participants: object[]) =>
    made.call("r/participants/add-many", { slug, year, participants });
  await enter(
    YEAR,
    participantOf("e7", { bib: "7", ...CARLA }),
    participantOf("e8", { bib: "8", ...ANA }),
  );
  await enter(OLD, participantOf("e31", { bib: "31", ...CARLA }));
  program = await timingProgram(made.call);
  await upload();
  await holds(slug, YEAR, 2);
  await newPage();
});

/** As a timing client sends it: every name, every time. */
async function upload(): Promise<void> {
  const results = [resultOf("7", CARLA), resultOf("8", ANA)];
  await program("results/add", { slug, year: YEAR, results });
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
  await expectSound(page);
  await signIn(page, `/account/events/${slug}`, owner);
  await desk().getByText("1 request waits for your answer.").waitFor();
  const request = desk().getByRole("article", {
    name: "Carla Bennett, bib 7 does not want to be shown",
  });
  await request.getByText("Proven by date of birth.").waitFor();
  await request.getByRole("button", { name: /^Look in other years/ }).click();
  await request.getByRole("checkbox", { name: `${OLD}, bib 31` }).check();
  await expectSound(page);
  await request.getByRole("button", { name: /^Agree/ }).click();
  await desk().getByText("Agreed: Carla Bennett, bib 7.").waitFor();
  await desk()
    .getByRole("article", { name: "Carla Bennett, bib 7 is not shown by name" })
    .waitFor();
  await expectSound(page);
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

test("a request for a correction reaches the desk as written, also in Spanish on a narrow screen", async () => {
  await page.setViewportSize(NARROW);
  const fields = await form("es");
  await fields.locator("select").selectOption("correction");
  await fields.locator("button[type=submit]").click();
  await fields.getByText("Diga qué está mal.").waitFor();
  await expectSound(page);
  await fields.locator("textarea").fill(HOSTILE);
  await fields.locator("input[type=date]").fill("1985-03-09");
  await fields.locator("input[type=email]").fill("carla@example.org");
  await fields.locator("button[type=submit]").click();
  await fields.getByText(/^Si estos datos coinciden/).waitFor();
  await expectSound(page);
  await signIn(page, `/account/events/${slug}`, owner);
  const requests = page.getByRole("region", { name: "Peticiones de corredores" });
  await requests.getByText(HOSTILE).waitFor();
  await expectSound(page);
  await requests.getByRole("button", { name: /^Hecho/ }).click();
  await requests.getByText("Aceptado: Carla Bennett, dorsal 7.").waitFor();
  await expectSound(page);
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
