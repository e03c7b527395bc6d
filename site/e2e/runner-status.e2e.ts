/** The individual page and the status page (pages.md C5, C6). */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { type Demo, SCREENS, SITE } from "./browser";
import { LARGE_RACE, publishLargeRace } from "./large-race";
import { cutTexts, resize, sideways, LANDSCAPE } from "./layout";
import { type ContextOptions, context, newPage, withBrowser, withDemos } from "./page";
import { type Person, peopleOf, stateOf } from "./runners";
import { seenLately } from "./seen-lately";

const NARROW = { width: 320, height: 640 };

let people: Map<Demo, Person[]>;

withBrowser();
const { events, demo } = withDemos();

beforeAll(async () => {
  people = new Map(
    await Promise.all(events.map(async (event) => [event, await peopleOf(event)] as const)),
  );
});

async function open(path: string, options: ContextOptions = {}): Promise<Page> {
  const page = await newPage(options);
  await context.route("https://www.google.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "map" }),
  );
  await page.goto(SITE + path);
  return page;
}

/** Somebody of the distance race. */
function somebody(is: (person: Person) => boolean): { path: string; person: Person } {
  const race = demo("distance");
  const person = people.get(race)?.find(is);
  if (person === undefined) throw new Error("Nobody like that in the demo race.");
  return { path: `/results/${race.slug}/${race.year}/${encodeURIComponent(person.bib)}`, person };
}

/** The same on a phone and on a desktop, and nothing sideways on the narrowest phone. */
async function cleanOnAll(page: Page): Promise<void> {
  for (const viewport of Object.values(SCREENS)) {
    await resize(page, viewport);
    await clean(page);
  }
  await resize(page, NARROW);
  expect(await sideways(page)).toBe(0);
}

/** Axe in light and dark, no scrolling sideways, one h1. */
async function clean(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  expect(await page.locator("h1").count()).toBe(1);
}

/** The values of a term in the description lists. */
function values(page: Page, name: string): Promise<string[]> {
  return page
    .locator("dl > div", { has: page.locator("dt", { hasText: new RegExp(`^${name}$`) }) })
    .locator("dd")
    .allInnerTexts();
}

