/**
 * `npm run shots`: pictures of every page, phone and desktop, light and dark, into site/shots, and docs/screenshot.png of the live
 * race. CHUTE_SITE is the address of the stack, with the demo races.
 */
import { mkdirSync } from "node:fs";
import { createServer } from "vite";

const vite = await createServer({ configFile: false, appType: "custom", optimizeDeps: { noDiscovery: true }, logLevel: "error", server: { middlewareMode: true, ws: false } });
const { demos, launch, SCREENS, SITE } = await vite.ssrLoadModule("/e2e/browser.ts");
const folder = new URL("../shots/", import.meta.url).pathname;
mkdirSync(folder, { recursive: true });

const races = await demos();
const pages = [["events", "/"], ["unknown", "/no/such/page"]];
for (const { type, slug, year } of races) {
  pages.push([`results-${type}`, `/results/${slug}/${year}`], [`status-${type}`, `/results/${slug}/${year}/status`]);
}

const browser = await launch();

async function pageOf(screen, colorScheme, deviceScaleFactor) {
  const context = await browser.newContext({ viewport: SCREENS[screen], colorScheme, deviceScaleFactor });
  return context.newPage();
}

async function everyPage(screen, colorScheme) {
  const page = await pageOf(screen, colorScheme, screen === "phone" ? 2 : 1);
  const take = (name) => page.screenshot({ path: `${folder}${name}-${screen}-${colorScheme}.png` });
  for (const [name, path] of pages) {
    await page.goto(SITE + path, { waitUntil: "networkidle" });
    await take(name);
    if (!name.startsWith("results")) continue;
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await take(name.replace("results", "foot"));
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole("rowheader").getByRole("link").nth(2).click();
    await page.getByText("Back to results").waitFor();
    await take(name.replace("results", "individual"));
  }
  await page.context().close();
}

/** The live race on both screens, side by side; waits a while for rows that change. */
async function readmePicture() {
  const { slug } = races.find(({ live }) => live) ?? races[0];
  const shots = await Promise.all(Object.keys(SCREENS).map(async (screen) => {
    const page = await pageOf(screen, "light", 1);
    await page.goto(`${SITE}/results/${slug}`, { waitUntil: "networkidle" });
    await page.locator("[data-changed]").first().waitFor({ timeout: 60_000 }).catch(() => undefined);
    const picture = `data:image/png;base64,${(await page.screenshot()).toString("base64")}`;
    await page.context().close();
    return [screen, picture];
  }));
  const { phone, desktop } = Object.fromEntries(shots);
  const context = await browser.newContext({ viewport: { width: 1200, height: 640 } });
  const page = await context.newPage();
  await page.setContent(`<style>
    body { margin: 0; background: #e2f0ec; }
    img { position: absolute; border-radius: 8px; box-shadow: 0 0 0 1px #7a8a84; }
  </style><img src="${desktop}" style="left:24px;top:40px;width:896px"><img src="${phone}" style="left:900px;top:24px;width:273px">`);
  await page.screenshot({ path: new URL("../../docs/screenshot.png", import.meta.url).pathname });
  await context.close();
}

for (const colorScheme of ["light", "dark"]) {
  for (const screen of Object.keys(SCREENS)) await everyPage(screen, colorScheme);
}
await readmePicture();
await browser.close();
await vite.close();
