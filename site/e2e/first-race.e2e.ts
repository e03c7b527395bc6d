/** A race from nothing to a published result, by an organiser who has none, in a real browser. */
import { randomUUID } from "node:crypto";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { violations } from "./axe";
import { SCREENS, SITE } from "./browser";
import { sideways } from "./layout";
import { untilSeen } from "./network";
import { anAccount, logIn } from "./organiser";
import { visit, withBrowser } from "./page";
import { holds } from "./race";

/** From the account page: presses, fields filled in, files chosen. */
const MOST_ACTS = 13;

withBrowser();

/** The results of a village 5K, as a spreadsheet writes them. */
const SHEET = {
  name: "results.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    "Place,Bib,First Name,Last Name,Gender,Age,Clock Time\n1,8,Lee,Park,M,33,0:19:30\n2,7,Ana,Ruiz,F,41,0:20:10\n",
  ),
};

test.each([
  ["phone", "en-US"],
  ["desktop", "es-ES"],
] as const)("on a %s in %s: at most 13 acts", async (screen, locale) => {
  const words = {
    "en-US": {
      add: "New event",
      create: "Add event",
      day: "Date",
      time: "Time of the start",
      year: "Add year",
      sheet: "Results from a spreadsheet",
      first: "Your first race",
      file: "Choose a file",
      distance: "Distance of all lines",
      check: "Check what would happen",
      publish: /^Publish \d+ rows?$/,
    },
    "es-ES": {
      add: "Carrera nueva",
      create: "Añadir carrera",
      day: "Fecha",
      time: "Hora de la salida",
      year: "Añadir año",
      sheet: "Resultados de una hoja de cálculo",
      first: "Tu primera carrera",
      file: "Elige un archivo",
      distance: "Distancia de todas las líneas",
      check: "Comprobar qué pasaría",
      publish: /^Publicar \d+ filas?$/,
    },
  }[locale];
  const owner = await anAccount("free");
  const page = await visit("/account", { viewport: SCREENS[screen], locale });
  await logIn(page, owner);
  let acts = 0;
  const press = async (what: Locator) => {
    acts += 1;
    await what.click();
  };
  const fill = async (what: Locator, text: string) => {
    acts += 1;
    await what.fill(text);
  };
  const main = page.getByRole("main");
  await press(main.getByRole("link", { name: words.add }));
  const name = `Lane Run ${randomUUID().slice(0, 8)}`;
  await fill(main.locator("input").first(), name);
  await press(main.getByRole("button", { name: words.create }));
  await fill(main.getByLabel(words.day, { exact: true }), "2026-12-05");
  await fill(main.getByLabel(words.time), "08:30");
  await press(main.locator("form").getByRole("button", { name: words.year }));
  const first = page.getByRole("region", { name: words.first });
  const sheet = first.getByRole("link", { name: words.sheet });
  await untilSeen(sheet);
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  await press(sheet);
  acts += 1;
  await main.getByLabel(words.file).setInputFiles(SHEET);
  await fill(main.getByLabel(words.distance), "5K");
  await press(main.getByRole("button", { name: words.check }));
  await press(main.getByRole("button", { name: words.publish }));
  const slug = name.toLowerCase().replaceAll(" ", "-");
  await holds(slug, "2026", 2);
  await page.goto(`${SITE}/account/events/${slug}`);
  await page.getByRole("article", { name: "2026" }).waitFor();
  await expect.poll(() => first.count()).toBe(0);
  process.stdout.write(`a first race: ${acts} acts\n`);
  expect(acts).toBeLessThanOrEqual(MOST_ACTS);
});