describe("individual page", () => {
  test("every kind of runner on every screen: axe clean, nothing sideways", async () => {
    const paths = (["finished", "on course", "DNF", "DNS", "started"] as const).map(
      (state) => somebody((person) => stateOf(person) === state).path,
    );
    paths.push(
      somebody(({ anonymous }) => anonymous).path,
      somebody(({ last }) => last.length > 30).path,
    );
    for (const type of ["time", "backyardultra"]) {
      const { slug, year } = demo(type);
      paths.push(`/results/${slug}/${year}/${people.get(demo(type))?.[0]?.bib ?? ""}`);
    }
    for (const path of paths) {
      const page = await open(path);
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await cleanOnAll(page);
    }
  });

  test("a finisher: title, time, pace, places, partial times that fold on a phone", async () => {
    const { path, person } = somebody(
      (one) =>
        stateOf(one) === "finished" && !one.anonymous && one.rows.length > 3 && one.first !== "",
    );
    const page = await open(path);
    await page
      .getByRole("heading", { level: 2, name: `${person.first} ${person.last}`.trim() })
      .waitFor();
    const { name, year } = demo("distance");
    expect(await page.title()).toBe(
      `${year} ${name} Results - ${`${person.first} ${person.last}`.trim()}`,
    );
    expect((await values(page, "Time"))[0]).toMatch(/^(\d+:)?\d\d:\d\d\.\d$/);
    expect(await values(page, "Pace")).toHaveLength(2);
    expect((await values(page, "Overall"))[0]).toMatch(/^\d+/);
    expect(
      await page.getByRole("table", { name: "Partial Times" }).getByRole("columnheader").count(),
    ).toBe(7);
    await resize(page, SCREENS.phone);
    expect(await page.getByRole("columnheader", { name: "Age group place" }).isVisible()).toBe(
      false,
    );
    expect(await page.getByRole("rowheader").first().innerText()).toMatch(/\d+(st|nd|rd|th) at /);
  });

  test("on course: where last seen, when expected, and the map", async () => {
    const { path } = somebody((person) => stateOf(person) === "on course");
    const page = await open(path, { viewport: SCREENS.phone });
    await page.getByRole("heading", { level: 2, name: / was last seen at / }).waitFor();
    expect((await values(page, "Overall Pace"))[0]).toMatch(/^\d+:\d\d \/ /);
    expect((await values(page, "Estimated local time"))[0]).toMatch(
      /^\d+:\d\d:\d\d [ap]m, UTC[+-]\d\d:\d\d$/,
    );
    const map = page.locator("iframe");
    expect(await map.getAttribute("src")).toMatch(/^https:\/\/www\.google\.com\/maps/);
    expect((await map.boundingBox())?.width).toBeLessThanOrEqual(SCREENS.phone.width);
  });

  test.each([
    { late: 2, said: /^Between .+\. Seen at .+, 2 min ago\. Expected at .+ between .+ and .+\.$/ },
    { late: 400, said: /^Expected at .+, not seen yet\.$/ },
  ])(
    "live, seen $late minutes ago: the sentence, the course, nothing cut off",
    async ({ late, said }) => {
      const { path, person } = somebody((one) => stateOf(one) === "on course");
      const page = await open("/");
      await seenLately(page, person.bib, late);
      await page.goto(SITE + path);
      await page.getByText(said).waitFor();
      const course = page.getByRole("list", { name: "Course" });
      expect(
        await course.getByRole("listitem").filter({ hasText: "passed" }).count(),
      ).toBeGreaterThan(0);
      expect(await course.getByRole("listitem").last().innerText()).toContain("Finish");
      for (const viewport of [NARROW, LANDSCAPE, ...Object.values(SCREENS)]) {
        await resize(page, viewport);
        expect(await sideways(page)).toBe(0);
        expect(await cutTexts(page)).toEqual([]);
        await clean(page);
      }
    },
  );

  test("no name of an anonymous runner is anywhere, and an unknown bib is off course", async () => {
    const { path, person } = somebody(({ anonymous }) => anonymous);
    const page = await open(path);
    await page.getByRole("heading", { level: 2, name: `Bib ${person.bib}` }).waitFor();
    expect(await page.title()).toMatch(new RegExp(`Results - Bib ${person.bib}$`));
    const unknown = await open(path.replace(/[^/]+$/, "no-such-bib"));
    await unknown.getByText("You appear to be off course.").waitFor();
    expect(await unknown.title()).toBe("Error");
    await clean(unknown);
    await unknown.getByText(/^Nobody in .* has bib no-such-bib\.$/).waitFor();
    await unknown.getByRole("link", { name: /^Search .* for it$/ }).click();
    await unknown.waitForURL(/\?q=no-such-bib$/);
    await expect.poll(() => unknown.getByRole("searchbox").inputValue()).toBe("no-such-bib");
  });

  test("a year that the event does not have leads to those that it has", async () => {
    const { path } = somebody(() => true);
    const [, word, slug, year] = path.split("/");
    for (const wrong of [`/${word}/${slug}/1999`, `/${word}/${slug}/1999/1`]) {
      const page = await open(wrong);
      await page.getByText("You appear to be off course.").waitFor();
      await page.getByRole("link", { name: `Results ${year}` }).waitFor();
      await clean(page);
    }
  });

  test("from the table to a runner and back: heading focused, scroll position kept", async () => {
    const { slug, year } = demo("time");
    const page = await open(`/results/${slug}/${year}`, { viewport: SCREENS.phone });
    await page.getByRole("rowheader").first().waitFor();
    await page.evaluate(() => window.scrollTo(0, 700));
    const before = await page.evaluate(() => window.scrollY);
    await page
      .locator("tbody tr")
      .nth(12)
      .getByRole("link")
      .evaluate((link: HTMLElement) => link.click());
    await page.getByRole("table", { name: "Lap Times" }).waitFor();
    expect(await page.evaluate(() => [document.activeElement?.tagName, window.scrollY])).toEqual([
      "H1",
      0,
    ]);
    await page.goBack();
    await page.waitForFunction((top) => Math.abs(window.scrollY - top) < 5, before);
    expect(await page.getByRole("rowheader").count()).toBeGreaterThan(12);
  });
});

