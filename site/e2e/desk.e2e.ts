/**
 * The event desk in a real browser, with events and accounts of its own at the real server
 * (pages.md C18).
 */
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { SITE } from "./browser";
import { expectSeenControls, isFocused } from "./controls";
import { expectFits, expectFitsLarge, resize } from "./layout";
import { lookNow, untilSeen } from "./network";
import {
  anAccount,
  anOrganiser,
  logIn,
  type Organiser,
  PASSWORD,
  timingProgram,
} from "./organiser";
import { context, drawn, newContext, newPage, page, withBrowser, wrongs } from "./page";
import { eventOf, holds, participantOf, resultOf, yearOf } from "./race";
import { callerAs, published } from "./stack";

const START = "2026-05-02T08:00:00-07:00";
const LOS_ANGELES = "America/Los_Angeles";

withBrowser({ timezoneId: LOS_ANGELES, permissions: ["clipboard-read", "clipboard-write"] });
beforeEach(() => newPage());

/** Makes an event of a new account, with a year where a test wants one. */
function anEvent(year: object | null = {}, settings: object = {}): Promise<Organiser> {
  const years = year === null ? [] : [["2026", { date_time: START, ...year }]];
  return anOrganiser(Object.fromEntries(years), { name: "River Run", ...settings });
}

/** Uploads finishers as the timing program, and waits for the pages to have them. */
async function upload({ slug, call }: Organiser, count: number): Promise<void> {
  const send = await timingProgram(call);
  const results = Array.from({ length: count }, (_, index) => {
    const bib = index + 1;
    return resultOf(bib, { first: "Lee", last: `Park ${bib}`, seconds: 2_700 + bib, ranking: bib });
  });
  await send("results/add", { slug, year: "2026", results });
  await holds(slug, "2026", count);
}

/** Opens a desk, through the login and back. */
async function open(slug: string, email: string, { heading = "River Run" } = {}): Promise<void> {
  await page.goto(`${SITE}/account/events/${slug}`);
  await logIn(page, email);
  await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
}

function button(name: string | RegExp, of = page): Locator {
  return of.getByRole("main").getByRole("button", { name, exact: true });
}

function part(name: string, of = page): Locator {
  return of.getByRole("region", { name, exact: true });
}

function card(year: string, of = page): Locator {
  return of.getByRole("article", { name: year, exact: true });
}

/** The value of a fact of a card or section. */
function fact(name: string, of: Locator): Locator {
  return of.locator(`dt:text-is("${name}") + dd`);
}

/** The page that a new visitor of the race finds at an address. */
async function asVisitor(path: string): Promise<string> {
  const visitor = await newContext();
  const found = await visited(await visitor.newPage(), path);
  await visitor.close();
  return found;
}

async function visited(of: Page, path: string): Promise<string> {
  await of.goto(SITE + path);
  await drawn(of);
  return `${(await of.getByRole("heading", { level: 1 }).textContent()) ?? ""}\n${await of.getByRole("main").innerText()}`;
}

