/**
 * A race's own face: its colour, logo and sponsors on every page of the race, on the certificate
 * and on paper, in light and dark (pages.md B11).
 */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { contrast, GROUNDS, paletteOf, TEXT_CONTRAST } from "../src/ui/face/palette";
import { contrastViolations, violations } from "./axe";
import { SCREENS, SITE } from "./browser";
import { sideways } from "./layout";
import { context, newPage, page, withBrowser } from "./page";
import { sheetsOf } from "./pdf";
import { eventOf, holds, resultOf, upload, yearOf } from "./race";
import { call } from "./stack";

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

async function makeRace({ slug, color, logo }: (typeof RACES)[number]): Promise<void> {
  const face = { sponsor: SPONSOR, accent_color: color, logo };
  await call("event/add", eventOf(slug, { name: "Face Test", ...face }));
  await call("event-year/add", yearOf(slug, YEAR, { days_allowed: 36_500 }));
  const results = Array.from({ length: 6 }, (_, index) => {
    const seconds = 3_000 + 60 * index;
    const local_time = "2005-05-02T09:00:00-07:00";
    const ranking = index + 1;
    return resultOf(ranking, {
      person_id: `${index}-face`,
      seconds,
      chip_seconds: seconds - 10,
      ranking,
      local_time,
    });
  });
  await upload(slug, YEAR, results);
  await holds(slug, YEAR, results.length);
}

withBrowser({ viewport: SCREENS.phone });

beforeAll(async () => {
  await Promise.all(RACES.map(makeRace));
});

beforeEach(async () => {
  await newPage();
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
});

async function open(path: string): Promise<void> {
  await page.goto(SITE + path);
}

const logoOf = () => page.locator("h1 + img");

/** A token of the page's own style, as `#rrggbb`. */
function token(name: string): Promise<string> {
  return page.evaluate(
    (wanted) => getComputedStyle(document.documentElement).getPropertyValue(wanted).trim(),
    `--${name}`,
  );
}

const PAGES = ["results", "awards", "status", "arrivals", "runner", "series", "qr"] as const;

function pathOf(kind: (typeof PAGES)[number], slug: string): string {
  if (kind === "runner") return `/results/${slug}/${YEAR}/2`;
  if (kind === "qr") return `/results/${slug}/${YEAR}/qr`;
  if (kind === "series") return `/results/${slug}`;
  return `/${kind}/${slug}/${YEAR}`;
}

describe.each(RACES)("$slug", ({ slug, color, logo }) => {
  test.each(PAGES)(
    "%s wears the colour and names the sponsors; axe finds nothing in light or dark",
    async (kind) => {
      await open(pathOf(kind, slug));
      await page.getByText(SPONSOR).first().waitFor();
      await expect.poll(() => token("banner")).toBe(color);
      if (logo === LOST.logo) await expect.poll(() => logoOf().count()).toBe(0);
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
    await open(`/results/${slug}/${YEAR}`);
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await expect.poll(() => token("brand")).toBe(paletteOf(color)[scheme].brand);
      expect(contrast(await token("brand"), GROUNDS[scheme].paper)).toBeGreaterThanOrEqual(
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
  await logoOf().waitFor();
  const before = (await row.boundingBox())?.y;
  letGo();
  await page.waitForFunction(
    () => (document.querySelector<HTMLImageElement>("h1 + img")?.naturalWidth ?? 0) > 0,
  );
  expect((await row.boundingBox())?.y).toBe(before);
  await open(`/results/${LOST.slug}/${YEAR}`);
  await page.getByRole("rowheader").first().waitFor();
  await expect.poll(() => logoOf().count()).toBe(0);
});

/** How many dots of a picture have the logo's colour. */
function logoDots(reader: Page, png: Buffer): Promise<number> {
  return reader.evaluate(
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
    await open(`/certificate/${race.slug}/${YEAR}/2`);
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
    await open(path);
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
      expect(await logoOf().isVisible()).toBe(true);
      for (const format of ["A4", "Letter"] as const) {
        const sheets = sheetsOf(await page.pdf({ format }));
        expect(sheets).toHaveLength(1);
        const words = sheets[0]?.text.replaceAll(/\s/g, "") ?? "";
        expect(words).toContain("FaceTest");
        expect(words).toContain(SPONSOR.replaceAll(" ", ""));
      }
    }
    await page.emulateMedia({ media: null, colorScheme: null });
  }
});

test("other pages do not keep the race's colours", async () => {
  await open(`/results/${OPEN.slug}/${YEAR}`);
  await expect.poll(() => token("banner")).toBe(OPEN.color);
  await page.getByRole("banner").getByRole("link", { name: "Events" }).click();
  await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
  await expect.poll(() => token("banner")).toBe("#0a5c50");
});
