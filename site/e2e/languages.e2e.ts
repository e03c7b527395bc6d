/**
 * The site in Spanish, as seen by a visitor whose browser asks for Spanish, and switching between
 * the languages.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { violations } from "./axe";
import { apiRows, type Demo, SCREENS, SITE } from "./browser";
import { resize, sideways } from "./layout";
import { goOffline } from "./network";
import { type ContextOptions, context, newPage, visit, withBrowser, withDemos } from "./page";
import { makePrograms, SLUG } from "./program-race";

withBrowser({ viewport: SCREENS.phone, locale: "es-ES" });
const { events, demo } = withDemos();

async function open(path: string, options: ContextOptions = {}): Promise<Page> {
  const page = await visit(path, options);
  await drawn(page);
  return page;
}

async function drawn(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page
    .getByText(/^(?:Cargando|Loading)$/)
    .first()
    .waitFor({ state: "hidden" });
}

test("without JavaScript a page says in both languages that it needs it", async () => {
  const page = await visit("/", { javaScriptEnabled: false });
  const said = await page.locator("noscript p").all();
  expect(await Promise.all(said.map((line) => line.isVisible()))).toEqual([true, true]);
  expect(await page.locator("noscript p[lang=es]").innerText()).toContain("necesitan JavaScript");
});

/** The first runner of the first distance who has finished. */
async function finisher(race: Demo): Promise<string> {
  const rows = await apiRows(race, race.distances[0] ?? "");
  const found = rows.find(({ ranking }) => ranking === 1);
  if (found === undefined) throw new Error(`Nobody is first in ${race.slug}`);
  return found.bib;
}

/**
 * Words of the English site that no page in Spanish may show. All other text there is the race's
 * own.
 */
const ENGLISH =
  /\b(?:Results|Awards|Place|Bib|Overall|Women|Men|Woman|Clock Time|Chip Time|Search|Sort|Loading|Download|updated|runners?|of the|Pace|Events|Hour|Lap|Loop|Finish|Start|Under|Over|LIVE|Live)\b/;

/** All texts of a page, shown or read out. */
async function words(page: Page): Promise<string> {
  return page.evaluate(() => {
    const said = [...document.querySelectorAll("[aria-label], [title], [placeholder]")].flatMap(
      (element) =>
        ["aria-label", "title", "placeholder"].map((name) => element.getAttribute(name) ?? ""),
    );
    return [document.title, document.body.innerText, ...said].join("\n");
  });
}

/** The words of races and of the product itself are not ours to translate. */
function ours(all: string): string {
  const theirs = events.flatMap(({ name, distances }) => [name, ...distances]);
  return theirs
    .reduce((left, name) => left.replaceAll(name, ""), all)
    .replaceAll(/^Course certified as.*$/gm, "");
}

/** Checks that long words fit on 320 px. */
async function expectRoom(page: Page): Promise<void> {
  await resize(page, { width: 320, height: 640 });
  expect(await sideways(page), page.url()).toBe(0);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll("thead th, tbody th > *, button, label, h1, h2, h3, legend")]
      .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.textContent),
  );
  expect(cut, page.url()).toEqual([]);
}

test.each(["distance", "time", "backyardultra"])(
  "results of a %s event in Spanish: every word of ours, axe clean, no scrolling sideways",
  async (type) => {
    const { slug, name } = demo(type);
    const page = await open(`/results/${slug}`);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(`Resultados de ${name}`);
    await page.getByRole("rowheader").first().waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("es");
    expect(await page.title()).toBe(`Resultados de ${name}`);
    expect(ours(await words(page))).not.toMatch(ENGLISH);
    expect(await violations(page)).toEqual([]);
    await expectRoom(page);
  },
);

test.each(["distance", "time", "backyardultra"])(
  "the other pages of a %s event have no English word, its points and age groups included",
  async (type) => {
    const race = demo(type);
    const { slug, year } = race;
    const bib = encodeURIComponent(await finisher(race));
    for (const path of [
      `/awards/${slug}?ag=10`,
      `/results/${slug}/status`,
      `/arrivals/${slug}`,
      `/kiosk/${slug}`,
      `/results/${slug}/${year}/${bib}`,
      `/embed/${slug}`,
    ]) {
      const page = await open(path);
      expect(ours(await words(page)), path).not.toMatch(ENGLISH);
    }
  },
);

