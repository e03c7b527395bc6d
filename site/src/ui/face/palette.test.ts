import { readFileSync } from "node:fs";
import { assert, integer, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { BAND_CONTRAST, contrast, GROUNDS, isColor, paletteOf, TEXT_CONTRAST } from "./palette";

const colors = integer({ min: 0, max: 0xff_ff_ff }).map(
  (value) => `#${value.toString(16).padStart(6, "0")}`,
);
/** Chosen by hand: each is difficult for one of the schemes. */
const HARD = [
  "#000000",
  "#ffffff",
  "#ffff00",
  "#00ff00",
  "#0000ff",
  "#7f7f7f",
  "#777777",
  "#0e1513",
  "#f3f6f5",
  "#ff0000",
];
const tokens = readFileSync(new URL("../tokens.css", import.meta.url), "utf8");
const [light = "", dark = ""] = tokens.split("@media (prefers-color-scheme: dark)");

function token(scheme: "light" | "dark", name: string): string {
  return (
    new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(scheme === "light" ? light : dark)?.[1] ?? ""
  );
}

test("the grounds are those of the tokens", () => {
  for (const scheme of ["light", "dark"] as const) {
    const { paper, surface, mark, alertSoft } = GROUNDS[scheme];
    expect([paper, surface, mark, alertSoft]).toEqual(
      ["paper", "surface", "mark", "alert-soft"].map((name) => token(scheme, name)),
    );
  }
});

test.each([
  ["#000000", "#ffffff", 21],
  ["#777777", "#ffffff", 4.48],
  ["#0a5c50", "#0a5c50", 1],
])("%s on %s has a contrast of %f", (one, other, wanted) => {
  expect(contrast(one, other)).toBeCloseTo(wanted, 2);
  expect(contrast(other, one)).toBeCloseTo(wanted, 2);
});

test("the banner has the colour as it was given, and what stands on it can be read", () => {
  assert(
    property(colors, (accent) => {
      const { banner, bannerInk } = paletteOf(accent);
      expect(banner).toBe(accent);
      expect(contrast(bannerInk, banner)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    }),
    { numRuns: 2_000 },
  );
});

test.each(["light", "dark"] as const)(
  "%s: the banner of a race without a colour can be read",
  (scheme) => {
    expect(contrast(token(scheme, "banner-ink"), token(scheme, "banner"))).toBeGreaterThanOrEqual(
      TEXT_CONTRAST,
    );
    expect(contrast(token(scheme, "band"), token(scheme, "paper"))).toBeGreaterThanOrEqual(
      BAND_CONTRAST,
    );
  },
);

describe.each(["light", "dark"] as const)("%s", (scheme) => {
  function check(accent: string): void {
    const { brand, brandInk, brandSoft, band } = paletteOf(accent)[scheme];
    expect([brand, brandInk, brandSoft, band].filter((color) => !isColor(color))).toEqual([]);
    const grounds = [...Object.values(GROUNDS[scheme]), brandSoft];
    for (const ground of grounds)
      expect(contrast(brand, ground), `${brand} on ${ground}`).toBeGreaterThanOrEqual(
        TEXT_CONTRAST,
      );
    expect(contrast(brandInk, brand), `${brandInk} on ${brand}`).toBeGreaterThanOrEqual(
      TEXT_CONTRAST,
    );
    for (const name of ["ink", "ink-soft"])
      expect(
        contrast(token(scheme, name), brandSoft),
        `${name} on ${brandSoft}`,
      ).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    for (const ground of [GROUNDS[scheme].paper, GROUNDS[scheme].surface])
      expect(contrast(band, ground), `${band} on ${ground}`).toBeGreaterThanOrEqual(BAND_CONTRAST);
  }

  test.each(HARD)("%s can be read", check);

  test("any colour can be read", () => assert(property(colors, check), { numRuns: 2_000 }));

  test("a colour that can be read already stays as it was given", () => {
    assert(
      property(colors, (accent) => {
        const { brandSoft, brand, band } = paletteOf(accent)[scheme];
        const { paper, surface, ...others } = GROUNDS[scheme];
        const least = (grounds: string[]) =>
          Math.min(...grounds.map((ground) => contrast(accent, ground)));
        if (least([paper, surface]) >= BAND_CONTRAST) expect(band).toBe(accent);
        if (least([paper, surface, brandSoft, ...Object.values(others)]) >= TEXT_CONTRAST)
          expect(brand).toBe(accent);
      }),
    );
  });

  test("the tokens of a race without a colour hold the same", () => {
    const [brand, ink, soft] = ["brand", "brand-ink", "brand-soft"].map((name) =>
      token(scheme, name),
    ) as [string, string, string];
    for (const ground of [...Object.values(GROUNDS[scheme]), soft])
      expect(contrast(brand, ground)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    expect(contrast(ink, brand)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  });
});

test.each([
  ["#0a5c50", true],
  ["#0A5C50", true],
  ["0a5c50", false],
  ["#0a5c5", false],
  ["#0a5c5g", false],
  ["", false],
  [" #0a5c50", false],
])("%j is a colour: %s", (text, wanted) => {
  expect(isColor(text)).toBe(wanted);
});