test("from the portal to a new event, its first year, live, and what is published of it", async () => {
  const owner = await anAccount("free");
  const slug = `river-run-${randomUUID().slice(0, 8)}`;
  await page.goto(`${SITE}/account`);
  await logIn(page, owner);
  await page.getByText("There are no events yet.").waitFor();
  await page.getByRole("link", { name: "New event" }).click();
  await page.getByRole("heading", { level: 1, name: "New Event" }).waitFor();
  expect(await page.getByLabel("Contact email").inputValue()).toBe(owner);
  await page.getByLabel("Name", { exact: true }).fill("River Run");
  expect(await page.getByLabel("Address").inputValue()).toBe("river-run");
  await page.getByLabel("Address").fill(slug);
  expect(await violations(page)).toEqual([]);
  await button("Add event").click();
  await page.getByRole("heading", { level: 1, name: "River Run" }).waitFor();
  expect(page.url()).toBe(`${SITE}/account/events/${slug}`);
  expect(await page.title()).toBe("River Run Event Desk");

  const years = part("Years");
  await years.getByLabel("Year").fill("2026");
  await years.getByLabel("Date").fill("2026-12-05");
  await years.getByLabel("Time of the start").fill("08:30");
  await years.getByText("Starts December 5, 2026, 8:30 AM (UTC-08:00).").waitFor();
  await years.getByRole("button", { name: "Add year" }).click();
  await years.getByText("2026 was added.").waitFor();
  await untilSeen(fact("Published", card("2026")).getByText(/nothing yet|[AP]M$/));
  const live = card("2026").getByRole("switch", { name: "Live 2026" });
  await live.focus();
  await page.keyboard.press("Space");
  await page.getByText("2026 is live now.").waitFor();
  expect([await live.getAttribute("aria-checked"), await isFocused(live)]).toEqual(["true", true]);

  await upload({ slug, owner, call: await callerAs(owner, PASSWORD) }, 3);
  await untilSeen(fact("Rows", card("2026")).getByText("3", { exact: true }));
  expect(await fact("People", card("2026")).textContent()).toBe("3");
  expect(await fact("Last upload", card("2026")).textContent()).toMatch(
    /^\d{1,2}:\d\d:\d\d\s[AP]M$/,
  );
  expect(await fact("Published", card("2026")).textContent()).toMatch(/^\d{1,2}:\d\d:\d\d\s[AP]M$/);
  expect(await asVisitor(`/results/${slug}`)).toContain("LIVE");
  await page
    .getByRole("navigation", { name: "Pages of this event" })
    .getByRole("link", { name: "Account" })
    .click();
  await part("Events").getByRole("link", { name: "Event desk River Run" }).click();
  await page.getByRole("heading", { level: 1, name: "River Run" }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
});

test("the real server's refusal is shown at its field", async () => {
  const { slug, owner } = await anEvent();
  await open(slug, owner);
  await button("Edit the event").click();
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("River <b>Run</b>");
  await button("Save").click();
  await part("Event")
    .getByText(/^up to 100 letters, digits, blanks/)
    .waitFor();
  expect([
    await isFocused(name),
    await name.getAttribute("aria-invalid"),
    await page.getByRole("alert").count(),
  ]).toEqual([true, "true", 0]);
  expect(await violations(page)).toEqual([]);
  await name.fill("River Run & Walk");
  await page.keyboard.press("Enter");
  await page.getByText("Saved.").waitFor();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("River Run & Walk");

  await page.goto(`${SITE}/account/events/new`);
  await page.getByLabel("Name", { exact: true }).fill("Another");
  await page.getByLabel("Address").fill(slug);
  await button("Add event").click();
  await page
    .getByText("This address is in use. Those of deleted events stay with their owner.")
    .waitFor();
  expect(await isFocused(page.getByLabel("Address"))).toBe(true);
});

test("a start keeps the offset of the race wherever it is changed, and says what time that is", async () => {
  const { slug, owner } = await anEvent({ date_time: "2026-05-02T08:00:00+05:45" });
  await open(slug, owner);
  expect(await fact("Start", card("2026")).textContent()).toMatch(
    /^May 2, 2026, 8:00\sAM \(UTC\+05:45\)$/,
  );
  await button("Edit 2026").click();
  await card("2026")
    .getByText(
      /^Starts May 2, 2026, 8:00\sAM \(UTC\+05:45\)\. That is May 1, 2026, 7:15\sPM on this device\. This device is in America\/Los_Angeles, which has UTC-07:00 on that day\.$/,
    )
    .waitFor();
  await card("2026").getByLabel("Time of the start").fill("09:30");
  await button("Save 2026").click();
  await card("2026").getByText("Saved.").waitFor();
  expect(await fact("Start", card("2026")).textContent()).toMatch(
    /^May 2, 2026, 9:30\sAM \(UTC\+05:45\)$/,
  );
});

describe("two at once", () => {
  test("in different fields: both stay, and the second account sees a message", async () => {
    const { slug, owner, call } = await anEvent();
    await open(slug, owner);
    const other = await context.newPage();
    await other.goto(`${SITE}/account/events/${slug}`);
    await button("Edit 2026", other).click();
    await card("2026", other).getByLabel("Days of text alerts").fill("7");
    await button("Edit 2026").click();
    await card("2026").getByLabel("Time of the start").fill("07:00");
    await button("Save 2026").click();
    await card("2026").getByText("Saved.").waitFor();
    await button("Save 2026", other).click();
    await card("2026", other)
      .getByText("Saved. Somebody else had changed these meanwhile, and they stay so: Start.")
      .waitFor();
    const { years } = (await call("r/event-year", { slug })) as { years: object[] };
    expect(years).toEqual([
      {
        year: "2026",
        date_time: "2026-05-02T07:00:00-07:00",
        live: false,
        days_allowed: 7,
        ranking_type: "gun",
      },
    ]);
  });

  test("in the same field: nothing is overwritten before somebody has seen both values", async () => {
    const { slug, owner, call } = await anEvent();
    await open(slug, owner);
    await button("Edit the event").click();
    await page.getByLabel("Website").fill("https://one.example");
    await call(
      "r/event/update",
      {
        event: {
          name: "River Run",
          slug,
          contact_email: "rd@example.org",
          type: "distance",
          website: "https://two.example",
        },
      },
      "PUT",
    );
    await button("Save").click();
    const alert = page.getByRole("alert");
    await alert.getByText("Now stored: https://two.example").waitFor();
    await alert.getByText("Yours: https://one.example").waitFor();
    expect(await violations(page)).toEqual([]);
    const stored = async () =>
      ((await call("r/event", {})) as { events: { website: string }[] }).events[0]?.website;
    expect(await stored()).toBe("https://two.example");
    await alert.getByRole("button", { name: "Take what is stored" }).click();
    expect(await page.getByLabel("Website").inputValue()).toBe("https://two.example");
    await page.getByLabel("Website").fill("https://three.example");
    await button("Save").click();
    await page.getByText("Saved.").waitFor();
    expect(await stored()).toBe("https://three.example");
  });

  test("a year that is deleted in another tab goes here, too", async () => {
    const { slug, owner, call } = await anEvent();
    await open(slug, owner);
    await card("2026").waitFor();
    await call("r/event-year/delete", { slug, year: "2026" }, "DELETE");
    await lookNow(page);
    await card("2026").waitFor({ state: "detached" });
    await page.getByText("There are no years yet.", { exact: false }).waitFor();
  });
});

test("restricted: what the dialog says is so, and opening takes it back", async () => {
  const made = await anEvent();
  const { slug, owner, call } = made;
  await upload(made, 2);
  await call(
    "r/series/update",
    {
      slug,
      years: [
        {
          display_year: 2026,
          series: [
            {
              name: "Long",
              best: 1,
              distances: [{ year: "2026", name: "10 KM", value: 10, type: "km" }],
            },
          ],
        },
      ],
    },
    "PUT",
  );
  expect(await asVisitor(`/results/${slug}/2026`)).toContain("Lee Park 1");

  await open(slug, owner);
  const access = part("Access");
  await access.getByText("Open: everybody can see this event.").waitFor();
  await access.getByRole("button", { name: "Restrict" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("listitem").count()).toBe(6);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await isFocused(access.getByRole("button", { name: "Restrict" }))).toBe(true);
  await access.getByRole("button", { name: "Restrict" }).click();
  await dialog.getByRole("button", { name: "Restrict" }).click();
  await page.getByText("The event is restricted now.").waitFor();

  for (const path of [
    `/results/${slug}/2026`,
    `/awards/${slug}`,
    `/results/${slug}/2026/status`,
    `/results/${slug}/2026/1`,
    `/certificate/${slug}/2026/1`,
    `/results/${slug}/qr`,
  ]) {
    const found = await asVisitor(path);
    expect(found, path).toContain("Something went wrong");
    expect(found, path).not.toContain("Lee Park");
  }
  expect((await fetch(`${SITE}/downloads/results/${slug}/2026/current.json`)).status).toBe(404);
  await published("results/index.json", (text) => !text.includes(slug));
  expect(
    (await fetch(`${SITE}/downloads/series/${slug}.js`)).status,
    "series definitions stay public",
  ).toBe(200);
  await untilSeen(fact("Rows", card("2026")).getByText("2", { exact: true }));

  await access.getByRole("button", { name: "Open to everybody" }).click();
  await dialog.getByRole("button", { name: "Open to everybody" }).click();
  await page.getByText("The event is open to everybody now.").waitFor();
  await holds(slug, "2026", 2);
  expect(await asVisitor(`/results/${slug}/2026`)).toContain("Lee Park 1");
});

test("a year, then the event, deleted with the keyboard alone once their names were typed", async () => {
  const made = await anEvent();
  const { slug, owner, call } = made;
  await call("r/event-year/add", yearOf(slug, "2025", { ranking_type: "chip" }));
  await upload(made, 1);
  await open(slug, owner);
  await button("Delete 2026").focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Warning" });
  await dialog.getByText("This deletes 2026 of River Run.").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type("2025");
  await dialog.getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  await dialog.getByText("Type 2026 exactly as it is written here").waitFor();
  expect(await isFocused(dialog.getByLabel("Type 2026 to confirm"))).toBe(true);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("2026");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("2026 was deleted.").waitFor();
  expect(await isFocused(page.getByRole("heading", { level: 3, name: "2025" }))).toBe(true);
  expect(await asVisitor(`/results/${slug}/2026`)).toContain("off course");

  await button(`Delete event River Run`).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText("This deletes River Run with 1 year.").waitFor();
  await page.getByRole("dialog").getByLabel(`Type ${slug} to confirm`).focus();
  await page.keyboard.type(slug);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
  expect(page.url()).toBe(`${SITE}/account`);
  await page.getByText("There are no events yet.").waitFor();
  expect(await asVisitor(`/results/${slug}`)).toContain("off course");
});

test("data that the dialogs list are deleted with a year and with the event, also when the year is made again", async () => {
  const made = await anEvent({ date_time: new Date().toISOString() });
  const { slug, owner, call } = made;
  const send = await timingProgram(made.call);
  const year = "2026";
  const participant = participantOf("1", { bib: "1", first: "Lee", last: "Park" });
  await upload(made, 2);
  await send("participants/add", { slug, year, participants: [participant] });
  await send("bibchips/add", { slug, year, bib_chips: [{ bib: "1", chip: "A1" }] });
  await send("segments/add", {
    slug,
    year,
    segments: [
      {
        location: "Finish",
        distance_name: "10 KM",
        name: "Finish",
        distance_value: 10,
        distance_unit: "km",
      },
    ],
  });
  await send("distances/add", { slug, year, distances: [{ name: "10 KM", certification: "CA1" }] });
  await call("r/standings/update", {
    slug,
    year,
    distance: "10 KM",
    csv: "first,last,tiger score,seward score,highest score,category\nMia,Torres,88.25,91.5,91.5,YTP Female 9-10",
  });
  await call(
    "r/series/update",
    {
      slug,
      years: [
        {
          display_year: 2026,
          series: [
            { name: "Long", best: 1, distances: [{ year, name: "10 KM", value: 10, type: "km" }] },
          ],
        },
      ],
    },
    "PUT",
  );
  const standings = `${SITE}/downloads/${slug}/${year}/10%20KM/ytp-standings.csv`;
  const series = `${SITE}/downloads/series/${slug}.js`;
  const statuses = () =>
    Promise.all([standings, series].map(async (file) => (await fetch(file)).status));
  const kept = async () => {
    const of = { slug, year };
    const answers = (await Promise.all([
      send("results", of),
      send("participants", of),
      send("bibchips", of),
      send("segments", of),
      send("distances", of),
    ])) as Record<string, unknown>[];
    return answers.map(
      ({ count, participants, bib_chips: chips, segments, distances }) =>
        count ?? [participants, chips, segments, distances].find(Array.isArray)?.length,
    );
  };
  expect([await kept(), await statuses()]).toEqual([
    [2, 1, 1, 1, 1],
    [200, 200],
  ]);

  await open(slug, owner);
  await button("Delete 2026").click();
  await page.getByLabel("Type 2026 to confirm").fill("2026");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("2026 was deleted.").waitFor();
  expect(await statuses()).toEqual([404, 200]);
  await button("Add year").click();
  await part("Years").getByLabel("Year").fill("2026");
  await part("Years").getByLabel("Date").fill("2026-05-02");
  await part("Years").getByLabel("Time of the start").fill("08:00");
  await part("Years").getByRole("button", { name: "Add year" }).click();
  await page.getByText("2026 was added.").waitFor();
  expect(await kept()).toEqual([0, 0, 0, 0, 0]);

  await button("Delete event River Run").click();
  await page.getByLabel(`Type ${slug} to confirm`).fill(slug);
  await page.getByRole("dialog").getByRole("button", { name: "Delete event" }).click();
  await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
  expect(await statuses()).toEqual([404, 404]);
  const stranger = await callerAs(await anAccount(), PASSWORD);
  // An existing event counts as added, but is not returned.
  expect(await stranger("r/event/add", eventOf(slug))).toEqual({ message: "Slug Already In Use" });
  expect(await call("r/event/add", eventOf(slug))).toMatchObject({ event: { slug } });
});

test("after signing out nothing of it is left on the device, and no e-mail was in an address", async () => {
  const { slug, owner } = await anEvent(null, {
    access_restricted: true,
    contact_email: "canary@example.org",
  });
  // With the service worker, which keeps files of public pages.
  await newPage({ serviceWorkers: "allow" });
  const addresses: string[] = [];
  page.on("framenavigated", (frame) => addresses.push(frame.url()));
  context.on("request", (request) => addresses.push(request.url()));
  await open(slug, await anAccount("admin"), { heading: "Event" });
  await page.getByLabel("Email of the account that owns it").fill(owner);
  await button("Open").click();
  await page.getByText("canary@example.org", { exact: true }).waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Logout" }).click();
  await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
  const left = await page.evaluate(async () => {
    const kept = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name);
        return Promise.all(
          (await cache.keys())
            .filter(({ url }) => !url.includes("/assets/"))
            .map(
              async (request) =>
                `${request.url} ${(await (await cache.match(request))?.text()) ?? ""}`,
            ),
        );
      }),
    );
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      window.history.state,
      document.cookie,
      document.title,
      await indexedDB.databases(),
      kept.flat(),
    ]);
  });
  for (const secret of [owner, "canary@example.org", PASSWORD])
    expect(
      [left.includes(secret), addresses.some((url) => decodeURIComponent(url).includes(secret))],
      secret,
    ).toEqual([false, false]);
});

