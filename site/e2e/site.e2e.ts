import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { violations } from "./axe";
import { apiRows, SCREENS, SITE } from "./browser";
import { resize, sideways } from "./layout";
import { context, newPage, visit, withBrowser, withDemos } from "./page";
import { sheetsOf } from "./pdf";

withBrowser();
const { demo } = withDemos();

test("event list: newest first, searchable, axe clean on every screen", async () => {
  const page = await visit("/");
  await page.getByRole("heading", { level: 1, name: "Events", exact: true }).waitFor();
  expect(await page.title()).toMatch(/ - Events$/);
  const wanted = [demo("backyardultra"), demo("time"), demo("distance")].map(
    ({ slug }) => `/results/${slug}`,
  );
  const listed = async () => {
    const links = page.getByRole("main").getByRole("listitem").getByRole("link");
    const all = await links.evaluateAll((some) => some.map((link) => link.getAttribute("href")));
    return all.filter((address) => wanted.some((one) => one === address));
  };
  await page.getByRole("main").getByRole("listitem").first().waitFor();
  // Other tests make events of their own, as new as these.
  const more = page.getByRole("button", { name: /^Show \d+ more/ });
  while ((await listed()).length < wanted.length && (await more.isVisible())) await more.click();
  expect(await listed()).toEqual(wanted);
  for (const viewport of Object.values(SCREENS)) {
    await resize(page, viewport);
    expect(await violations(page)).toEqual([]);
  }
  await page.getByRole("searchbox").fill("no such event");
  await page.getByText("No event matches.").waitFor();
  await page.getByRole("button", { name: "Clear search" }).click();
  await page.getByRole("main").getByRole("listitem").first().waitFor();
});

test.each(["distance", "time", "backyardultra"])(
  "results of a %s event: places as uploaded; on every screen axe clean in light and dark, no scrolling sideways",
  async (type) => {
    const race = demo(type);
    const [distance = ""] = race.distances;
    const page = await visit(`/results/${race.slug}?distance=${encodeURIComponent(distance)}`);
    await page.getByRole("heading", { level: 1, name: `${race.name} Results` }).waitFor();
    await page.getByRole("rowheader").first().waitFor();
    expect(await page.title()).toBe(`${race.name} Results`);
    expect(await page.locator("h1").count()).toBe(1);
    const places = async () => {
      const drawn = await page
        .locator("tbody tr")
        .evaluateAll((rows) =>
          rows
            .slice(0, 10)
            .map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent ?? "")),
        );
      const rows = (await apiRows(race, distance)).toSorted((a, b) => a.occurence - b.occurence);
      const last = new Map(rows.map(({ bib, ranking }) => [bib, ranking]));
      return drawn.map(([bib = "", place = ""]) => [
        bib,
        Number.parseInt(place, 10),
        last.get(bib),
      ]);
    };
    // The demo may still be published, and then page and API are of two moments.
    await expect
      .poll(async () => (await places()).filter(([, drawn, uploaded]) => drawn === uploaded).length)
      .toBe(10);

    for (const viewport of Object.values(SCREENS)) {
      await resize(page, viewport);
      expect(await violations(page)).toEqual([]);
      expect(await sideways(page)).toBe(0);
    }
    // On the narrowest phone there is room for names in the middle of the table, too.
    await resize(page, { width: 320, height: 640 });
    expect(await sideways(page)).toBe(0);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
    await page.getByRole("rowheader").first().waitFor();
    expect(
      (await page.getByRole("columnheader", { name: "Name" }).boundingBox())?.width,
    ).toBeGreaterThan(90);
  },
);

test("the view stands in the address and survives a reload", async () => {
  const { slug, year } = demo("distance");
  const page = await visit(`/results/${slug}/${year}`);
  await page.getByRole("rowheader").first().waitFor();
  await page.getByLabel("Sort", { exact: true }).selectOption({ label: "Sort by Gender" });
  await page.getByRole("checkbox").check();
  await page.keyboard.press("Escape");
  expect(new URL(page.url()).search).toMatch(/^\?(distance=.*&)?sort=gender&rank=(chip|clock)$/);
  await page.reload();
  await page.getByRole("rowheader").first().waitFor();
  expect(await page.getByRole("checkbox").isChecked()).toBe(true);
  expect(
    await page.getByRole("columnheader", { name: "Gender", exact: true }).getAttribute("aria-sort"),
  ).toBe("ascending");
});

