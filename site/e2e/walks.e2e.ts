/**
 * Walks through the site as its users take them, by role and label: a parent, an announcer without
 * a mouse, a director, a runner; each on a phone in light mode and on a desktop in dark mode, where
 * the site is in Spanish. Every step is saved as a picture in .build/walks for people to look at.
 */
import { mkdirSync } from "node:fs";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { en } from "../src/text/en";
import { board as boardEn } from "../src/text/en/board";
import { certificate as certificateEn } from "../src/text/en/certificate";
import { consent as consentEn } from "../src/text/en/consent";
import { onCourse as onCourseEn } from "../src/text/en/on-course";
import { announcer as announcerEn } from "../src/text/en/announcer";
import { es } from "../src/text/es";
import { announcer as announcerEs } from "../src/text/es/announcer";
import { board as boardEs } from "../src/text/es/board";
import { certificate as certificateEs } from "../src/text/es/certificate";
import { consent as consentEs } from "../src/text/es/consent";
import { onCourse as onCourseEs } from "../src/text/es/on-course";
import { type Demo, SCREENS, SITE } from "./browser";
import { browser, withBrowser, withDemos } from "./page";
import { type Person, peopleOf, stateOf } from "./runners";
import { seenLately } from "./seen-lately";

const FILM = new URL("../../.build/walks/", import.meta.url).pathname;

/**
 * The maximum number of Tab presses to reach a link: while other tests run, the list of events is
 * long.
 */
const MOST_PRESSES = 400;

const LOOKS = [
  {
    look: "phone",
    viewport: SCREENS.phone,
    colorScheme: "light",
    locale: "en-US",
    words: {
      ...en,
      consent: consentEn,
      onCourse: onCourseEn,
      announcer: announcerEn,
      board: boardEn,
      certificate: certificateEn,
    },
  },
  {
    look: "desk",
    viewport: SCREENS.desktop,
    colorScheme: "dark",
    locale: "es-ES",
    words: {
      ...es,
      consent: consentEs,
      onCourse: onCourseEs,
      announcer: announcerEs,
      board: boardEs,
      certificate: certificateEs,
    },
  },
] as const;

type Look = (typeof LOOKS)[number];

let race: Demo;
let people: Person[];

withBrowser();
const { demo } = withDemos();

beforeAll(async () => {
  mkdirSync(FILM, { recursive: true });
  race = demo("distance");
  people = (await peopleOf(race)).filter(({ anonymous }) => !anonymous);
});

function somebody(is: (person: Person) => boolean): Person {
  const person = people.find(is);
  if (person === undefined) throw new Error("Nobody like that in the demo race.");
  return person;
}

/** Somebody who was seen at two timing points and has not come in. */
function underway(): Person {
  return somebody((person) => stateOf(person) === "on course" && person.rows.length > 2);
}

function nameOf({ first, last }: Person): string {
  return `${first} ${last}`;
}

/** The race in the list of events: other tests make events of its name. */
function raceLink(page: Page): Locator {
  return page
    .getByRole("link", { name: race.name, exact: true })
    .and(page.locator(`[href="/results/${race.slug}"], [href^="/results/${race.slug}/"]`));
}

/** One person's way through the site. */
class Walk {
  readonly page: Page;
  readonly words: Look["words"];
  taps = 0;
  readonly #film: string;
  #step = 0;

  constructor(who: string, page: Page, { look, words }: Look) {
    this.page = page;
    this.words = words;
    this.#film = `${FILM}${who}-${look}-`;
  }

  async tap(what: Locator): Promise<void> {
    this.taps += 1;
    await what.click();
  }

  /** Presses Tab until it has the focus, then Enter. */
  async reach(what: Locator): Promise<void> {
    await what.first().waitFor();
    for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      if (await what.first().evaluate((element) => element === document.activeElement))
        return this.page.keyboard.press("Enter");
      // oxlint-disable-next-line no-await-in-loop
      await this.page.keyboard.press("Tab");
    }
    throw new Error(`${MOST_PRESSES} presses of Tab do not lead to ${String(what)}`);
  }

  async picture(of: string): Promise<void> {
    this.#step += 1;
    await this.page.screenshot({
      path: `${this.#film}${this.#step}-${of}.png`,
      animations: "disabled",
    });
  }
}

