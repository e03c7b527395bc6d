import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import type { AnyPage } from "./any-page";

/** Which elements axe looks at. The inside of the map frame is never ours. */
interface Extent {
  /**
   * Whether to look at all rows of long tables and lists: walk.e2e.ts does so for every table. The
   * others look at a dozen and the last ones, since axe takes most of the browser tests' time.
   */
  whole?: boolean;
}

/** Minified, since every page it is given to compiles it anew. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Violations that axe finds in light mode, and contrast violations in dark mode. */
export async function violations(page: Page, extent: Extent = {}): Promise<string[]> {
  const light = await found(page, {}, extent);
  return [...light, ...(await inTheDark(page, extent))];
}

/**
 * Contrast violations in light and dark mode: all that can be new where only colours differ from a
 * page that {@link violations} has seen.
 */
export async function contrastViolations(page: Page): Promise<string[]> {
  const light = await found(page, CONTRAST, {});
  return [...light, ...(await inTheDark(page, {}))];
}

/** Violations in the mode that the page is in. */
export function violationsNow(page: AnyPage): Promise<string[]> {
  return found(page, {}, {});
}

const CONTRAST: RunOptions = { runOnly: ["color-contrast"] };

async function inTheDark(page: Page, extent: Extent): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await found(page, CONTRAST, extent);
  await page.emulateMedia({ colorScheme: "light" });
  return dark;
}

const IN_BETWEEN = ["tr", "li"].map((item) => [`${item}:nth-child(n+13):nth-last-child(n+4)`]);

// Without what a report would need beyond the findings.
const FINDINGS_ONLY: RunOptions = { resultTypes: ["violations"], selectors: false, iframes: false };

async function found(
  page: AnyPage,
  options: RunOptions,
  { whole = false }: Extent,
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  return page.evaluate(
    async ({ exclude, wanted }) => {
      const { violations: all } = await (window as unknown as { axe: typeof axe }).axe.run(
        { exclude },
        wanted,
      );
      return all.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    },
    {
      exclude: [["iframe"], ...(whole ? [] : IN_BETWEEN)],
      wanted: { ...FINDINGS_ONLY, ...options },
    },
  );
}
