/**
 * A wrong upload is undone at the event desk, in a real browser at the real server (pages.md C18
 * "Earlier versions of the results").
 */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { violations } from "./axe";
import { SITE } from "./browser";
import { cutTexts, expectSound, sideways } from "./layout";
import { anAccount, anEvent, finisher, signIn, timingOf, YEARS } from "./organiser";
import { context, newPage, page, withBrowser, wrongs } from "./page";
import { published } from "./stack";

/** The newest year, which is selected at first. */
const YEAR = YEARS[1];

let owner: string;
let slug: string;
let upload: (...results: object[]) => Promise<void>;

withBrowser({ watched: true });

/** An event with results, a wrong upload, and one after it. */
beforeAll(async () => {
  owner = await anAccount("paid");
  slug = await anEvent(owner);
  upload = await timingOf(owner, slug, YEAR);
  await upload(finisher(1, 3_000), finisher(2, 3_060));
  const good = await pointed(2);
  await upload(finisher(1, 3_333));
  const wrong = await pointed(2, good);
  await upload(finisher(3, 2_000));
  await pointed(3, wrong);
});

/** Waits until this many results are published, the first with this time. Returns the version. */
async function pointed(count: number, after = 0): Promise<number> {
  let version = 0;
  await published(`results/${slug}/${YEAR}/current.json`, (text) => {
    const pointer = JSON.parse(text) as { version: number; count: number };
    ({ version } = pointer);
    return pointer.count === count && version > after;
  });
  return version;
}

const clocks = async () => {
  const shown = await context.newPage();
  await shown.goto(`${SITE}/results/${slug}/${YEAR}`);
  await shown.getByText("Robin Runner 2").first().waitFor();
  const text = await shown.locator("main").innerText();
  await shown.close();
  return text;
};

beforeEach(() => newPage());

test("on a narrow screen and in Spanish", async () => {
  await newPage({ viewport: { width: 320, height: 640 }, locale: "es-ES" });
  await signIn(page, `/account/events/${slug}`, owner);
  const part = page.getByRole("region", { name: "Versiones anteriores de los resultados" });
  await part
    .getByRole("button", { name: /^Volver a esta versión/ })
    .first()
    .click();
  await page.getByRole("dialog", { name: /^¿Volver a la versión/ }).waitFor();
  await expectSound(page);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect([await sideways(page), await cutTexts(page)]).toEqual([0, []]);
  expect(await wrongs()).toEqual([]);
});

test("an earlier version is published again, and the client's next upload does not undo it", async () => {
  await signIn(page, `/account/events/${slug}`, owner);
  const part = page.getByRole("region", { name: "Earlier versions of the results" });
  await part.getByText(/upload, 1 result changed/).waitFor();
  await part
    .getByRole("button", { name: /^Return to this version/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: /^Return to version/ });
  await dialog.getByText("1 result gets the values of then.").waitFor();
  await dialog.getByText("1 result that came since goes.").waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Return", exact: true }).click();
  await part.getByText(/^The uploaded results are those of version/).waitFor();
  const version = await pointed(2);
  expect(await clocks()).toMatch(/50:00/);
  await upload(finisher(1, 3_333), finisher(3, 2_000));
  await upload(finisher(2, 3_061));
  await pointed(2, version);
  const text = await clocks();
  expect(text).toMatch(/50:00/);
  expect(text).toMatch(/51:01/);
  expect(text).not.toMatch(/55:33/);
  await part
    .getByText(/return to an earlier version|upload, 1 result changed/)
    .first()
    .waitFor();
  expect(await wrongs()).toEqual([]);
});
