/** Check-in in a real browser, at the real server (pages.md C8). */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { SCREENS, SITE } from "./browser";
import {
  atServer,
  checkIn,
  makeEvent,
  makeVolunteer,
  openDesk,
  owner,
  PEOPLE,
  rowOf,
  saved,
  undoCheckIn,
  type Volunteer,
} from "./checkin-desk";
import { isFocused, lostInForcedColours, unseenFocus } from "./controls";
import { expectSound, sideways } from "./layout";
import { goOffline } from "./network";
import { expireAccess, logIn } from "./organiser";
import {
  type ContextOptions,
  context,
  newContext,
  newPage,
  page,
  visit,
  withBrowser,
  wrongs,
} from "./page";
import { participantOf } from "./race";
import { callAsAdmin } from "./stack";
import { BREACH } from "./watch";

const YEAR = "2026";

let ida: Volunteer;
let slug: string;

withBrowser();

beforeAll(async () => {
  ida = await makeVolunteer("Ida Volunteer");
});

/** Opens the desk of a new event with {@link PEOPLE}. */
async function open(options: ContextOptions = {}): Promise<void> {
  slug = await makeEvent({ "2025": [], [YEAR]: PEOPLE });
  await openDesk(await newPage(options), `${slug}/${YEAR}`, ida);
  await rowOf(page, "Ana Osei").waitFor();
}

/** Opens the desk of a new event with these people, in any language. */
async function openWith(people: readonly object[], options: ContextOptions): Promise<void> {
  slug = await makeEvent({ [YEAR]: people });
  await visit(`/checkin/${slug}/${YEAR}`, options);
  await logIn(page, ida.email);
  await page.locator("li[data-key]").first().waitFor();
}

function names(of = page): Promise<string[]> {
  return of
    .getByRole("list", { name: "Participants" })
    .locator("li[data-key] button[aria-expanded]")
    .allInnerTexts();
}

describe("the page", () => {
  test.each(Object.entries(SCREENS))(
    "heading, date, years, counts and list on %s; axe clean",
    async (_screen, viewport) => {
      await open({ viewport });
      await page.getByRole("heading", { level: 1, name: `${YEAR} River Run Results` }).waitFor();
      await page.getByText("May 2, 2026", { exact: true }).waitFor();
      expect(await page.title()).toBe(`${YEAR} River Run Check-in`);
      const years = page.getByRole("navigation", { name: "Years" });
      await years.getByRole("link", { name: "2025" }).waitFor();
      expect(await years.locator("[aria-current=page]").innerText()).toBe(YEAR);
      await page.getByText("0 of 5 checked in").first().waitFor();
      await page.getByText("5 of 5 participants").waitFor();
      expect(await names()).toEqual(["Zoë Abe", "Kit Doe", "Max Ng", "Ana Osei", "Léa Park"]);
      await rowOf(page, "Zoë Abe").getByText("anonymous").waitFor();
      await rowOf(page, "Ana Osei").getByText("same bib twice").waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await sideways(page)).toBe(0);
      await page.getByRole("button", { name: "Ana Osei", exact: true }).click();
      await page.getByRole("button", { name: "Add participant" }).click();
      expect(await violations(page)).toEqual([]);
      await years.getByRole("link", { name: "2025" }).click();
      await page.getByText("No participants to check-in.").waitFor();
      expect(new URL(page.url()).pathname).toBe(`/checkin/${slug}/2025`);
      expect(await violations(page)).toEqual([]);
    },
  );

  test("the address without a year, as on the posters: login, back, the latest year", async () => {
    slug = await makeEvent({ "2025": [], [YEAR]: PEOPLE });
    await openDesk(await newPage(), slug, ida);
    expect(new URL(page.url()).pathname).toBe(`/checkin/${slug}`);
    await page.getByRole("heading", { level: 1, name: `${YEAR} River Run Results` }).waitFor();
  });

  test("a year, an event that are not there, and an event without years", async () => {
    slug = await makeEvent({});
    await visit(`/checkin/${slug}`);
    await logIn(page, ida.email);
    for (const path of ["", `${slug}/1999`, "no-such-event-anywhere"]) {
      if (path !== "") await page.goto(`${SITE}/checkin/${path}`);
      await page.getByText("You appear to be off course.").waitFor();
      expect(await page.title()).toBe("Error");
    }
  });

  test("an administrator who is not linked, and the owner, have it, too", async () => {
    slug = await makeEvent({ [YEAR]: PEOPLE });
    await openDesk(await newPage(), `${slug}/${YEAR}`, owner());
    await rowOf(page, "Ana Osei").waitFor();
  });
});

