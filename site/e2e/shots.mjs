/** `npm run shots`: pictures of every page, phone and desktop, light and dark, into site/shots. CHUTE_SITE is the address. */
import { mkdirSync } from "node:fs";
import { createServer } from "vite";

const vite = await createServer({ configFile: false, appType: "custom", optimizeDeps: { noDiscovery: true }, logLevel: "error", server: { middlewareMode: true, ws: false } });
const { demos, launch, SCREENS, SITE } = await vite.ssrLoadModule("/e2e/browser.ts");
const folder = new URL("../shots/", import.meta.url).pathname;
mkdirSync(folder, { recursive: true });

const pages = [["events", "/"], ["unknown", "/no/such/page"]];
for (const { type, slug, year } of await demos()) pages.push([`results-${type}-${slug}`, `/results/${slug}/${year}`]);

const browser = await launch();
for (const colorScheme of ["light", "dark"]) {
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    const context = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: screen === "phone" ? 2 : 1 });
    const page = await context.newPage();
    for (const [name, path] of pages) {
      await page.goto(SITE + path, { waitUntil: "networkidle" });
      await page.screenshot({ path: `${folder}${name}-${screen}-${colorScheme}.png` });
    }
    await context.close();
  }
}
await browser.close();
await vite.close();
