/**
 * Sign-up for text alerts and the pages behind it, as a carrier's reviewer and a visitor with a
 * phone meet them (pages.md C3, C21).
 */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { violations } from "./axe";
import { SCREENS, SITE } from "./browser";
import { cutTexts, expectFits, resize, sideways, LANDSCAPE } from "./layout";
import { type ContextOptions, context, newPage, withBrowser } from "./page";
import { makePrograms, NAME, SLUG, YEARS } from "./program-race";

const [YEAR] = YEARS;
/** A phone with its keyboard on the screen. */
const WITH_KEYBOARD = { width: 390, height: 500 };

const POLICIES = [
  {
    path: "/text-alerts/terms",
    heading: { en: "Text alert terms", es: "Condiciones de los avisos por SMS" },
    said: [
      "River Timing LLC Race Alerts",
      "Message frequency varies",
      "Msg & data rates may apply",
      "Reply STOP",
      "Reply HELP",
      "help@river.example",
      "I agree that River Timing LLC sends automated texts",
    ],
  },
  {
    path: "/text-alerts/privacy",
    heading: { en: "Text alert privacy", es: "Privacidad de los avisos por SMS" },
    said: [
      "are not sold, rented or shared with third parties or affiliates for marketing or promotional purposes",
      "help@river.example",
    ],
  },
] as const;

withBrowser({ viewport: SCREENS.phone });
beforeAll(makePrograms);

