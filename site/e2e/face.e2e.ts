/**
 * A race's own face: its colour, logo and sponsors on every page of the race, on the certificate
 * and on paper, in light and dark (pages.md B11).
 */
import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { contrast, GROUNDS, paletteOf, TEXT_CONTRAST } from "../src/ui/face/palette";
import { contrastViolations, violations } from "./axe";
import { launch, SCREENS, SITE } from "./browser";
import { sideways } from "./layout";
import { sheetsOf } from "./pdf";
import { call, published } from "./stack";

const YEAR = "2005";
const SPONSOR = "Presented by the Ferry Inn";
/**
 * Colours that are difficult for one of the schemes, or for both; each with a logo from a server
 * that does or does not let other sites read it.
 */
const RACES = [
  { slug: "browser-face-saturated", color: "#ff2d00", logo: "https://logos.example/open.svg" },
  { slug: "browser-face-light", color: "#ffe14d", logo: "https://logos.example/closed.svg" },
  { slug: "browser-face-dark", color: "#10204a", logo: "https://logos.example/lost.svg" },
] as const;
const [OPEN, CLOSED, LOST] = RACES;
/** The colour of the logo, and of nothing else. */
const LOGO_COLOR = [255, 0, 255] as const;

const EVENT = {
  name: "Face Test",
  contact_email: "test@example.org",
  type: "distance",
  sponsor: SPONSOR,
};

let browser: Browser;
let context: BrowserContext;

async function makeRace({ slug, color, logo }: (typeof RACES)[number]): Promise<void> {
  const event = { ...EVENT, slug, accent_color: color, logo };
  await call("event/add", { event });
  await call("event-year/add", {
    slug,
    event_year: {
      year: YEAR,
      date_time: "2005-05-05T08:00:00-07:00",
      live: false,
      days_allowed: 36_500,
      ranking_type: "gun",
    },
  });
  const results = Array.from({ length: 6 }, (_, index) => ({
    person_id: `${index}-face`,
    bib: String(index + 1),
    first: "Robin",
    last: `Runner ${index + 1}`,
    age: 30,
    gender: "Woman",
    age_group: "30-39",
    distance: "10 KM",
    seconds: 3_000 + 60 * index,
    milliseconds: 0,
    chip_seconds: 2_990 + 60 * index,
    chip_milliseconds: 0,
    segment: "Finish",
    location: "Finish",
    occurence: 1,
    ranking: index + 1,
    age_ranking: index + 1,
    gender_ranking: index + 1,
    finish: true,
    type: 0,
    anonymous: false,
    local_time: "2005-05-05T09:00:00-07:00",
    division: "",
    division_ranking: -1,
  }));
  await call("results/add", { slug, year: YEAR, results });
  await published(
    `results/${slug}/${YEAR}/current.json`,
    (text) => (JSON.parse(text) as { count: number }).count === results.length,
  );
}

beforeAll(async () => {
  [browser] = await Promise.all([launch(), ...RACES.map(makeRace)]);
});

afterAll(() => browser?.close());

beforeEach(async () => {
  context = await browser.newContext({ viewport: SCREENS.phone, serviceWorkers: "block" });
  // Playwright lets every site read what it serves, unless the answer says who may.
  await context.route("https://logos.example/**", async (route) => {
    if (route.request().url() === LOST.logo) return route.abort();
    const allowed = route.request().url() === OPEN.logo ? "*" : "https://somebody-else.example";
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40" fill="rgb(${LOGO_COLOR.join()})"/></svg>`;
    return route.fulfill({
      contentType: "image/svg+xml",
      headers: { "Access-Control-Allow-Origin": allowed },
      body,
    });
  });
  return () => context.close();
});

async function open(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(SITE + path);
  return page;
}

const logoOf = (page: Page) => page.locator("h1 + img");

/** A token of the page's own style, as `#rrggbb`. */
function token(page: Page, name: string): Promise<string> {
  return page.evaluate(
    (wanted) => getComputedStyle(document.documentElement).getPropertyValue(wanted).trim(),
    `--${name}`,
  );
}

const PAGES = ["results", "awards", "status", "arrivals", "runner", "series", "qr"] as const;

function pathOf(page: (typeof PAGES)[number], slug: string): string {
  if (page === "runner") return `/results/${slug}/${YEAR}/2`;
  if (page === "qr") return `/results/${slug}/${YEAR}/qr`;
  if (page === "series") return `/results/${slug}`;
  return `/${page}/${slug}/${YEAR}`;
}

describe.each(RACES)("$slug", ({ slug, color, logo }) => {
  test.each(PAGES)(
    "%s wears the colour and names the sponsors; axe finds nothing in light or dark",
    async (kind) => {
      const page = await open(pathOf(kind, slug));
      await page.getByText(SPONSOR).first().waitFor();
      await expect.poll(() => token(page, "banner")).toBe(color);
      if (logo === LOST.logo) await expect.poll(() => logoOf(page).count()).toBe(0);
      else
        await page.waitForFunction(
          () => (document.querySelector<HTMLImageElement>("h1 + img")?.naturalWidth ?? 0) > 0,
        );
      // The races differ in their colours alone.
      const seen = slug === OPEN.slug ? violations : contrastViolations;
      expect(await seen(page)).toEqual([]);
      expect(await sideways(page)).toBe(0);
    },
  );

  test("links and banner are read in light and dark", async () => {
    const page = await open(`/results/${slug}/${YEAR}`);
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await expect.poll(() => token(page, "brand")).toBe(paletteOf(color)[scheme].brand);
      expect(contrast(await token(page, "brand"), GROUNDS[scheme].paper)).toBeGreaterThanOrEqual(
        TEXT_CONTRAST,
      );
      const banner = await page.getByRole("banner").evaluate((element) =>
        [getComputedStyle(element).backgroundColor, getComputedStyle(element).color].map(
          (rgb) =>
            `#${(rgb.match(/\d+/g) ?? [])
              .slice(0, 3)
              .map((part) => Number(part).toString(16).padStart(2, "0"))
              .join("")}`,
        ),
      );
      expect(banner[0]).toBe(color);
      expect(contrast(banner[0] ?? "", banner[1] ?? "")).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    }
  });
});