describe.concurrent.each(LOOKS)("$look, $colorScheme, $locale", (look) => {
  async function walk(
    who: string,
    steps: (walk: Walk) => Promise<void>,
    prepare: (context: BrowserContext) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const { viewport, colorScheme, locale } = look;
    const context = await browser.newContext({
      viewport,
      colorScheme,
      locale,
      reducedMotion: "reduce",
      serviceWorkers: "block",
    });
    try {
      await prepare(context);
      await context.route("https://www.google.com/**", (route) =>
        route.fulfill({ contentType: "text/html", body: "map" }),
      );
      const page = await context.newPage();
      await page.goto(SITE);
      const walking = new Walk(who, page, look);
      await raceLink(page).waitFor();
      await walking.picture("events");
      await steps(walking);
    } finally {
      await context.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    }
  }

  test("a parent: three taps from the event list to a runner, and what stands there", async () => {
    const runner = underway();
    await walk(
      "parent",
      async (parent) => {
        const { page, words } = parent;
        const began = performance.now();
        await parent.tap(raceLink(page));
        const box = page.getByRole("searchbox", { name: words.results.search });
        await parent.tap(box);
        await page.keyboard.type(nameOf(runner));
        const match = page.getByRole("link", { name: nameOf(runner) }).first();
        await match.waitFor();
        await parent.picture("search");
        await parent.tap(match);
        await page.getByRole("heading", { level: 2, name: nameOf(runner), exact: true }).waitFor();
        process.stdout.write(
          `${look.look}: event list to runner in ${parent.taps} taps, ${((performance.now() - began) / 1000).toFixed(1)} s\n`,
        );
        expect(parent.taps).toBe(3);
        const last = String(runner.rows.at(-1)?.[0]);
        await page
          .getByRole("heading", { level: 2, name: words.onCourse.lastSeen(runner.first, last) })
          .waitFor();
        await page.getByText(words.onCourse.between(last, "8 Mile")).waitFor();
        expect(
          await page
            .getByRole("list", { name: words.onCourse.course })
            .getByRole("listitem")
            .count(),
        ).toBe(4);
        await parent.picture("runner");
        await parent.tap(page.getByRole("button", { name: words.stars.follow(nameOf(runner)) }));
        await parent.tap(page.getByRole("link", { name: words.individual.textMe, exact: true }));
        await page.getByRole("textbox", { name: words.consent.form.phone }).waitFor();
        await parent.picture("text-me");
        await parent.tap(page.getByRole("link", { name: words.individual.back.results }));
        await page
          .getByRole("region", { name: words.stars.heading })
          .getByRole("link", { name: nameOf(runner) })
          .waitFor();
        await parent.picture("followed");
      },
      (context) => seenLately(context, runner.bib, 2),
    );
  });

  test("an announcer: by the keyboard alone from the event list to the next name at the finish", async () => {
    await walk("announcer", async (announcer) => {
      const { page, words } = announcer;
      await announcer.reach(raceLink(page));
      await announcer.reach(
        page
          .getByRole("navigation", { name: words.raceNav.label })
          .getByRole("link", { name: words.raceNav.pages.awards, exact: true }),
      );
      await page.getByRole("table").first().waitFor();
      await announcer.picture("awards");
      await announcer.reach(page.getByRole("button", { name: words.awards.desk.open }));
      await announcer.reach(page.getByRole("link", { name: words.awards.desk.arrivals }));
      await page
        .getByRole("heading", { level: 2, name: words.announcer.arrivals.finished })
        .or(page.getByRole("heading", { level: 3, name: words.announcer.arrivals.finished }))
        .waitFor();
      await announcer.picture("arrivals");
      const names = page.getByRole("main").getByRole("button", { pressed: false });
      const count = await names.count();
      await announcer.reach(names);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await expect.poll(() => names.count()).toBe(count - 2);
      await announcer.picture("announced");
    });
  });

  test("a director: who is out there, longest unseen first, and back", async () => {
    const runner = underway();
    await walk(
      "director",
      async (director) => {
        const { page, words } = director;
        await director.tap(raceLink(page));
        await director.tap(
          page
            .getByRole("navigation", { name: words.raceNav.label })
            .getByRole("link", { name: words.raceNav.pages.status, exact: true }),
        );
        await director.tap(page.getByRole("tab", { name: runner.distance, exact: true }));
        const out = page.getByRole("table", {
          name: words.board.safety.onCourse(0).replace(/ *\(.*/, ""),
        });
        await out.getByRole("link", { name: nameOf(runner) }).waitFor();
        await director.picture("status");
        await director.tap(out.getByRole("link", { name: nameOf(runner) }));
        await page.getByRole("heading", { level: 2, name: nameOf(runner), exact: true }).waitFor();
        await page.goBack();
        await out.getByRole("link", { name: nameOf(runner) }).waitFor();
      },
      (context) => seenLately(context, runner.bib, 90),
    );
  });

  test("a runner: own bib and Enter, the time and which it is, the certificate", async () => {
    const finisher = somebody((person) => stateOf(person) === "finished" && person.rows.length > 4);
    await walk("runner", async (runner) => {
      const { page, words } = runner;
      await runner.tap(raceLink(page));
      await runner.tap(page.getByRole("searchbox", { name: words.results.search }));
      await page.keyboard.type(finisher.bib);
      await page.waitForURL(/[?&]q=/);
      // On a phone the list of matches opens above the table: who taps while it does taps what was
      // there before. It stays closed elsewhere.
      const found =
        look.viewport === SCREENS.phone
          ? page.getByRole("region", { name: words.results.found })
          : page.getByRole("table");
      await runner.tap(found.getByRole("link", { name: nameOf(finisher) }).first());
      await page.getByRole("heading", { level: 2, name: nameOf(finisher), exact: true }).waitFor();
      await page.getByText(words.basis.distance.chip, { exact: true }).waitFor();
      const { placings, placingsBy } = words.individual;
      await page
        .getByRole("heading", { name: `${placings} ${placingsBy(words.basis.distance.clock)}` })
        .waitFor();
      await page.getByRole("table", { name: words.individual.partials }).waitFor();
      await runner.picture("result");
      const save = page.getByRole("button", { name: words.certificate.download });
      // It is fetched once its place is near the screen.
      await page.keyboard.press("End");
      await save.scrollIntoViewIfNeeded();
      await runner.picture("certificate");
      await runner.tap(page.getByRole("link", { name: words.certificate.more }));
      await page.getByRole("combobox", { name: words.certificate.format }).waitFor();
      await runner.picture("own-page");
    });
  });
});
