import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** What axe finds in light, and the contrasts it finds in dark. What is inside the map frame is not ours. */
export async function violations(page: Page): Promise<string[]> {
  const light = await new AxeBuilder({ page }).exclude("iframe").analyze();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await new AxeBuilder({ page }).exclude("iframe").withRules(["color-contrast"]).analyze();
  await page.emulateMedia({ colorScheme: "light" });
  return [...light.violations, ...dark.violations].map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