describe("status page", () => {
  test("every event on every screen: axe clean, nothing sideways", async () => {
    for (const { slug, year, name } of events) {
      const page = await open(`/results/${slug}/status`);
      await page.getByRole("heading", { level: 1, name: `${year} ${name} Status` }).waitFor();
      await page
        .getByRole("link", {
          name: /^Bib .+, (finished|started|not started|did not finish|out after \d+ loops?|winner, \d+ loops?|on loop \d+|in the corral|DNF, no loop)$/,
        })
        .first()
        .waitFor();
      expect(await page.title()).toBe(`${year} ${name} Status`);
      await cleanOnAll(page);
    }
  });

  test("a grid of tens on the desk, two lines of five on a phone, in the same order", async () => {
    const { slug, year } = demo("time");
    const page = await open(`/status/${slug}/${year}`);
    const row = page.getByRole("row").nth(1);
    await row.waitFor();
    const places = () =>
      row.getByRole("cell").evaluateAll((cells) =>
        cells.map((cell) => {
          const { left, top } = cell.getBoundingClientRect();
          return [Math.round(top), Math.round(left)] as const;
        }),
      );
    for (const width of [1280, 767, 576]) {
      await resize(page, { width, height: 640 });
      expect(new Set((await places()).map(([top]) => top)).size, `${width} px`).toBe(1);
    }
    await resize(page, { width: 320, height: 640 });
    const small = await places();
    expect(small).toHaveLength(10);
    expect([...new Set(small.map(([top]) => top))]).toHaveLength(2);
    expect(small.map(([top, left]) => top * 10_000 + left)).toEqual(
      small.map(([top, left]) => top * 10_000 + left).toSorted((a, b) => a - b),
    );
    expect(await page.getByRole("columnheader").count()).toBe(11);
    expect(await sideways(page)).toBe(0);
  });

  test("the key counts everybody; a bib that is no number gives one list of all", async () => {
    const race = demo("distance");
    const page = await open(`/results/${race.slug}/${race.year}/status`);
    const key = page.getByRole("list", { name: "Key" }).getByRole("listitem");
    await page.getByRole("tab").first().waitFor();
    const counts = (await key.allInnerTexts()).map((item) => Number(item.replace(/[^0-9]/g, "")));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(people.get(race)?.length);
    const odd = somebody(({ bib }) => !/^\d{1,9}$/.test(bib)).person;
    await page.getByRole("tab", { name: odd.distance, exact: true }).click();
    await page.getByText("Non-number bib found. Unable to process.").waitFor();
    await page
      .getByRole("list", { name: "All bibs" })
      .getByRole("link", { name: new RegExp(`^Bib ${odd.bib}, `) })
      .click();
    await page.waitForURL(`**/results/${race.slug}/${race.year}/${odd.bib}`);
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  });

  test.each(Object.entries(SCREENS))(
    "17,442 runners on %s: few nodes, every row counted, wherever it is scrolled to",
    async (_screen, viewport) => {
      const page = await newPage({ viewport });
      await publishLargeRace(context, 17_442);
      await page.goto(`${SITE}${LARGE_RACE}/status`);
      const table = page.locator("table[aria-rowcount]");
      await table.waitFor();
      expect(Number(await table.getAttribute("aria-rowcount"))).toBeGreaterThan(1744);
      for (const part of [0, 0.5, 1, 0.2]) {
        await page.evaluate(
          (where) => window.scrollTo(0, where * document.documentElement.scrollHeight),
          part,
        );
        await page.waitForFunction(() =>
          [...document.querySelectorAll("tbody tr[data-key]")].some((row) => {
            const { top, bottom } = row.getBoundingClientRect();
            return top < window.innerHeight && bottom > 0;
          }),
        );
        expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(1500);
      }
      await clean(page);
    },
  );

  test("paper has every distance, the key and when it was posted", async () => {
    const { slug, year, distances } = demo("distance");
    const page = await open(`/results/${slug}/${year}/status`);
    await page.getByRole("tab").first().waitFor();
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await page
      .getByText(/^Posted at /)
      .first()
      .waitFor();
    for (const distance of distances)
      expect(
        await page.getByRole("heading", { level: 2, name: distance, exact: true }).isVisible(),
      ).toBe(true);
    expect(await page.getByRole("navigation").first().isVisible()).toBe(false);
    expect(await page.getByRole("list", { name: "Key" }).first().isVisible()).toBe(true);
  });
});