describe("the event of another account", () => {
  test("a linked account sees what is published and the way to check-in, nothing more, and stays signed in", async () => {
    const made = await anEvent();
    await upload(made, 2);
    const helper = await anAccount("registration");
    await made.call("account/link", { email: helper }, "PUT");
    await open(made.slug, helper);
    await page
      .getByText(/belongs to another account, which has linked yours.*rd@example\.org$/)
      .waitFor();
    await untilSeen(fact("Rows", card("2026")).getByText("2", { exact: true }));
    expect(
      await card("2026").getByRole("link", { name: "Check-in 2026" }).getAttribute("href"),
    ).toBe(`/checkin/${made.slug}/2026`);
    expect(
      await page
        .getByRole("main")
        .getByRole("button", { name: /Edit|Delete|Add|Restrict/ })
        .count(),
    ).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem("currentUser"))).not.toBeNull();
  });

  test("without a link: shows a message, keeps the sign-in, and comes back after the login of another account", async () => {
    const { slug, owner } = await anEvent();
    const stranger = await anAccount();
    await open(slug, stranger, { heading: "Not your event" });
    await page
      .getByRole("alert")
      .getByText("This event belongs to another account, and yours is not linked with it.")
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${SITE}/account`);
    await page.locator("main h2").first().waitFor();
    await page.goBack();
    await button("Log in with another account").click();
    await logIn(page, owner);
    await page.getByRole("heading", { level: 1, name: "River Run" }).waitFor();
    expect(page.url()).toBe(`${SITE}/account/events/${slug}`);
  });

  test.each([
    ["with a year", {}, {}],
    ["without a year", null, {}],
    ["restricted, with a year", {}, { access_restricted: true }],
  ] as const)(
    "an administrator opens any event, %s, and changes it",
    async (_what, year, settings) => {
      const { slug, call } = await anEvent(year, settings);
      if (year === null) await published("results/index.json", (text) => text.includes(slug));
      await open(slug, await anAccount("admin"));
      await page
        .getByText(
          "This event belongs to another account. You can change it because you are an administrator.",
        )
        .waitFor();
      await button("Edit the event").click();
      await page.getByLabel("Name on certificates").fill("The River");
      await button("Save").click();
      await page.getByText("Saved.").waitFor();
      expect(await call("r/event", {})).toMatchObject({ events: [{ cert_name: "The River" }] });
    },
  );

  test("an administrator finds a restricted event without years by the e-mail of its owner, which is in no address", async () => {
    const { slug, owner } = await anEvent(null, { access_restricted: true });
    await open(slug, await anAccount("admin"), { heading: "Event" });
    await page.getByLabel("Email of the account that owns it").fill(owner);
    await button("Open").click();
    await page.getByRole("heading", { level: 1, name: "River Run" }).waitFor();
    expect(page.url()).toBe(`${SITE}/account/events/${slug}`);
    await page.goto(`${SITE}/account`);
    await page.getByLabel("Address of an event, or email of an account with events").fill(owner);
    await button("Find").click();
    await page.getByText(`1 event of ${owner}`).waitFor();
    await part("Events").getByRole("link", { name: "Event desk River Run" }).click();
    await page.getByLabel("Email of the account that owns it").waitFor();
    expect(page.url()).toBe(`${SITE}/account/events/${slug}`);
  });

  test("an event that is not there", async () => {
    await open("no-such-event-anywhere", await anAccount(), { heading: "404" });
    await page.getByText("You appear to be off course.").waitFor();
  });
});

test("addresses: every one leads to its page, its poster to a code of it; copied with one press", async () => {
  const made = await anEvent();
  const { slug, owner } = made;
  await upload(made, 1);
  await open(slug, owner);
  await button("Set-up").click();
  const list = part("Addresses and posters");
  await list.getByRole("button", { name: "Show every page" }).click();
  await list.getByRole("button", { name: "Copy address of Results" }).click();
  await list.getByText("Address of Results copied.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${SITE}/results/${slug}`);
  await list.getByLabel("Addresses of").selectOption("2026");
  const hrefs = await list
    .getByRole("listitem")
    .locator("a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(hrefs).toHaveLength(22);
  const visitor = await newContext();
  const other = await visitor.newPage();
  for (const href of hrefs.filter((path) => !path.startsWith("/checkin/") || path.endsWith("/qr")))
    expect(await visited(other, href), href).not.toContain("off course");
  await visitor.close();
  await list.getByRole("link", { name: "Poster of Awards" }).click();
  await page.getByRole("img", { name: `QR code for ${SITE}/awards/${slug}/2026` }).waitFor();
});

