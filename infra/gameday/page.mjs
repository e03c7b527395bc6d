// What a real page says of the age of its data: opens it in Chromium, and prints its live line.
//
//   node infra/gameday/page.mjs CHROMIUM ADDRESS
//
// Fails if the page does not say when its data was updated, or says another time than the pointer that it
// got.
import { fromSite } from "../bench/site.mjs";

const [browserPath, address] = process.argv.slice(2);
const { chromium } = fromSite("playwright-core");
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
const context = await browser.newContext({
  timezoneId: "UTC",
  locale: "en-US",
  serviceWorkers: "block",
  viewport: { width: 1200, height: 900 },
});
const page = await context.newPage();
// the year's pointer; the event has a file of that name, too
const isPointer = (answer) =>
  /\/results\/[^/]+\/[^/]+\/current\.json$/.test(answer.url()) && answer.status() === 200;
const pointer = page.waitForResponse(isPointer, { timeout: 60_000 });
await page.goto(address, { waitUntil: "load" });
const { updated_at: updated } = await (await pointer).json();
const line = page.getByText(/updated .*\d{1,2}:\d{2}:\d{2}/i).first();
await line.waitFor({ timeout: 60_000 });
const text = (await line.innerText()).replaceAll(/\s+/g, " ").trim();
const rows = await page.locator("main table tbody tr, main [role=row]").count();
const age = Math.round((Date.now() - Date.parse(updated)) / 1000);
console.log(`"${text}", its data ${age} s old, ${rows} lines of the table drawn`);
const [, hours, minutes, seconds] = /(\d{1,2}):(\d{2}):(\d{2})/.exec(text).map(Number);
const at = new Date(updated);
const said = (hours % 12) * 3600 + minutes * 60 + seconds;
const is = (at.getUTCHours() % 12) * 3600 + at.getUTCMinutes() * 60 + at.getUTCSeconds();
await browser.close();
process.exit(said === is && rows > 0 ? 0 : 1);
