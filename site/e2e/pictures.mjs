/**
 * `make pictures`: the pictures of README.md, docs/pictures/{phone,desktop,dark}.webp, from the demo
 * races of a running `make start` (CHUTE_SITE is its address). The desktop shows the live race as it
 * is at that minute: from the fortieth minute of its hour on, runners are coming in. Texts are in
 * Roboto, the typeface of Android phones, if it is installed (Debian: fonts-roboto-unhinted), else
 * in the system's own.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { runnerImport } from "vite";

const { module } = await runnerImport(new URL("browser.ts", import.meta.url).pathname, {
  configFile: false,
  logLevel: "error",
});
const { demos, launch, SCREENS, SITE } = module;
const folder = new URL("../../docs/pictures/", import.meta.url).pathname;
const races = await demos().catch(({ message }) => {
  process.stderr.write(`No demo races at ${SITE} (${message}): run \`make start\`.\n`);
  process.exit(1);
});
const race = Object.fromEntries(races.map(({ type, slug, year }) => [type, `${slug}/${year}`]));

/** Whom the visitor of the desktop follows: the buttons of these lines. */
const FOLLOWED = [0, 3, 6];
const PICTURES = [
  { name: "phone", path: `/results/${race.distance}` },
  {
    name: "desktop",
    path: `/results/${race.backyardultra}`,
    screen: { width: SCREENS.desktop.width, height: 1_100 },
    scale: 1,
    act: async (page) => {
      for (const line of FOLLOWED)
        await page
          .getByRole("button", { name: /^Follow/ })
          .nth(line)
          .click();
    },
  },
  {
    name: "dark",
    path: `/results/${race.distance}?distance=10%20Mile`,
    colorScheme: "dark",
    act: async (page) => {
      await page.getByRole("rowheader").getByRole("link").nth(2).click();
      await page.getByText("Back to results").waitFor();
    },
  },
];

/** The time zone at the race: visitors are there. */
async function zoneOf(path) {
  const [, , slug] = path.split("/");
  const { events } = await (await fetch(`${SITE}/downloads/results/index.json`)).json();
  const [, sign, hours] = /([+-])(\d\d):\d\d$/.exec(
    events.find((event) => event.slug === slug).recent_time,
  );
  return `Etc/GMT${sign === "-" ? "+" : "-"}${Number(hours)}`;
}

const browser = await launch();
mkdirSync(folder, { recursive: true });
for (const { name, path, act, screen = SCREENS.phone, scale = 2, colorScheme } of PICTURES) {
  const context = await browser.newContext({
    viewport: screen,
    deviceScaleFactor: scale,
    colorScheme: colorScheme ?? "light",
    timezoneId: await zoneOf(path),
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  await page.goto(SITE + path);
  await page.evaluate(() =>
    document.documentElement.style.setProperty("--font", "Roboto, system-ui, sans-serif"),
  );
  await page.getByRole("rowheader").first().waitFor();
  await act?.(page);
  await page.waitForLoadState("networkidle");
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    document.activeElement?.blur();
    window.scrollTo(0, 0);
  });
  await page.waitForTimeout(500);
  const devtools = await context.newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 80 });
  const picture = Buffer.from(data, "base64");
  writeFileSync(`${folder}${name}.webp`, picture);
  process.stdout.write(`docs/pictures/${name}.webp: ${Math.round(picture.length / 1000)} KB\n`);
  await context.close();
}
await browser.close();