describe("the event of another account", () => {
  test("shows a message, keeps the sign-in, and offers another account", async () => {
    slug = await makeEvent({ [YEAR]: PEOPLE });
    const stranger = await makeVolunteer("Sam Stranger", "paid");
    await visit(`/checkin/${slug}/${YEAR}`);
    await logIn(page, stranger.email);
    await page.getByRole("heading", { level: 1, name: "This event is somebody else's" }).waitFor();
    await page.getByText(`You are signed in as ${stranger.email}.`).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem("currentUser"))).not.toBeNull();
    await page.getByRole("banner").getByRole("link", { name: "Logout" }).waitFor();
    await page.getByRole("button", { name: "Log in with another account" }).click();
    await logIn(page, ida.email);
    await rowOf(page, "Ana Osei").waitFor();
    expect(new URL(page.url()).pathname).toBe(`/checkin/${slug}/${YEAR}`);
  });

  test("the right is taken away while the page is open: the list goes, the edits stay", async () => {
    slug = await makeEvent({ [YEAR]: PEOPLE });
    const kim = await makeVolunteer("Kim Helper");
    await openDesk(await newPage(), `${slug}/${YEAR}`, kim);
    await rowOf(page, "Ana Osei").waitFor();
    await goOffline(context);
    await checkIn(page, "Ana Osei").click();
    await page.getByText("1 edit waiting.").waitFor();
    await callAsAdmin("account/unlink", { email: kim.email }, "PUT");
    await context.setOffline(false);
    await page.getByRole("heading", { level: 1, name: "This event is somebody else's" }).waitFor();
    await page.getByText("Not at the server yet: 1 edit that you made here.").waitFor();
    expect(await page.content()).not.toContain("Osei");
    await page.getByRole("button", { name: "Log in with another account" }).click();
    await page
      .getByRole("dialog")
      .getByText("Made at check-in and not yet at the server: 1 edit.")
      .waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await callAsAdmin("account/link", { email: kim.email }, "PUT");
    await page.getByRole("button", { name: "Try again" }).click();
    await undoCheckIn(page, "Ana Osei").waitFor();
    await saved(page);
    expect(await atServer(page, slug, YEAR, "p1")).toMatchObject({ checked_in_by: "Kim Helper" });
  });
});