/** Opens a page of a deployment that names its operator. */
async function open(path: string, options: ContextOptions = {}): Promise<Page> {
  const page = await newPage(options);
  // The built page contains its configuration; the development server's fetches it.
  await context.route(
    ({ pathname }) => /^\/(?:config\.json$|text-alerts\/|results\/)/.test(pathname),
    async (route) => {
      const answer = await route.fetch();
      const named = (await answer.text())
        .replace(/"operator":\s*""/, '"operator":"River Timing LLC"')
        .replace(/"support":\s*""/, '"support":"help@river.example"');
      return route.fulfill({ response: answer, body: named });
    },
  );
  await page.goto(SITE + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

/** Fills in all of the form but its box. */
async function chooseMia(page: Page, phone: string): Promise<void> {
  await page.getByText("Text alerts: follow a runner by phone").click();
  await page.getByRole("combobox", { name: "Participant" }).fill("mia tor");
  await page
    .getByRole("option", { name: /^Mia Torres/ })
    .first()
    .click();
  await page.getByLabel("Phone").first().fill(phone);
}

test.each(POLICIES)(
  "$path is for everybody, asks no API, names the operator, and reads well everywhere",
  async ({ path, heading, said }) => {
    const english = await open(path);
    await english.getByRole("heading", { level: 1, name: heading.en, exact: true }).waitFor();
    const words = await english.getByRole("article").innerText();
    for (const part of said) expect(words).toContain(part);
    await expectFits(english, [SCREENS.phone, WITH_KEYBOARD, SCREENS.desktop]);
    const page = await open(path, { locale: "es-MX" });
    await page.getByRole("heading", { level: 1, name: heading.es, exact: true }).waitFor();
    expect(await page.getByRole("article").innerText()).toContain("River Timing LLC");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await page.getByRole("article").waitFor();
    expect(
      asked.filter((address) => address.includes("api/") || address.startsWith("/downloads")),
    ).toEqual([]);
  },
);

test("the form for text alerts opens below all links, on every screen", async () => {
  const page = await open(`/results/${SLUG}/${YEAR}`);
  const screens = [...Object.values(SCREENS), { width: 820, height: 1180 }, LANDSCAPE];
  const links = page.getByRole("navigation").filter({ hasText: "Awards" });
  const first = page.getByText("Both fields and the box are required.");
  for (const screen of screens) {
    await resize(page, screen);
    const before = await links.boundingBox();
    await page.getByText("Text alerts: follow a runner by phone").click();
    await first.waitFor();
    const after = await links.boundingBox();
    expect(after, `${screen.width} px`).toEqual(before);
    expect((await first.boundingBox())?.y).toBeGreaterThanOrEqual(
      (after?.y ?? Infinity) + (after?.height ?? 0),
    );
    expect(await sideways(page)).toBe(0);
    await page.getByText("Text alerts: follow a runner by phone").click();
    await first.waitFor({ state: "hidden" });
    await page.evaluate(() => window.scrollTo(0, 0));
  }
});

test("the form asks for an unticked box, beside the phone, with all that carriers want to read there", async () => {
  const page = await open(`/results/${SLUG}/${YEAR}`, { viewport: WITH_KEYBOARD });
  const calls: unknown[] = [];
  await context.route("**/api/sms/add", (route) => {
    calls.push(route.request().postDataJSON());
    return route.fulfill({ json: {} });
  });
  await chooseMia(page, "555 123 4567");
  const box = page.getByRole("checkbox", {
    name: `I agree that River Timing LLC sends automated texts about Mia Torres in ${NAME} to this phone.`,
  });
  expect(await box.isChecked()).toBe(false);
  await page
    .getByText(
      "Msg & data rates may apply. Reply HELP for help, STOP to cancel. Consent is not a condition of any purchase or of taking part.",
    )
    .waitFor();

  const submit = page.getByRole("button", { name: "Submit" });
  await submit.click();
  await page.getByText("Tick the box to agree to the texts.").waitFor();
  expect(await box.evaluate((element) => document.activeElement === element)).toBe(true);
  expect(
    await box.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    }),
    "seen although the keyboard is out",
  ).toBe(true);
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  expect(await cutTexts(page)).toEqual([]);

  const other = context.waitForEvent("page");
  await page.getByRole("main").getByRole("link", { name: "Text alert terms" }).click();
  await (await other).getByRole("heading", { level: 1, name: "Text alert terms" }).waitFor();
  await page.bringToFront();
  expect(
    await page.getByLabel("Phone").first().inputValue(),
    "reading the terms costs nothing that was typed",
  ).toBe("555 123 4567");

  await box.check();
  await submit.click();
  const dialog = page.getByRole("dialog", { name: "Warning" });
  await dialog
    .getByText(
      `Texts about Mia Torres in ${NAME} will go to 555-123-4567. Please check the number: a wrong one is somebody else's.`,
    )
    .waitFor();
  expect(await violations(page)).toEqual([]);
  expect(calls).toEqual([]);
  await dialog.getByRole("button", { name: "Subscribe" }).click();
  await page.getByText("You've successfully subscribed.").waitFor();
  expect(calls).toMatchObject([
    {
      slug: SLUG,
      year: YEAR,
      first: "Mia",
      last: "Torres",
      phone: "5551234567",
      consent: { wording: "2026-11-en" },
    },
  ]);
  expect(await page.getByRole("checkbox", { name: /^I agree that / }).isChecked()).toBe(false);
});

test("the server takes the subscription with its consent, and ends it; the foot of the page leads to terms and privacy", async () => {
  const page = await open(`/results/${SLUG}/${YEAR}`, { viewport: SCREENS.desktop });
  await chooseMia(page, "555 123 4568");
  await page.getByRole("checkbox", { name: /^I agree that / }).check();
  await page.getByRole("button", { name: "Submit" }).click();
  const answered = page.waitForResponse("**/api/sms/add");
  await page.getByRole("dialog").getByRole("button", { name: "Subscribe" }).click();
  expect((await answered).status()).toBe(200);
  await page.getByText("You've successfully subscribed.").waitFor();
  expect(await page.getByRole("combobox", { name: "Participant" }).inputValue()).toBe("");
  await page.getByRole("link", { name: "End text alerts" }).click();
  await page.locator("#end-text-alerts").getByLabel("Phone").fill("555 123 4568");
  await page.getByRole("button", { name: "Unsubscribe from text alerts" }).click();
  await page.getByText("You've successfully unsubscribed.").waitFor();
  await page.getByRole("contentinfo").getByRole("link", { name: "Text alert privacy" }).click();
  await page.getByRole("heading", { level: 1, name: "Text alert privacy" }).waitFor();
});