test("awards, arrivals, the kiosk, status, a runner and the error screen in Spanish", async () => {
  const race = demo("distance");
  const { slug, year, name } = race;
  const pages: [string, string][] = [
    [`/awards/${slug}`, `Premios de ${name} ${year}`],
    [`/arrivals/${slug}`, `Llegadas de ${name} ${year}`],
    [`/kiosk/${slug}`, `${year} ${name}`],
    [`/results/${slug}/status`, `Estado de ${name} ${year}`],
    [
      `/results/${slug}/${year}/${encodeURIComponent(await finisher(race))}`,
      `Resultados de ${name} ${year}`,
    ],
    ["/no/such/page", "404"],
    ["/", "Carreras"],
  ];
  for (const [path, heading] of pages) {
    const page = await open(path);
    expect(await page.getByRole("heading", { level: 1 }).innerText(), path).toBe(heading);
    // the event list holds whatever races the stack has
    if (path !== "/") expect(ours(await words(page)), path).not.toMatch(ENGLISH);
    expect(await violations(page), path).toEqual([]);
    await expectRoom(page);
  }
});

test("the text-alert panel in Spanish, with its errors and its dialog", async () => {
  await makePrograms();
  const page = await open(`/results/${SLUG}`);
  await page.getByText("Avisos SMS: sigue a alguien con el móvil").click();
  await page.getByRole("button", { name: "Enviar" }).click();
  await page.getByText("Elige a un participante de la lista.").waitFor();
  await page.getByText("El número de teléfono es obligatorio.").waitFor();
  await page.getByRole("combobox", { name: "Participante" }).fill("torres");
  await page
    .getByRole("option", { name: /^Mia Torres - (?:Mujer|Hombre) / })
    .first()
    .click();
  await page.getByLabel("Teléfono").first().fill("212-555-0134");
  await page
    .getByText(/Responde .*STOP/)
    .first()
    .waitFor();
  await page.getByRole("checkbox", { name: /Mia Torres/ }).check();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Enviar" }).click();
  const dialog = page.getByRole("dialog", { name: "Aviso" });
  await dialog.getByText(/212-555-0134/).waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancelar" }).click();
});

test("the switch changes the language, and the choice lasts", async () => {
  const { slug, name } = demo("distance");
  const page = await open(`/results/${slug}?sort=gender`);
  await page.getByRole("contentinfo").getByRole("button", { name: "English" }).click();
  await page.getByRole("heading", { level: 1, name: `${name} Results` }).waitFor();
  expect(new URL(page.url()).search, "the view stays").toBe("?sort=gender");
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
  await page.reload();
  await page.getByRole("heading", { level: 1, name: `${name} Results` }).waitFor();
  const other = await context.newPage();
  await other.goto(`${SITE}/`);
  await other.getByRole("heading", { level: 1, name: "Events" }).waitFor();
  await other.getByRole("button", { name: "Español" }).click();
  await other.getByRole("heading", { level: 1, name: "Carreras" }).waitFor();
});

test("an address with a language has it for whoever opens it, and for the pages after it", async () => {
  const { slug, name } = demo("distance");
  const page = await open(`/results/${slug}?lang=es`, { locale: "en-US" });
  await page.getByRole("heading", { level: 1, name: `Resultados de ${name}` }).waitFor();
  await page.getByRole("link", { name: "Premios" }).click();
  await page.getByRole("heading", { level: 1, name: /^Premios de/ }).waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: /^Premios de/ }).waitFor();
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("heading", { level: 1, name: /Awards$/ }).waitFor();
});

test("English visitors fetch no Spanish, and nothing is drawn in English before Spanish is there", async () => {
  const english = await open("/", { locale: "en-US" });
  expect(
    await english.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter((name) => /\/es(?:-[\w-]+)?\.(?:js|ts)/.test(name)),
    ),
  ).toEqual([]);
  const page = await newPage({ locale: "es-MX" });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/es(?:-[\w-]+)?\.(?:js|ts)(?:\?|$)/, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/es(?:-[\w-]+)?\.(?:js|ts)(?:\?|$)/);
  await page.clock.install();
  await page.goto(`${SITE}/`, { waitUntil: "commit" });
  await asked;
  // However long it takes, by the page's own clock.
  await page.clock.runFor(10_000);
  await page.screenshot();
  expect(await page.evaluate(() => document.body?.innerText.trim() ?? "")).toBe("");
  release();
  await page.getByRole("heading", { level: 1, name: "Carreras" }).waitFor();
});

test("long Spanish words fit on the other pages, too", async () => {
  for (const { slug, year } of events) {
    const page = await open(`/results/${slug}/${year}/qr`);
    await expectRoom(page);
    for (const path of [`/awards/${slug}`, `/results/${slug}/status`]) {
      await page.goto(SITE + path);
      await drawn(page);
      await expectRoom(page);
    }
  }
});

test("without the network too: a visitor who read English switches to Spanish", async () => {
  const { slug, name } = demo("distance");
  const page = await open(`/results/${slug}`, { locale: "en-US", serviceWorkers: "allow" });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.getByRole("rowheader").first().waitFor();
  await goOffline(context);
  await page.getByRole("button", { name: "Español" }).click();
  await page.getByRole("heading", { level: 1, name: `Resultados de ${name}` }).waitFor();
  await page.getByText(/^Sin conexión\. Resultados del [0-9]/).waitFor();
});