describe("at the desk", () => {
  beforeEach(async () => {
    await open();
  });

  test("one press checks in, with time and by whom; a double press is one; undo takes it back", async () => {
    // Two presses are one if they come within 0.6 s of the page's clock, which stands still here.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await checkIn(page, "Ana Osei").dblclick();
    await undoCheckIn(page, "Ana Osei").waitFor();
    expect(await isFocused(undoCheckIn(page, "Ana Osei"))).toBe(true);
    await rowOf(page, "Ana Osei")
      .getByText(/^Checked in \d{1,2}:\d\d [AP]M, Ida Volunteer$/)
      .waitFor();
    await page.getByText("1 of 5 checked in").first().waitFor();
    await page.getByText("4 not yet").first().waitFor();
    await saved(page);
    expect(await atServer(page, slug, YEAR, "p1")).toMatchObject({
      checked_in_by: "Ida Volunteer",
    });
    await page.clock.fastForward(700);
    await page.clock.resume();
    await undoCheckIn(page, "Ana Osei").click();
    await checkIn(page, "Ana Osei").waitFor();
    await saved(page);
    expect(await atServer(page, slug, YEAR, "p1")).toMatchObject({
      checked_in_at: 0,
      checked_in_by: "",
    });
  });

  test("the form: only what was changed is sent; the stored gender stays unless another is picked; undo restores", async () => {
    await page.getByRole("button", { name: "Kit Doe", exact: true }).click();
    const form = page.getByRole("form", { name: "Kit Doe" });
    expect(await form.locator("label").allInnerTexts()).toEqual([
      "Distance",
      "Bib",
      "First Name",
      "Last Name",
      "Gender",
      "Birthdate",
      "Anonymous",
      "Send finish text",
      "Mobile",
      "Division or team",
      "T-shirt",
    ]);
    await form.getByText("Non-Binary (recorded as Not Specified)").waitFor({ state: "attached" });
    expect(await form.getByLabel("T-shirt").isDisabled()).toBe(true);
    await form.getByLabel("Mobile").fill("555-0199");
    await form.getByRole("button", { name: "Undo", exact: true }).click();
    expect(await isFocused(page.getByRole("button", { name: "Kit Doe", exact: true }))).toBe(true);
    await page.keyboard.press("Enter");
    expect(await form.getByLabel("Mobile").inputValue()).toBe("555-0100");
    const sent = page.waitForRequest("**/r/checkin/change");
    await form.getByLabel("Mobile").fill(" 555-0199 ");
    await form.getByLabel("Anonymous").check();
    await form.getByRole("button", { name: "Save", exact: true }).click();
    expect(((await sent).postDataJSON() as { changes: unknown }).changes).toEqual([
      {
        id: "p5",
        before: { anonymous: false, mobile: "555-0100" },
        after: { anonymous: true, mobile: "555-0199" },
      },
    ]);
    await form.waitFor({ state: "detached" });
    expect(await isFocused(page.getByRole("button", { name: "Kit Doe", exact: true }))).toBe(true);
    await page.getByText("Saved Kit Doe.").waitFor();
    await saved(page);
    expect(await atServer(page, slug, YEAR, "p5")).toMatchObject({
      mobile: "555-0199",
      anonymous: true,
      gender: "Not Specified",
    });
    await page.getByRole("button", { name: "Undo: Kit Doe changed" }).click();
    await page.getByText("Undone: Kit Doe changed").waitFor();
    await saved(page);
    expect(await atServer(page, slug, YEAR, "p5")).toMatchObject({
      mobile: "555-0100",
      anonymous: false,
    });
  });

  test("a refused change keeps the row open with the server's sentence; it is listed until it is corrected", async () => {
    await page.getByRole("button", { name: "Ana Osei", exact: true }).click();
    const form = page.getByRole("form", { name: "Ana Osei" });
    await form.getByLabel("Bib").fill("x".repeat(101));
    await form.getByRole("button", { name: "Save", exact: true }).click();
    const alert = form.getByRole("alert");
    await alert.waitFor();
    const sentence = await alert.innerText();
    expect(sentence).not.toBe("");
    await page.getByText("The server refused the change of Ana Osei").first().waitFor();
    expect(await violations(page)).toEqual([]);
    // it survives a reload of the page
    await page.reload();
    await page.getByText("The server refused the change of Ana Osei").first().waitFor();
    await page.getByText(sentence).waitFor();
    await page.getByRole("button", { name: "Correct Ana Osei" }).click();
    expect(await form.getByLabel("Bib").inputValue()).toBe("x".repeat(101));
    await form.getByLabel("Bib").fill("112");
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await form.waitFor({ state: "detached" });
    await saved(page);
    expect(await page.getByText("Needs you").count()).toBe(0);
    expect(await atServer(page, slug, YEAR, "p1")).toMatchObject({ bib: "112" });
  });

  test("a new participant without distance or birthdate: the field shows the error, and has the focus", async () => {
    await page.getByRole("button", { name: "Add participant" }).click();
    const form = page.getByRole("form", { name: "Add a participant" });
    expect(await isFocused(form.getByLabel("Distance"))).toBe(true);
    await form.getByRole("button", { name: "Add and check in" }).click();
    await form.getByText("Distance is required").waitFor();
    await form.getByText("Birthdate is required").waitFor();
    expect(await isFocused(form.getByLabel("Distance"))).toBe(true);
    await form.getByLabel("Distance").selectOption({ label: "Other" });
    await form.getByLabel("Other distance").fill("Half");
    await form.getByLabel("Birthdate").fill("yesterday");
    await form.getByLabel("Last Name").fill("New");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await form.getByRole("alert").waitFor();
    expect(await form.getByLabel("Birthdate").inputValue()).toBe("yesterday");
    await form.getByLabel("Birthdate").fill("1901/01/01");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Added New.").waitFor();
    await checkIn(page, "New").waitFor();
    await rowOf(page, "New").getByText("Half").waitFor();
    expect(await page.getByText("Needs you").count()).toBe(0);
  });

  test("bibs: the next free one in one press; a bib that is worn names its wearer; swap in one edit", async () => {
    await page.getByLabel("From", { exact: true }).fill("12");
    await page.getByLabel("To", { exact: true }).fill("20");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Give bib 13 to Zoë Abe" }).click();
    await rowOf(page, "Zoë Abe").getByText("Bib 13").waitFor();
    await saved(page);
    await page.getByRole("button", { name: "Léa Park", exact: true }).click();
    const form = page.getByRole("form", { name: "Léa Park" });
    await form.getByRole("button", { name: "Next free: 14" }).waitFor();
    await form.getByLabel("Bib").fill("30");
    await form.getByText("Bib 30 is worn by Kit Doe (10 KM).").waitFor();
    expect(await violations(page)).toEqual([]);
    const sent = page.waitForRequest("**/r/checkin/change");
    await form.getByRole("button", { name: "Swap bibs with Kit Doe" }).click();
    expect(((await sent).postDataJSON() as { changes: unknown[] }).changes).toHaveLength(2);
    await rowOf(page, "Léa Park").getByText("Bib 30").waitFor();
    await rowOf(page, "Kit Doe").getByText("Bib 7").waitFor();
    await saved(page);
    await page.getByRole("button", { name: "Undo: bibs of Léa Park and Kit Doe swapped" }).click();
    await rowOf(page, "Kit Doe").getByText("Bib 30").waitFor();
    await saved(page);
    expect([
      await atServer(page, slug, YEAR, "p2"),
      await atServer(page, slug, YEAR, "p5"),
    ]).toMatchObject([{ bib: "7" }, { bib: "30" }]);
  });

  test("a walk-up from the keyboard, in under forty keys", async () => {
    await page.getByLabel("From", { exact: true }).fill("200");
    await page.getByLabel("To", { exact: true }).fill("201");
    await page.getByRole("button", { name: "Set" }).click();
    await page.getByText("Next free bib: 200.").waitFor();
    await page.getByRole("searchbox").focus();
    let keys = 0;
    const type = (words: string) => {
      keys += words.length;
      return page.keyboard.type(words);
    };
    const press = (key: string) => {
      keys += 1;
      return page.keyboard.press(key);
    };
    await type("Mo Walkup");
    await page.getByText("No participant matches.").waitFor();
    await press("Enter");
    await press("Enter");
    const form = page.getByRole("form", { name: "Add a participant" });
    await form.waitFor();
    await type("5");
    const gender = form.getByLabel("Gender");
    for (let fields = 0; fields < 6 && !(await isFocused(gender)); fields += 1) await press("Tab");
    expect(await isFocused(gender)).toBe(true);
    await type("M");
    await press("Tab");
    await type("7/21/1990");
    await press("Enter");
    await page.getByText("Added Mo Walkup.").waitFor();
    // Three keys a second are thirteen seconds.
    expect(keys).toBeLessThan(40);
    expect(await isFocused(page.getByRole("button", { name: "Add participant" }))).toBe(true);
    await undoCheckIn(page, "Mo Walkup").waitFor();
    await rowOf(page, "Mo Walkup").getByText("Bib 200").waitFor();
    await rowOf(page, "Mo Walkup").getByText("5 KM").waitFor();
    await page.getByText("Next free bib: 201.").waitFor();
  });

  test("another browser sees it when it looks within five seconds, and who did it", async () => {
    const other = await newContext({ viewport: SCREENS.phone });
    await other.clock.install();
    const there = await openDesk(await other.newPage(), `${slug}/${YEAR}`, owner());
    await checkIn(there, "Ana Osei").waitFor();
    // From here on it looks only when its clock goes on; the jump makes it look once.
    const looked = there.waitForResponse("**/r/checkin");
    await other.clock.pauseAt(Date.now() + 60_000);
    await looked;
    await checkIn(page, "Ana Osei").click();
    await undoCheckIn(page, "Ana Osei").waitFor();
    await saved(page);
    await other.clock.fastForward(5_000);
    await rowOf(there, "Ana Osei").getByText("Ida Volunteer").waitFor();
    await other.clock.resume();
    await callAsAdmin("r/participants/delete", { slug, year: YEAR, identifiers: ["p2"] }, "DELETE");
    await rowOf(there, "Léa Park").waitFor({ state: "detached" });
    await other.close();
  });

  test("search and filters; a participant edited just now stays in a list that no longer matches", async () => {
    const search = page.getByRole("searchbox");
    await search.fill("LEA");
    await page.getByText("1 of 5 participants").waitFor();
    expect(await names()).toEqual(["Léa Park"]);
    await page.keyboard.press("Enter");
    expect(await isFocused(checkIn(page, "Léa Park"))).toBe(true);
    await page.keyboard.press("Enter");
    await undoCheckIn(page, "Léa Park").waitFor();
    await page.keyboard.press("/");
    await search.fill("30");
    await page.keyboard.press("Enter");
    expect(await isFocused(checkIn(page, "Kit Doe"))).toBe(true);
    await page.getByRole("button", { name: "Show everybody" }).click();
    for (const [show, expected] of [
      ["Not checked in", ["Zoë Abe", "Kit Doe", "Max Ng", "Ana Osei"]],
      ["Without a bib", ["Zoë Abe"]],
      ["Anonymous", ["Zoë Abe"]],
      ["Same bib twice", ["Max Ng", "Ana Osei"]],
    ] as const) {
      await page.getByLabel("Show").selectOption({ label: show });
      await page.getByText(`${expected.length} of 5 participants`).waitFor();
      expect(await names(), show).toEqual(expected);
    }
    await page.getByLabel("Show").selectOption({ label: "Not checked in" });
    await checkIn(page, "Kit Doe").click();
    await undoCheckIn(page, "Kit Doe").waitFor();
    expect(await names()).toContain("Kit Doe");
    await page.getByLabel("Distance").first().selectOption({ label: "10 KM" });
    await page.getByText("3 of 5 participants").waitFor();
    expect(await names()).toEqual(["Zoë Abe", "Max Ng", "Ana Osei"]);
  });

  test("a search does not close a row with unsaved changes; it closes others", async () => {
    await page.getByRole("button", { name: "Ana Osei", exact: true }).click();
    await page.getByRole("form", { name: "Ana Osei" }).getByLabel("First Name").fill("Anna");
    await page.getByRole("searchbox").fill("Kit");
    await page.getByText("2 of 5 participants").waitFor();
    expect(
      await page.getByRole("form", { name: "Ana Osei" }).getByLabel("First Name").inputValue(),
    ).toBe("Anna");
  });

  test("an access token that is over is renewed without anybody noticing", async () => {
    await expireAccess(page);
    await checkIn(page, "Ana Osei").click();
    await undoCheckIn(page, "Ana Osei").waitFor();
    await saved(page);
    expect(await page.evaluate(() => localStorage.getItem("currentUser"))).not.toContain(
      "AAAAAAAAAA",
    );
  });

  test("the keyboard alone: every control is reached, and its focus is seen", async () => {
    await page.getByRole("button", { name: "Ana Osei", exact: true }).click();
    await page.keyboard.press("Tab");
    expect(await unseenFocus(page)).toEqual([]);
    await page.emulateMedia({ forcedColors: "active" });
    expect(await lostInForcedColours(page)).toEqual([]);
  });
});

