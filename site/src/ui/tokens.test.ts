import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const tokens = readFileSync(new URL("tokens.css", import.meta.url), "utf8");
const sheets = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".module.css"))
  .map((file) => ({
    file: relative(root, join(root, file)),
    css: readFileSync(join(root, file), "utf8").replaceAll(/\/\*.*?\*\//gs, ""),
  }));

/** Every declaration of the modules: file, property, value. */
const declared = sheets.flatMap(({ file, css }) =>
  [...css.matchAll(/(?<=[{;]\s*)(-{0,2}[a-z][a-z-]*): ([^;]+);/g)].map(
    ([, property = "", value = ""]) => ({ file, property, value }),
  ),
);

/** Allowed lengths outside the tokens, and why. */
const OWN = new Set([
  // As wide as a dot: its word is for screen readers.
  "ui/Table.module.css font-size: 0.5rem",
  "pages/status/Status.module.css font-size: 0.5rem",
  // A border drawn over another.
  "ui/Tabs.module.css margin-block-end: -1px",
  // Aligned with the text beside a star, with that of a place, and with that behind a checkbox.
  // read from two metres
  "pages/arrivals/Arrivals.module.css font-size: clamp(1.375rem, 1rem + 2.4vw, 3rem)",
  "pages/arrivals/Arrivals.module.css font-size: clamp(1.125rem, 0.9rem + 0.8vw, 1.75rem)",
  "pages/arrivals/Arrivals.module.css font-size: clamp(2rem, 1.2rem + 4vw, 4.5rem)",
  "pages/parts/runner/RunnerName.module.css margin-block: calc((1.4em - 2rem) / 2)",
  "pages/parts/tables/WhyButton.module.css margin: min(0px, (1.4em - 1.75rem) / 2) calc(-1 * var(--space-2))",
  "pages/parts/alerts/Consent.module.css padding-inline-start: calc(1.25rem + var(--space-3))",
]);

/**
 * Codes and the camera are dark on light, or dark, in both schemes; the states of a bib have
 * colours used on one page only.
 */
const OWN_COLORS = new Set([
  "ui/QrCode.module.css background: #ffffff",
  "pages/checkin/Checkin.module.css background: #000000",
]);

function wrong(property: RegExp, allowed: (value: string) => boolean): string[] {
  return declared
    .filter((one) => property.test(one.property) && !allowed(one.value))
    .map(({ file, property: name, value }) => `${file} ${name}: ${value}`)
    .filter((line) => !OWN.has(line));
}

/** Lengths on paper are those of the sheet. */
const inTokens = (value: string) => !/\d(rem|px)\b/.test(value);

test("the modules are read", () => {
  expect(sheets.length).toBeGreaterThan(40);
  expect(declared.length).toBeGreaterThan(1_000);
  expect(
    [...OWN, ...OWN_COLORS].filter(
      (line) =>
        !declared.some(({ file, property, value }) => line === `${file} ${property}: ${value}`),
    ),
  ).toEqual([]);
});

test("letters, distances and corners are those of the tokens", () => {
  expect(wrong(/^font-size$/, inTokens)).toEqual([]);
  expect(wrong(/^((scroll-)?(padding|margin)(-.*)?|(row-|column-)?gap)$/, inTokens)).toEqual([]);
  expect(wrong(/^border-radius$/, inTokens)).toEqual([]);
});

test("weights, heights of lines and letter spacings are a few", () => {
  expect(
    wrong(/^font-weight$/, (value) => ["400", "600", "700", "800", "inherit"].includes(value)),
  ).toEqual([]);
  expect(
    wrong(/^line-height$/, (value) => ["1", "1.1", "1.25", "1.4", "1.5"].includes(value)),
  ).toEqual([]);
  expect(
    wrong(/^letter-spacing$/, (value) => ["-0.02em", "-0.01em", "0", "0.05em"].includes(value)),
  ).toEqual([]);
});

test("colours are tokens", () => {
  const literal = declared.filter(
    ({ property, value }) =>
      /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/i.test(value) && !/^--(fill|edge)-/.test(property),
  );
  expect(
    literal
      .map(({ file, property, value }) => `${file} ${property}: ${value}`)
      .filter((line) => !OWN_COLORS.has(line)),
  ).toEqual([]);
});

test("a background is of a colour, not of another token", () => {
  const values = new Map(
    [...tokens.matchAll(/(--[a-z0-9-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
  const others = declared.filter(({ property, value }) => {
    const named = /^var\((--[a-z0-9-]+)\)$/.exec(value)?.[1];
    const token = named === undefined ? undefined : values.get(named);
    return (
      /^(background|color|border-color)$/.test(property) &&
      token !== undefined &&
      !/^(#|rgb|color-mix|var\()/.test(token)
    );
  });
  expect(others.map(({ file, property, value }) => `${file} ${property}: ${value}`)).toEqual([]);
});

test("every token that is asked for is one, and every token is asked for", () => {
  const known = new Set([...tokens.matchAll(/(--[a-z0-9-]+):/g)].map(([, name = ""]) => name));
  const asked = new Set(
    [tokens, ...sheets.map(({ css }) => css)].flatMap((css) =>
      [...css.matchAll(/var\((--[a-z0-9-]+)/g)].map(([, name = ""]) => name),
    ),
  );
  const scale = [...asked].filter((name) => /^--(text|display|space|radius)\b/.test(name));
  expect(scale.filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !asked.has(name))).toEqual([]);
});
