/** A real Chromium 109, from the npm package for AWS Lambda. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { type Browser, chromium } from "playwright-core";
import type { Driver } from "./engine";
import { PATIENCE_MS } from "./patience";

/** Nobody else is asked for anything, such as a map. */
const ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost";

/** The package would take any version that somebody else has unpacked in the same place. */
async function unpacked(folder: string): Promise<string> {
  const packed = new URL("../node_modules/@sparticuz/chromium/bin/chromium.br", import.meta.url);
  const path = join(folder, "chromium");
  await writeFile(path, brotliDecompressSync(await readFile(packed)), { mode: 0o755 });
  return path;
}

/** The browser, and the folder in which it is. */
export async function launchChromium109(): Promise<{ browser: Browser; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "chute-chromium-109-"));
  const executablePath = await unpacked(folder);
  const args = ["--no-sandbox", ALONE];
  const browser = await chromium.launch({ executablePath, args, timeout: PATIENCE_MS });
  browser.on(
    "disconnected",
    () => void rm(folder, { recursive: true, force: true, maxRetries: 50 }),
  );
  return { browser, folder };
}

export async function startChromium109(before: string): Promise<Driver> {
  const { browser, folder } = await launchChromium109();
  const context = await browser.newContext({ locale: "en-US" });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(before);
  const page = await context.newPage();
  page.on("download", (download) => {
    void download.saveAs(join(folder, download.suggestedFilename()));
  });
  return {
    folder,
    open: async (url) => {
      await page.goto(url);
    },
    call: async (source, argument) => {
      const json = JSON.stringify(argument);
      const answer: string | undefined = await page.evaluate(
        `Promise.resolve(${json}).then(JSON.parse).then(${source}).then(JSON.stringify)`,
      );
      return answer ?? null;
    },
    press: (selector) => page.locator(selector).click(),
    type: (text) => page.keyboard.type(text),
    choose: (selector, path) => page.locator(selector).setInputFiles(path),
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => browser.close(),
  };
}