test("the logo moves no row when it comes, and one that cannot be loaded leaves nothing behind", async () => {
  const page = await context.newPage();
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await context.route(CLOSED.logo, async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto(`${SITE}/results/${CLOSED.slug}/${YEAR}`);
  const row = page.getByRole("rowheader").first();
  await logoOf(page).waitFor();
  const before = (await row.boundingBox())?.y;
  letGo();
  await page.waitForFunction(
    () => (document.querySelector<HTMLImageElement>("h1 + img")?.naturalWidth ?? 0) > 0,
  );
  expect((await row.boundingBox())?.y).toBe(before);
  const lost = await open(`/results/${LOST.slug}/${YEAR}`);
  await lost.getByRole("rowheader").first().waitFor();
  await expect.poll(() => logoOf(lost).count()).toBe(0);
});

/** How many dots of a picture have the logo's colour. */
function logoDots(page: Page, png: Buffer): Promise<number> {
  return page.evaluate(
    async ([base64, wanted]) => {
      const picture = await createImageBitmap(
        await (await fetch(`data:image/png;base64,${base64}`)).blob(),
      );
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const drawing = canvas.getContext("2d");
      drawing?.drawImage(picture, 0, 0);
      const dots =
        drawing?.getImageData(0, 0, picture.width, picture.height).data ?? new Uint8ClampedArray();
      let count = 0;
      for (let at = 0; at < dots.length; at += 4)
        if (wanted.every((part, index) => dots[at + index] === part)) count++;
      return count;
    },
    [png.toString("base64"), LOGO_COLOR] as const,
  );
}

test.each([
  { race: OPEN, seen: true, saved: true, server: "lets others read it" },
  { race: CLOSED, seen: true, saved: false, server: "does not let others read it" },
  { race: LOST, seen: false, saved: false, server: "does not answer" },
])(
  "a certificate with a logo whose server $server: on the page $seen, in the saved picture $saved",
  async ({ race, seen, saved }) => {
    const page = await open(`/certificate/${race.slug}/${YEAR}/2`);
    const drawing = page.getByRole("img", { name: /Robin Runner 2 has completed/ });
    await drawing.waitFor();
    expect(await drawing.locator("image").getAttribute("href")).toBe(race.logo);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download Finisher Certificate" }).click();
    const png = readFileSync(await (await download).path());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1600, 1130]);
    // The policy of the site's own pages allows no fetch: a blank page of the browser reads the
    // pictures.
    const reader = await context.newPage();
    expect((await logoDots(reader, png)) > 1_000).toBe(saved);
    const shown = await logoDots(reader, await drawing.screenshot());
    expect(shown > 100).toBe(seen);
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    // In dark mode the sheet stays white.
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await drawing.locator("path").first().getAttribute("fill")).toBe("#ffffff");
  },
);

test("on paper, from a device in light or dark: black on white, the band in the colour, logo and sponsors", async () => {
  const { band } = paletteOf(OPEN.color).light;
  for (const path of [`/results/${OPEN.slug}/${YEAR}`, `/results/${OPEN.slug}/${YEAR}/qr`]) {
    const page = await open(path);
    await page.waitForFunction(
      () => (document.querySelector<HTMLImageElement>("h1 + img")?.naturalWidth ?? 0) > 0,
    );
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ media: "print", colorScheme });
      const title = page.locator("div:has(> h1)");
      const style = await title.evaluate((element) => ({
        band: getComputedStyle(element).borderBlockEndColor,
        ink: getComputedStyle(element).color,
        paper: getComputedStyle(document.documentElement).backgroundColor,
      }));
      expect(style).toEqual({
        band: `rgb(${[1, 3, 5].map((at) => Number.parseInt(band.slice(at, at + 2), 16)).join(", ")})`,
        ink: "rgb(0, 0, 0)",
        paper: "rgb(255, 255, 255)",
      });
      expect(await logoOf(page).isVisible()).toBe(true);
      for (const format of ["A4", "Letter"] as const) {
        const sheets = sheetsOf(await page.pdf({ format }));
        expect(sheets).toHaveLength(1);
        const words = sheets[0]?.text.replaceAll(/\s/g, "") ?? "";
        expect(words).toContain("FaceTest");
        expect(words).toContain(SPONSOR.replaceAll(" ", ""));
      }
    }
    await page.close();
  }
});

test("who leaves the race leaves its colours", async () => {
  const page = await open(`/results/${OPEN.slug}/${YEAR}`);
  await expect.poll(() => token(page, "banner")).toBe(OPEN.color);
  await page.getByRole("banner").getByRole("link", { name: "Events" }).click();
  await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
  await expect.poll(() => token(page, "banner")).toBe("#0a5c50");
});