test("search finds a runner by name, and the slash leads to the box", async () => {
  const { slug } = demo("distance");
  const page = await visit(`/results/${slug}`);
  const first = page.getByRole("rowheader").getByRole("link").first();
  const name = await first.innerText();
  await page.keyboard.press("/");
  await page.locator("input[type=search]:focus").waitFor();
  await page.keyboard.type(name.toUpperCase());
  await page.getByText(/^\d+ of [\d,]+ runners?$/).waitFor();
  await page.waitForURL(/[?&]q=/);
  expect(await page.getByRole("rowheader").getByRole("link").first().innerText()).toBe(name);
});

test("tabs move with the arrow keys; back and forward show the distances in turn", async () => {
  const page = await visit(`/results/${demo("distance").slug}`);
  const opened = page.getByRole("tab", { selected: true });
  const name = await opened.innerText();
  await opened.focus();
  await page.keyboard.press(
    (await page.getByRole("tab").first().innerText()) === name ? "End" : "Home",
  );
  const other = await opened.innerText();
  expect(other).not.toBe(name);
  await page.waitForURL(/[?&]distance=/);
  await page.goBack();
  await page.getByRole("tab", { selected: true, name, exact: true }).waitFor();
  await page.goForward();
  await page.getByRole("tab", { selected: true, name: other, exact: true }).waitFor();
});

test("one age group alone, in the address too, and all again", async () => {
  const page = await visit(`/results/${demo("distance").slug}`);
  await page.getByLabel("Sort", { exact: true }).selectOption({ index: 4 });
  await page.waitForURL(/[?&]show=/);
  const group = new URL(page.url()).searchParams.get("show");
  await page.getByText(/^\d+ of [\d,]+ runners$/).waitFor();
  const cells = await page.locator("tbody tr td:nth-child(4)").allInnerTexts();
  const [from, to] = (group ?? "").split("-").map(Number);
  expect(cells.every((age) => Number(age) >= (from ?? 0) && Number(age) <= (to ?? 0))).toBe(true);
  await page.getByRole("searchbox").fill("nobody is called so");
  await page.getByText("No runner matches.").waitFor();
  await page.getByRole("button", { name: "Clear search" }).click();
  await page.getByRole("columnheader", { name: "Place", exact: true }).getByRole("button").click();
  await page.waitForFunction(() => window.location.search === "");
});

test("the other year keeps the view", async () => {
  const { slug, year } = demo("distance");
  const page = await visit(`/results/${slug}?sort=gender`);
  const years = page.getByRole("navigation", { name: "Years" });
  expect(await years.getByText(year).getAttribute("aria-current")).toBe("page");
  const other = years.getByRole("link").first();
  const earlier = await other.innerText();
  await other.click();
  await page.waitForURL(`**/results/${slug}/${earlier}?sort=gender`);
  await years.locator('[aria-current="page"]').getByText(earlier).waitFor();
  expect(
    await page.getByRole("columnheader", { name: "Gender", exact: true }).getAttribute("aria-sort"),
  ).toBe("ascending");
});

test("from the list to a race and back: heading focused, scroll position kept", async () => {
  const { slug, name } = demo("time");
  const page = await visit("/");
  await page.getByRole("link", { name, exact: true }).click();
  await page.waitForURL(`**/results/${slug}`);
  await page.getByRole("rowheader").first().waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await page.getByRole("link", { name: "Events", exact: true }).evaluate((link: HTMLElement) => {
    window.scrollTo(0, 600);
    link.click();
  });
  await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
  await page.goBack();
  await page.waitForFunction(() => Math.abs(window.scrollY - 600) < 5);
});