describe("a captain's team", () => {
  test("is found by its name, as the names of people are; the desk puts somebody in it, and takes them out", async () => {
    slug = await makeEvent({
      [YEAR]: [
        participantOf("p1", { bib: "12", first: "Ana", last: "Osei", division: "Río Club" }),
        participantOf("p2", { bib: "7", first: "Léa", last: "Park", division: "Lions" }),
        participantOf("p3", {
          bib: "9",
          first: "Zoë",
          last: "Abe",
          anonymous: true,
          division: "RIO CLUB",
        }),
        participantOf("p4", { bib: "30", first: "Kit", last: "Doe" }),
      ],
    });
    await openDesk(await newPage(), `${slug}/${YEAR}`, ida);
    await page.getByRole("searchbox").fill("club rio");
    await page.getByText("2 of 4 participants").waitFor();
    expect(await names()).toEqual(["Zoë Abe", "Ana Osei"]);
    await rowOf(page, "Ana Osei").getByText("Bib 12 · 10 KM · Río Club").waitFor();
    await page.getByRole("searchbox").fill("");
    await put("Kit Doe", "Río Club");
    await page.getByRole("searchbox").fill("rio");
    await page.getByText("3 of 4 participants").waitFor();
    expect(await names()).toEqual(["Zoë Abe", "Kit Doe", "Ana Osei"]);
    expect(await atServer(page, slug, YEAR, "p4")).toMatchObject({ division: "Río Club" });
    await put("Ana Osei", "");
    expect(await atServer(page, slug, YEAR, "p1")).not.toHaveProperty("division");
    expect(await atServer(page, slug, YEAR, "p1")).toMatchObject({ apparel: "M" });
  });

  async function put(name: string, division: string): Promise<void> {
    const row = rowOf(page, name);
    await row.getByRole("button", { name, exact: true }).click();
    await row.getByLabel("Division or team").fill(division);
    await row.getByRole("button", { name: "Save", exact: true }).click();
    await row.getByRole("form").waitFor({ state: "detached" });
    await saved(page);
  }
});