describe("the sign-in", () => {
  test("that expires while the desk is open: renewed silently, and the change is saved", async () => {
    const { slug, owner } = await anEvent();
    await open(slug, owner);
    await button("Edit the event").click();
    await page.getByLabel("Website").fill("https://river.example");
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem("currentUser") ?? "{}") as {
        access_token: string;
      };
      const signature = kept.access_token.lastIndexOf(".") + 1;
      localStorage.setItem(
        "currentUser",
        JSON.stringify({
          ...kept,
          access_token: `${kept.access_token.slice(0, signature)}${"A".repeat(43)}`,
        }),
      );
    });
    await button("Save").click();
    await page.getByText("Saved.").waitFor();
    expect(await fact("Website", part("Event")).textContent()).toBe("https://river.example");
  });

  test("that was ended elsewhere: to the login, and back to the desk", async () => {
    const { slug, owner, call } = await anEvent();
    await open(slug, owner);
    await call("account/logout/all", {});
    await lookNow(page);
    await page.getByText("Your sign-in has ended. Please log in again.").waitFor();
    await logIn(page, owner);
    await page.getByRole("heading", { level: 1, name: "River Run" }).waitFor();
    expect(page.url()).toBe(`${SITE}/account/events/${slug}`);
  });
});

test("a server that is down: nothing that was typed is lost, and it goes on when it is back", async () => {
  const { slug, owner } = await anEvent();
  await open(slug, owner);
  await button("Edit 2026").click();
  await card("2026").getByLabel("Days of text alerts").fill("9");
  await context.route("**/api/**", (route) => route.abort());
  await button("Save 2026").click();
  await page.getByRole("alert").getByText("Something went wrong. Please try again.").waitFor();
  await untilSeen(page.getByText(/^Connection lost\. What is published is as of /));
  expect(await card("2026").getByLabel("Days of text alerts").inputValue()).toBe("9");
  expect(await violations(page)).toEqual([]);
  await context.unroute("**/api/**");
  await button("Save 2026").click();
  await card("2026").getByText("Saved.").waitFor();
  await untilSeen(page.getByText(/^As of /));
});

