import axe, { type RunOptions } from "axe-core";
import type { Page } from "playwright-core";

/**
 * Violations that axe finds in light mode, and contrast violations in dark mode. The inside of the
 * map frame is not ours.
 */
export async function violations(page: Page): Promise<string[]> {
  // Once for both runs, and without what a report would need beyond the findings: axe takes most of
  // the browser tests' time.
  await page.evaluate(axe.source);
  const light = await found(page, {});
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await found(page, { runOnly: ["color-contrast"] });
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark];
}

const FINDINGS_ONLY: RunOptions = { resultTypes: ["violations"], selectors: false, iframes: false };

function found(page: Page, options: RunOptions): Promise<string[]> {
  return page.evaluate(
    async (wanted: RunOptions) => {
      const { violations: all } = await (window as unknown as { axe: typeof axe }).axe.run(
        { exclude: [["iframe"]] },
        wanted,
      );
      return all.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    },
    { ...FINDINGS_ONLY, ...options },
  );
}