describe("four hundred people a morning", () => {
  const TWINS = ["1985/3/9", "2009/7/21"].map((birthdate, at) =>
    participantOf(`t${at}`, { bib: String(40 + at), first: "Ana", last: "Osei", birthdate }),
  );
  const OTHERS = Array.from({ length: 30 }, (_, at) =>
    participantOf(`o${at}`, {
      bib: String(100 + at),
      first: "Ann",
      last: `Osgood ${at}`,
      division: "Sky Runners of the Upper Valley",
    }),
  );

  function openCrowd(options: ContextOptions): Promise<void> {
    return openWith([...TWINS, ...OTHERS, ...PEOPLE], options);
  }

  /** The rows that can be seen whole, and how far the search box is from the top. */
  function above(height: number): Promise<{ rows: number; top: number }> {
    return page.evaluate((keyboard) => {
      const boxOf = (selector: string) =>
        [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
      const [saving, search] = [boxOf("[data-saving]")[0], boxOf("[type=search]")[0]];
      return {
        rows: boxOf("li[data-key]").filter(
          ({ top, bottom }) => top >= (search?.bottom ?? 0) && bottom <= keyboard,
        ).length,
        top: (search?.top ?? 0) - (saving?.bottom ?? 0),
      };
    }, height);
  }

  test("a phone with its keyboard open: the field is at the top, five matches above the keys", async () => {
    await openCrowd({ viewport: { width: 390, height: 500 }, hasTouch: true });
    await page.getByRole("searchbox").tap();
    await page.keyboard.type("os");
    await page.getByText("33 of 37 participants").waitFor();
    expect((await above(500)).rows).toBeGreaterThanOrEqual(5);
    expect((await above(500)).top).toBeGreaterThanOrEqual(0);
    expect((await above(500)).top).toBeLessThan(12);
    // Fewer matches make the page shorter: the field stays where it is.
    await page.keyboard.type("ei");
    await page.getByText("3 of 37 participants").waitFor();
    expect((await above(500)).top).toBeGreaterThanOrEqual(0);
    expect((await above(500)).top).toBeLessThan(12);
    const twins = rowOf(page, "Ana Osei");
    expect(await twins.locator("[data-checkin]").count()).toBe(3);
    await twins.getByText("age 16").waitFor();
    const young = twins.filter({ hasText: "age 16" });
    await young.locator("[data-checkin]").tap();
    await young.getByText("Ida Volunteer").waitFor();
    await saved(page);
    expect(await atServer(page, slug, YEAR, "t1")).toMatchObject({
      checked_in_by: "Ida Volunteer",
    });
    expect(await sideways(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  test("a laptop: at most six keys a person, one after the other", async () => {
    await openCrowd({});
    const keysOf: number[] = [];
    const strike = async (keys: readonly string[]) => {
      keysOf.push(keys.length);
      for (const key of keys) await page.keyboard.press(key);
    };
    await strike(["/", "l", "e", "a", "Enter", "Enter"]);
    await rowOf(page, "Léa Park").getByText("Ida Volunteer").waitFor();
    // A letter at the button just pressed begins the next search.
    await strike(["k", "i", "t", "Enter", "Enter"]);
    await rowOf(page, "Kit Doe").getByText("Ida Volunteer").waitFor();
    await strike(["4", "1", "Enter", "Enter"]);
    await rowOf(page, "Ana Osei")
      .filter({ hasText: "age 16" })
      .getByText("Ida Volunteer")
      .waitFor();
    // Of several, the arrow goes to the one.
    await strike(["o", "s", "e", "i", "ArrowDown", "Enter"]);
    await page.getByText("4 of 37 checked in").first().waitFor();
    expect(Math.max(...keysOf)).toBeLessThanOrEqual(6);
  });

  test.each([
    ["en-US", "month/day/year: March 9, 1985", "03091985", "3/9/1985"],
    ["es-ES", "día/mes/año: 9 de marzo de 1985", "09031985", "9/3/1985"],
  ])(
    "%s: a birth date in the order of the region, by number keys",
    async (locale, hint, typed, shown) => {
      await openCrowd({ locale, viewport: { width: 320, height: 640 } });
      await page.locator("li[data-key] button[aria-expanded]", { hasText: "Kit Doe" }).click();
      const box = page.locator("input[name=birthdate]");
      expect(await box.inputValue()).toBe(shown);
      expect(await box.getAttribute("inputmode")).toBe("numeric");
      await box.fill("");
      await box.pressSequentially(typed.replace("1985", "1986"));
      await box.fill("");
      await box.pressSequentially(typed);
      await page.getByText(hint).waitFor();
      await box.fill(typed.replace("1985", "1986"));
      const sent = page.waitForRequest("**/r/checkin/change");
      await page.locator("li[data-key] form button[type=submit]").click();
      expect(
        ((await sent).postDataJSON() as { changes: { after: unknown }[] }).changes[0]?.after,
      ).toEqual({
        birthdate: "1986/3/9",
      });
    },
  );

  test("a walk-up without a bib, from a phone", async () => {
    await openCrowd({ viewport: { width: 390, height: 844 } });
    await page.getByRole("searchbox").fill("Mo Walkup");
    await page.getByRole("button", { name: "Add Mo Walkup" }).click();
    const form = page.getByRole("form", { name: "Add a participant" });
    await form.getByLabel("Distance").selectOption("5 KM");
    await form.getByLabel("Birthdate").fill("07211990");
    await form.getByRole("button", { name: "Add and check in" }).click();
    await rowOf(page, "Mo Walkup").getByText("no bib").waitFor();
    await rowOf(page, "Mo Walkup").getByText("Ida Volunteer").waitFor();
    await saved(page);
  });
});

describe("narrow and in Spanish", () => {
  test.each([
    ["en-US", 320],
    ["es-ES", 320],
    ["es-ES", 390],
  ])("%s, %i px, letters twice as large: nothing is lost", async (locale, width) => {
    const long = participantOf("p9", {
      bib: "123456",
      first: "Maximiliano-Alexander",
      last: "Featherstonehaugh-Wolfeschlegelsteinhausen",
      anonymous: true,
    });
    await openWith([...PEOPLE, long], { locale, viewport: { width, height: 640 } });
    await page.locator("li[data-key] [data-checkin]").nth(1).click();
    await page.locator("li[data-key] button[aria-expanded]").nth(2).click();
    for (const size of ["100%", "200%"]) {
      await page.evaluate(
        (letters) => document.documentElement.style.setProperty("font-size", letters),
        size,
      );
      await expectSound(page, size);
    }
  });
});

test("hostile names, fields and answers execute nothing", async () => {
  const evil = `<img src=x onerror=${BREACH}("name")>`;
  slug = await makeEvent({
    [YEAR]: [
      participantOf("e1", {
        bib: `"><script>${BREACH}("bib")</script>`.slice(0, 100),
        first: evil,
        last: `{{${BREACH}("last")}}`,
        gender: `<svg onload=${BREACH}()>`,
        distance: `javascript:${BREACH}()`,
        mobile: evil.slice(0, 30),
      }),
    ],
  });
  await visit(`/checkin/${slug}/${YEAR}`, { watched: true });
  await logIn(page, ida.email);
  await page.locator("li[data-key] button[aria-expanded]").click();
  await page.route("**/r/checkin/change", (route) =>
    route.fulfill({ status: 400, json: { message: evil } }),
  );
  await page.locator("li[data-key] [data-checkin]").click();
  await page.getByText(evil, { exact: true }).first().waitFor();
  await page.unrouteAll();
  await page.route("**/r/checkin/change", (route) =>
    route.fulfill({
      status: 409,
      json: {
        message: "Changed By Somebody Else",
        conflicts: [
          {
            id: "e1",
            fields: ["mobile"],
            participant: { ...participantOf("e1"), mobile: evil, updated_at: 1 },
          },
        ],
      },
    }),
  );
  await page.locator("li[data-key] input[type=tel]").fill("1");
  await page.locator("li[data-key] form button[type=submit]").click();
  await page.getByText("Yours: 1").waitFor();
  expect(await wrongs()).toEqual([]);
});
