/**
 * Every page while it loads, when it fails, when there is nothing, and when it may not be seen
 * (pages.md B2, B3).
 */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { SCREENS, SITE } from "./browser";
import { moving } from "./controls";
import { sideways } from "./layout";
import { context, newPage, page, withBrowser, wrongs } from "./page";
import { makePrograms, NAME, SLUG, YEARS } from "./program-race";
import { EMPTY, makeStateRaces, RESTRICTED } from "./state-races";

const [YEAR] = YEARS;

/**
 * Every kind of page of a race: its address, its title while loading, and what it says when there
 * is nothing (C1 to C14).
 */
const PAGES = [
  {
    word: "results",
    path: (slug: string, year: string) => `/results/${slug}/${year}`,
    loading: "Chute - Results",
    empty: "No results to display.",
  },
  {
    word: "awards",
    path: (slug: string, year: string) => `/awards/${slug}/${year}`,
    loading: "Chute - Awards",
    empty: "No awards to display.",
  },
  {
    word: "status",
    path: (slug: string, year: string) => `/status/${slug}/${year}`,
    loading: "Chute - Status",
    empty: "No status information to display.",
  },
  {
    word: "pntf",
    path: (slug: string, year: string) => `/pntf/${slug}/${year}`,
    loading: "Chute - PNTF Championship Rankings",
    empty: "No results to display.",
  },
  {
    word: "pntf-awards",
    path: (slug: string, year: string) => `/pntf-awards/${slug}/${year}`,
    loading: "Chute - PNTF Championship Awards",
    empty: "No awards to display.",
  },
  {
    word: "ytp-awards",
    path: (slug: string, year: string) => `/ytp-awards/${slug}/${year}`,
    loading: "Chute - YTP Awards",
    empty: "No awards to display.",
  },
  {
    word: "ytp-series",
    path: (slug: string, year: string) => `/ytp-series/${slug}/${year}`,
    loading: "Chute - YTP Series",
    empty: "No results to display.",
  },
  {
    word: "pntf-youth",
    path: (slug: string, year: string) => `/pntf-youth/${slug}/${year}`,
    loading: "Chute - PNTF Youth Championship Results",
    empty: "No results to display.",
  },
  {
    word: "team-results",
    path: (slug: string, year: string) => `/team-results/${slug}/${year}`,
    loading: "Chute - Team Results",
    empty: "No results to display.",
  },
  {
    word: "individual",
    path: (slug: string, year: string) => `/results/${slug}/${year}/1`,
    loading: "Chute - Individual Results",
    empty: null,
  },
  {
    word: "certificate",
    path: (slug: string, year: string) => `/certificate/${slug}/${year}/1`,
    loading: "Finisher Certificate",
    empty: null,
  },
  {
    word: "series",
    path: (slug: string) => `/series/${slug}`,
    loading: "Chute - Series",
    empty: null,
  },
  {
    word: "qr",
    path: (slug: string, year: string) => `/awards/${slug}/${year}/qr`,
    loading: "Chute - QR Code",
    empty: null,
  },
];

withBrowser({ viewport: SCREENS.phone, reducedMotion: "reduce", watched: true });
beforeAll(() => makePrograms().then(makeStateRaces));
beforeEach(() => newPage());

