/** Searching all distances and years of an event, and the runners a device follows (pages.md D5). */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { SCREENS, SITE } from "./browser";
import { resize, sideways } from "./layout";
import { goOffline, lookNow } from "./network";
import { context, visit, withBrowser } from "./page";
import { LIVE_YEAR, LONG, makeSearchRace, NAME, pass, SLUG } from "./search-race";

const RESULTS = `/results/${SLUG}/${LIVE_YEAR}`;
const LOOKS = [...Object.values(SCREENS), { width: 320, height: 640 }];

withBrowser();
beforeAll(makeSearchRace);

async function open(
  path: string,
  viewport: { width: number; height: number } = SCREENS.phone,
): Promise<Page> {
  const page = await visit(path, { viewport });
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

/** Axe in light and dark, and no scrolling sideways. */
async function clean(page: Page, looks: readonly (typeof LOOKS)[number][]): Promise<void> {
  for (const viewport of looks) {
    await resize(page, viewport);
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toBe(0);
  }
}

function elsewhere(page: Page) {
  return page.getByRole("region", { name: `Elsewhere in ${NAME}` });
}

/** Each heading of the section with the runners below it. */
function found(page: Page): Promise<string[]> {
  return elsewhere(page)
    .locator("h3, li")
    .evaluateAll((parts) =>
      parts.map((part) =>
        [part.firstElementChild ?? part, ...part.querySelectorAll("span > *")]
          .map((piece) => piece.textContent)
          .join(" | "),
      ),
    );
}

describe("search over all distances and years", () => {
  test("finds a name in other distances at once and in other years when asked", async () => {
    const page = await open(`${RESULTS}?distance=5K`);
    const asked: string[] = [];
    context.on("request", (request) => asked.push(request.url()));
    await page.getByRole("searchbox").fill("zoe");
    await elsewhere(page).getByText("1 runner in other distances.").waitFor();
    expect(await found(page)).toEqual([
      LONG,
      "Zoë Marsh | 2nd at Mile 3 | 25:00.0 | bib 2 | 30-39",
    ]);
    expect(asked.filter((url) => /\/(2003|2004)\//.test(url))).toEqual([]);

    await elsewhere(page).getByRole("button", { name: "Search 2004, 2003 too" }).press("Enter");
    await elsewhere(page).getByText("2 runners in other years.").waitFor();
    expect((await found(page)).slice(2)).toEqual([
      "2004, 5K",
      "Zoë Marsh | Place 1 | 25:00 clock time | bib 8 | 30-39",
      `2003, ${LONG}`,
      "Zoë Marsh | Place 1 | 1:23:45 clock time | bib 41 | 30-39",
    ]);
    await clean(page, LOOKS);

    await elsewhere(page).getByRole("link", { name: "Zoë Marsh" }).last().click();
    await page.getByRole("heading", { level: 2, name: "Zoë Marsh" }).waitFor();
    expect(page.url()).toBe(`${SITE}/results/${SLUG}/2003/41?distance=10+Mile`);
  });

  test("a new text searches all years again; bibs are found, anonymous people never", async () => {
    const page = await open(`${RESULTS}?q=zoe`);
    await elsewhere(page).getByRole("button", { name: "Search 2004, 2003 too" }).click();
    await elsewhere(page).getByText("2 runners in other years.").waitFor();
    await page.getByRole("searchbox").fill("42");
    await elsewhere(page).getByText("1 runner in other years.").waitFor();
    expect(await found(page)).toEqual([
      `2003, ${LONG}`,
      "Ben Okafor | Place 2 | 1:30:00 clock time | bib 42 | 30-39",
    ]);
    for (const hidden of ["hidden", "9"]) {
      await page.getByRole("searchbox").fill(hidden);
      await elsewhere(page).getByText("Nobody in the other years.").waitFor();
      expect(await found(page)).toEqual([]);
    }
  });

  test("a year that cannot be reached says so, and can be tried again", async () => {
    const page = await open(`${RESULTS}?q=zoe`);
    await context.route(`**/${SLUG}/2003/current.json`, (route) => route.abort());
    await elsewhere(page).getByRole("button", { name: "Search 2004, 2003 too" }).click();
    await elsewhere(page).getByText("Could not be searched: 2003.").waitFor();
    await elsewhere(page).getByRole("status").getByText("1 runner in other years.").waitFor();
    await clean(page, [SCREENS.phone]);
    await context.unroute(`**/${SLUG}/2003/current.json`);
    await elsewhere(page).getByRole("button", { name: "Try again" }).click();
    await elsewhere(page).getByText("2 runners in other years.").waitFor();
    expect(await elsewhere(page).getByRole("alert").count()).toBe(0);
  });

  test("offline it says that it is, and the page stays", async () => {
    const page = await open(`${RESULTS}?q=zoe`);
    await elsewhere(page).getByRole("button", { name: "Search 2004, 2003 too" }).click();
    await elsewhere(page).getByText("2 runners in other years.").waitFor();
    await goOffline(context);
    await page.getByRole("searchbox").fill("ben");
    await elsewhere(page)
      .getByText("You are offline. Could not be searched: 2004, 2003.")
      .waitFor();
    await clean(page, [SCREENS.phone]);
  });
});

function strip(page: Page) {
  return page.getByRole("region", { name: "My runners" });
}

describe("my runners", () => {
  test("the strip tells last split, estimates, and what is new after an upload and since the last visit", async () => {
    const page = await open(`${RESULTS}?distance=10+Mile`);
    await page.getByRole("button", { name: "Follow Zoë Marsh" }).click();
    const runner = strip(page).getByRole("listitem");
    await runner.getByText(/^Mile 6 ~\d/).waitFor();
    await runner.getByText(/^seen Mile 3 \d/).waitFor();
    expect(await runner.getByText(/since/).count()).toBe(0);
    await clean(page, LOOKS);

    await pass({
      bib: "2",
      name: "Zoë Marsh",
      distance: LONG,
      segment: "Mile 6",
      seconds: 2_940,
      place: 1,
    });
    await lookNow(page);
    await runner.getByText(/^\+1 split, up 1 place since \d/).waitFor();
    await runner.getByText(/^seen Mile 6 \d/).waitFor();
    await runner.getByText(/^Finish ~\d/).waitFor();
    await clean(page, LOOKS);

    // Passages seen before the page was left are not news afterwards.
    await page.reload();
    await runner.getByText(/^seen Mile 6 \d/).waitFor();
    await runner.getByText(/^Finish ~\d/).waitFor();
    expect(await runner.getByText(/since/).count()).toBe(0);
    await page.goto("about:blank");
    await pass({
      bib: "2",
      name: "Zoë Marsh",
      distance: LONG,
      segment: "Finish",
      seconds: 4_800,
      place: 1,
    });
    await page.goto(SITE + RESULTS);
    await runner.getByText(/^\+1 split since \d/).waitFor();
    expect(await runner.getByText("1:20:00.0").count()).toBe(1);
    expect(await runner.getByText(/~/).count()).toBe(0);
  });

  test("a list is shared by an address that tells no server whom it names, and followed only when the visitor says so", async () => {
    const page = await open(`${RESULTS}?distance=10+Mile`, SCREENS.desktop);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const name of ["Ana Ruiz", "Zoë Marsh"])
      await page.getByRole("button", { name: `Follow ${name}`, exact: true }).click();
    await strip(page).getByRole("button", { name: "Share this list" }).click();
    await strip(page).getByText("Link copied.").waitFor();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    expect(address).toBe(`${SITE}${RESULTS}#follow&10+Mile=1&10+Mile=2`);

    const other = await open(address.slice(SITE.length));
    const offer = other.getByRole("region", { name: "Runners shared with you" });
    await offer.getByText("Ana Ruiz, Zoë Marsh").waitFor();
    expect(await strip(other).count()).toBe(0);
    await clean(other, [SCREENS.phone]);
    await other.getByRole("searchbox").fill("zoe");
    await other.waitForURL(/q=zoe/);
    await offer.getByRole("button", { name: "Follow 2 runners" }).click();
    await strip(other).getByRole("link", { name: "Ana Ruiz" }).waitFor();
    expect(await offer.count()).toBe(0);
    expect(other.url()).toBe(`${SITE}${RESULTS}?q=zoe`);
  });
});