test("hostile texts execute nothing", async () => {
  const hostile = `"><img src=x onerror="breach('desk')"><script>breach('desk')</script>`;
  const { slug, owner } = await anEvent(
    { ranking_type: "<b>x</b>" },
    {
      cert_name: hostile,
      website: `https://x.example/"onmouseover="breach('site')`,
      image: "https://x.example/<svg/onload=breach('img')>",
    },
  );
  await newPage({ watched: true });
  await open(slug, owner);
  await part("Event").getByText(hostile, { exact: true }).waitFor();
  await card("2026").getByText("<b>x</b> (as stored; shown like gun)").waitFor();
  await button("Edit the event").click();
  expect(await page.getByLabel("Name on certificates").inputValue()).toBe(hostile);
  await page.getByLabel("Website").fill("javascript:breach('field')");
  await button("Save").click();
  await page.getByText("Empty, or an address that begins with http:// or https://").waitFor();
  expect(await wrongs()).toEqual([]);
});

test.each([
  [
    "en-US",
    [
      [320, 800],
      [390, 844],
      [390, 500],
      [844, 390],
      [1280, 800],
    ],
  ],
  ["es-MX", [[320, 800]]],
] as const)(
  "%s on every screen: nothing is cut off, axe finds nothing, focus is seen",
  async (locale, sizes) => {
    const screens = sizes.map(([width, height]) => ({ width, height }));
    const made = await anEvent();
    await upload(made, 1);
    await newPage({ locale });
    await open(made.slug, made.owner);
    await page.locator("article dl").first().waitFor();
    await expectFits(page, screens);
    const edits = page
      .getByRole("main")
      .getByRole("button", { name: locale === "en-US" ? /^Edit/ : /^Editar/ });
    // the last one first: some are replaced by what they open, others stay
    for (let at = (await edits.count()) - 1; at >= 0; at -= 1) await edits.nth(at).click();
    await page
      .getByRole("main")
      .getByRole("button", { name: locale === "en-US" ? "Add year" : "Añadir año" })
      .click();
    await expectFits(page, screens);
    for (const screen of screens) {
      await resize(page, screen);
      await expectSeenControls(page);
    }
    await expectFitsLarge(page, screens);
  },
);