/** Checks that the current page works for everybody. */
async function sound(): Promise<void> {
  expect(await page.locator("h1").count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  expect(await moving(page)).toEqual([]);
  expect(await wrongs()).toEqual([]);
}

/** An error screen with this heading and sentence. */
async function failed(heading: string, says: string): Promise<void> {
  await page
    .getByRole("alert")
    .getByRole("heading", { level: 1, name: heading, exact: true })
    .waitFor();
  expect(await page.getByRole("alert").innerText()).toContain(says);
  expect(await page.title()).toBe("Error");
  expect(await page.getByRole("link", { name: "All events" }).getAttribute("href")).toBe("/");
  expect(await wrongs()).toEqual([]);
}

const OFF_COURSE = "You appear to be off course.";
const WRONG = "Something went wrong. Please contact the site administrator for assistance.";
const UNREACHED = "The server cannot be reached. Please check your network.";

describe.each(PAGES)("$word", ({ word, path, loading, empty }) => {
  test("while loading, when all fails, and once more when it does not", async () => {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    let broken = true;
    await context.route(/\/(downloads|api)\//, async (route) => {
      await opened;
      if (!broken) return route.fallback();
      // A series without a file is unknown, whatever the host answered (C9); only no answer at all
      // can be tried again.
      return word === "series"
        ? route.abort()
        : route.fulfill({ status: 503, json: { message: "Back in a minute" } });
    });
    await page.goto(SITE + path(SLUG, YEAR), { waitUntil: "commit" });
    await page
      .getByRole("status")
      .filter({ hasText: word === "qr" ? "Verifying event exists." : "Loading" })
      .waitFor();
    await expect.poll(() => page.title()).toBe(loading);
    await sound();
    open();
    await (word === "series" ? failed("Error", UNREACHED) : failed("503", WRONG));
    await sound();
    broken = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page
      .getByRole("heading", { level: 1, name: word === "certificate" ? loading : new RegExp(NAME) })
      .waitFor({ state: "attached" });
    expect(await page.title()).not.toBe("Error");
  });

  test("no answer, files that cannot be read, an unknown race or year, a race that may not be seen", async () => {
    const files = /\/(downloads|api)\//;
    await context.route(files, (route) => route.abort());
    await page.goto(SITE + path(SLUG, YEAR));
    await failed("Error", UNREACHED);
    await context.unroute(files);

    await context.route(files, (route) =>
      route.fulfill({ contentType: "application/json", body: "<html>not json" }),
    );
    await page.goto(SITE + path(SLUG, YEAR));
    await page.getByRole("alert").getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByRole("alert").innerText(), "a program's words").not.toMatch(
      /JSON|token|Unexpected|undefined/,
    );
    await context.unroute(files);

    await page.goto(SITE + path("no-such-event", YEAR));
    await failed("404", OFF_COURSE);
    if (word !== "qr") {
      await page.goto(SITE + (word === "series" ? `/series/${SLUG}/1999` : path(SLUG, "1999")));
      await failed("404", OFF_COURSE);
    }
    await page.goto(SITE + path(RESTRICTED, YEAR));
    await (word === "series" ? failed("404", OFF_COURSE) : failed("401", WRONG));
  });

  test.runIf(empty !== null)("a race without results says so, under its own name", async () => {
    await page.goto(SITE + path(EMPTY, YEAR));
    await page.getByText(empty ?? "", { exact: true }).waitFor();
    await page.getByRole("heading", { level: 1, name: /Empty Test/ }).waitFor();
    expect(await page.title()).toMatch(/Empty Test/);
    await sound();
  });
});

test("an unknown bib, also on the certificate", async () => {
  for (const path of [
    `/results/${SLUG}/${YEAR}/no-such-bib`,
    `/team-results/${SLUG}/${YEAR}/no-such-bib`,
    `/certificate/${SLUG}/${YEAR}/no-such-bib`,
  ]) {
    await page.goto(SITE + path);
    await failed("404", OFF_COURSE);
  }
});

test("the event list: loading, failed, empty", async () => {
  let status = 500;
  await context.route("**/downloads/results/index.json", (route) =>
    route.fulfill({ status, json: { updated_at: "", events: [] } }),
  );
  await page.goto(SITE);
  await failed("500", WRONG);
  status = 200;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("No events found.").waitFor();
  await sound();
});

test("e-mail pages: loading, failed with the server's words, and once more", async () => {
  let status = 500;
  await context.route("**/api/blocked/**", (route) =>
    route.fulfill({ status, json: { message: "Not today" } }),
  );
  await page.goto(`${SITE}/subscribe/states%40example.org`);
  await page.getByRole("alert").getByText("Not today").waitFor();
  await sound();
  status = 200;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Thanks for letting us send you emails at states@example.org.").waitFor();
});