test("the starred heading leads to the disclaimer and back", async () => {
  const { slug } = demo("distance");
  const page = await visit(`/results/${slug}`);
  await page.getByRole("columnheader").getByRole("link").click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("disclaimer");
  await page.getByRole("link", { name: "Back to the table" }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("table");
});

test.each(["distance", "backyardultra"])(
  "with the API gone, a %s race opens with its age, from files alone",
  async (type) => {
    const { slug, name } = demo(type);
    const page = await newPage();
    const calls: string[] = [];
    await context.route(/\/(remote-)?api\//, (route) => {
      calls.push(route.request().url());
      return route.fulfill({ status: 502, json: { message: "nobody there" } });
    });
    await page.goto(`${SITE}/results/${slug}`);
    await page.getByRole("heading", { level: 1, name: `${name} Results` }).waitFor();
    await page.getByText(/^updated (\w+ \d+, \d{4}, )?\d{1,2}:\d\d:\d\d\s[AP]M$/).waitFor();
    expect(await page.getByRole("rowheader").count()).toBeGreaterThan(0);
    expect(calls).toEqual([]);
    await page.goto(`${SITE}/results/there-is-no-such-race/2026`);
    await page.getByRole("heading", { level: 1, name: "502" }).waitFor();
    await page.getByRole("button", { name: "Try again" }).waitFor();
  },
);

test("unknown races and addresses are off course, inside the frame, axe clean", async () => {
  for (const path of ["/results/there-is-no-such-race/2026", "/no/such/page", "/results/x/qr"]) {
    const page = await visit(path);
    await page.getByText("You appear to be off course.").waitFor();
    expect(await page.title()).toBe("Error");
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("404");
    expect(await violations(page)).toEqual([]);
  }
});

test("/logout is an address of the site like any other, also where the emulator has a sign-in service", async () => {
  const page = await visit("/logout");
  await page
    .getByRole("navigation")
    .first()
    .getByRole("link", { name: "Events", exact: true })
    .waitFor();
  const answer = await context.request.get(`${SITE}/logout`);
  expect(answer.headers()["content-type"]).toContain("text/html");
});

test("paper has every row, the basis and when it was posted", async () => {
  const { slug } = demo("distance");
  const page = await visit(`/results/${slug}`, { viewport: SCREENS.phone });
  await page.getByRole("rowheader").first().waitFor();
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  expect(await page.locator("table[aria-rowcount]").count()).toBe(0);
  await page.getByText(/^Places by /).waitFor();
  await page.getByText(/^Posted at /).waitFor();
  expect(await page.getByRole("columnheader", { name: "Bib" }).isVisible()).toBe(true);
  expect(await page.getByRole("navigation").first().isVisible()).toBe(false);
});

test.each(["distance", "time", "backyardultra"])(
  "every sheet of the results of a %s event has all headings, and one date of the race",
  async (type) => {
    const { slug, year } = demo(type);
    const page = await visit(`/results/${slug}/${year}`);
    await page.getByRole("rowheader").first().waitFor();
    const headings = await page.getByRole("columnheader").allInnerTexts();
    const sheets = sheetsOf(await page.pdf({ format: "A5" })).map(({ text }) =>
      text.replaceAll(/\s/g, ""),
    );
    expect(sheets.length).toBeGreaterThan(1);
    const inOrder = headings.join("").replaceAll(/\s/g, "");
    expect(sheets.map((sheet) => sheet.includes(inOrder))).toEqual(sheets.map(() => true));
    expect(sheets[0]).not.toMatch(new RegExp(`${year}[A-Z][a-z]+\\d+,${year}`));
  },
);

/** Words of names of up to twelve letters that stand on more than one line. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    for (const link of document.querySelectorAll("tbody th a")) {
      const letters = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
      for (let node = letters.nextNode(); node !== null; node = letters.nextNode())
        for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[^\s-]+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const line = parseFloat(getComputedStyle(link).lineHeight);
          if (word.length <= 12 && range.getBoundingClientRect().height > 1.5 * line)
            broken.push(word);
        }
    }
    return broken;
  });
}

test.each([
  ["distance", false],
  ["time", true],
  ["backyardultra", true],
])("no name of a %s event is broken by letters on a tablet, board: %s", async (type, board) => {
  const page = await visit(`/results/${demo(type).slug}`, {
    viewport: { width: 600, height: 900 },
  });
  if (board) await page.locator("main details > summary").first().click();
  await page.getByRole("rowheader").first().waitFor();
  for (const width of [576, 600, 768, 834, 992, 1024]) {
    await resize(page, { width, height: 900 });
    expect(await brokenWords(page), `${width} px`).toEqual([]);
  }
});
