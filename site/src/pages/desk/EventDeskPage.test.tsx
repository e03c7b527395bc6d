// @vitest-environment jsdom
import { type BoundFunctions, type queries, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { aDesk, EMPTY_YEAR, RIVER, YEARS } from "../../test/desk";
import type { Network } from "../../test/published";
import { publishLines } from "../../test/race-lines";
import { finished } from "../../test/rows";
import { Later } from "../../test/session-host";
import { address } from "../../test/show";

let user: UserEvent;

beforeEach(() => {
  vi.stubEnv("TZ", "America/Los_Angeles");
  user = userEvent.setup();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** The years after somebody else has changed the newest. */
function changed(newest: Partial<(typeof YEARS)[number]>): typeof YEARS {
  return [...YEARS.slice(0, -1), { ...YEARS.at(-1), ...newest } as (typeof YEARS)[number]];
}

function part(name: string): BoundFunctions<typeof queries> {
  return within(screen.getByRole("region", { name }));
}

function card(year: string): BoundFunctions<typeof queries> {
  return within(screen.getByRole("article", { name: year }));
}

/** The facts of a card or section, by name. */
function facts(of: BoundFunctions<typeof queries>): Record<string, string | null> {
  return Object.fromEntries(
    of
      .getAllByRole("term")
      .map((term) => [term.textContent ?? "", term.nextElementSibling?.textContent ?? null]),
  );
}

function press(name: string | RegExp, of: BoundFunctions<typeof queries> = screen): Promise<void> {
  return user.click(of.getByRole("button", { name }));
}

async function retype(box: HTMLElement, text: string): Promise<void> {
  await user.clear(box);
  if (text !== "") await user.type(box, text);
}

test("an event and its years, newest first, with what is published of them", async () => {
  await aDesk();
  expect(document.title).toBe("River Run Event Desk");
  await waitFor(() => expect(facts(card("2025")).Rows).toBe("1,204"));
  expect(
    screen.getAllByRole("article").map((article) => article.querySelector("h3")?.textContent),
  ).toEqual(["2026", "2025"]);
  expect(facts(card("2026"))).toEqual({
    Start: "May 2, 2026, 08:00 (UTC-07:00)",
    "Days of text alerts": "2 · until May 4, 2026, 08:00 (UTC-07:00)",
    "Places by": "Chip time",
    Published: "nothing yet",
  });
  expect(facts(card("2025"))).toMatchObject({
    "Places by": "Clock time",
    Published: "May 3, 2025, 09:45:12",
    People: "402",
    "Last upload": "May 3, 2025, 09:45:10",
  });
  expect(facts(part("Event"))).toEqual({
    Address: "river-run",
    "Event type": "Distance: a course, and who is fastest",
    "Contact email": "rd@example.org",
    Website: "https://example.org",
  });
  expect(card("2026").getByRole("link", { name: "Check-in 2026" }).getAttribute("href")).toBe(
    "/checkin/river-run/2026",
  );
  const ways = within(screen.getByRole("navigation", { name: "Pages of this event" })).getAllByRole(
    "link",
  );
  expect(ways.map((link) => link.getAttribute("href"))).toEqual([
    "/account",
    "/results/river-run",
    "/checkin/river-run",
    "/arrivals/river-run",
    "/awards/river-run?desk=true",
    "/account/events/river-run/corrections",
    "/account/events/river-run/results-import",
  ]);
});

/** The list of corrections in these states. */
function listed(...states: string[]) {
  return [200, { corrections: states.map((state) => ({ state })), runners: [] }] as const;
}

describe("corrections by hand", () => {
  const asked = { slug: "river-run", year: "2026", bib: "" };

  test("which an upload contradicts are counted at the link, every 30 s", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { sent, answer } = await aDesk("owner", {
      prepare: (desk) => desk.answer("r/corrections/list", listed("conflict", "stands")),
    });
    const link = await screen.findByRole("link", { name: "Corrections (1 conflict)" });
    expect(link.getAttribute("href")).toBe("/account/events/river-run/corrections/2026");
    expect(sent("r/corrections/list")).toEqual([asked]);
    answer("r/corrections/list", listed("stands", "stands"));
    await vi.advanceTimersByTimeAsync(30_500);
    await screen.findByRole("link", { name: "Corrections" });
  });

  test("are asked for seldom where there are none", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { sent } = await aDesk("owner", {
      prepare: (desk) => desk.answer("r/corrections/list", listed()),
    });
    await waitFor(() => expect(sent("r/corrections/list")).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(200);
    const before = sent("r/corrections/list").length;
    await vi.advanceTimersByTimeAsync(100_000);
    expect(sent("r/corrections/list")).toHaveLength(before);
    expect(screen.getByRole("link", { name: "Corrections" })).toBeTruthy();
  });

  test("are nothing that a linked account asks for", async () => {
    const { sent } = await aDesk("linked");
    await screen.findByText(/:45:12/);
    expect(sent("r/corrections/list")).toEqual([]);
  });
});

describe("the event", () => {
  test("is changed; nothing of it but what was typed", async () => {
    const { sent } = await aDesk();
    await press("Edit the event");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Name")));
    await retype(screen.getByLabelText("Name"), " River Trail Run ");
    await user.selectOptions(screen.getByLabelText("Event type"), "backyardultra");
    await press("Save");
    await screen.findByText("Saved.");
    const { recent_time: _, ...river } = RIVER;
    expect(sent("r/event/update")).toEqual([
      {
        event: {
          ...river,
          name: "River Trail Run",
          type: "backyardultra",
          accent_color: "",
          logo: "",
          sponsor: "",
        },
      },
    ]);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("River Trail Run");
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit the event" })),
    );
    expect(facts(card("2026"))["Places by"]).toBe("Hours, then cumulative time");
  });

  test("missing or invalid values are shown at their fields before anything is sent", async () => {
    const { sent } = await aDesk();
    await press("Edit the event");
    await retype(screen.getByLabelText("Name"), " ");
    await retype(screen.getByLabelText("Image"), "picture.png");
    await press("Save");
    for (const [label, words] of [
      ["Name", "Name is required"],
      ["Image", "Empty, or an address that begins with http:// or https://"],
    ] as const) {
      const described =
        screen.getByLabelText(label).getAttribute("aria-describedby")?.split(" ") ?? [];
      expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(words);
    }
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Name")));
    expect(sent("r/event/update")).toEqual([]);
  });

  test("the server's refusal is shown at its field, in its words, until something is typed", async () => {
    const { answer } = await aDesk();
    answer("r/event/update", [
      400,
      { message: "Validation Error. contact_email: an e-mail address of up to 100 characters" },
    ]);
    await press("Edit the event");
    await press("Save");
    const rule = await screen.findByText("an e-mail address of up to 100 characters");
    const box = screen.getByLabelText("Contact email");
    expect([
      rule.getAttribute("lang"),
      document.activeElement,
      screen.queryByRole("alert"),
    ]).toEqual(["en", box, null]);
    await user.type(box, "x");
    expect(box.getAttribute("aria-invalid")).toBeNull();
  });

  test("a face is given with the event, shown before it is saved, and what is wrong with it is told at its field", async () => {
    const { sent } = await aDesk();
    await press("Edit the event");
    await retype(screen.getByLabelText("Accent color"), "green");
    await retype(screen.getByLabelText("Logo"), "http://river.example/logo.svg");
    await press("Save");
    expect([...document.querySelectorAll("[aria-invalid]")]).toEqual([
      screen.getByLabelText("Accent color"),
      screen.getByLabelText("Logo"),
    ]);
    expect(sent("r/event/update")).toEqual([]);
    await retype(screen.getByLabelText("Accent color"), " #FFD500 ");
    await retype(screen.getByLabelText("Logo"), "https://river.example/logo.svg");
    await user.type(screen.getByLabelText("Sponsor line"), "River Foods");
    const preview = screen.getByRole("region", { name: "How pages will look" });
    const contrasts = [...preview.textContent.matchAll(/contrast ([\d.]+):1/g)].map(([, value]) =>
      Number(value),
    );
    expect([contrasts.length, contrasts.every((value) => value >= 4.5)]).toEqual([2, true]);
    expect([...preview.querySelectorAll("img")].map((image) => image.src)).toEqual(
      Array(2).fill("https://river.example/logo.svg"),
    );
    await press("Save");
    await screen.findByText("Saved.");
    expect(sent("r/event/update")).toMatchObject([
      {
        event: {
          accent_color: "#ffd500",
          logo: "https://river.example/logo.svg",
          sponsor: "River Foods",
        },
      },
    ]);
    expect(facts(part("Event"))).toMatchObject({
      "Accent color": "#ffd500",
      "Sponsor line": "River Foods",
    });
  });

  test("changed elsewhere in another field: that stays, and is named", async () => {
    const { stored, sent } = await aDesk();
    await press("Edit the event");
    await retype(screen.getByLabelText("Name"), "River Trail Run");
    stored.event = { ...RIVER, website: "https://river.example", cert_name: "The River" };
    await press("Save");
    await screen.findByText(
      "Saved. Somebody else had changed these meanwhile, and they stay so: Name on certificates, Website.",
    );
    expect(sent("r/event/update")).toMatchObject([
      {
        event: {
          name: "River Trail Run",
          website: "https://river.example",
          cert_name: "The River",
        },
      },
    ]);
    expect(facts(part("Event"))).toMatchObject({
      Website: "https://river.example",
      "Name on certificates": "The River",
    });
  });

  test.each([
    ["Save", "River Trail Run"],
    ["Take what is stored", "River Night Run"],
  ])(
    "changed elsewhere in the same field: nothing is saved before somebody chose; %s: %s",
    async (choice, name) => {
      const { stored, sent } = await aDesk();
      await press("Edit the event");
      await retype(screen.getByLabelText("Name"), "River Trail Run");
      stored.event = { ...RIVER, name: "River Night Run", image: "https://river.example/a.png" };
      await press("Save");
      const alert = within(await screen.findByRole("alert"));
      expect(alert.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
        "Now stored: River Night Run",
        "Yours: River Trail Run",
      ]);
      expect(sent("r/event/update")).toEqual([]);
      await press(choice);
      if (choice !== "Save") await press("Save");
      await screen.findByText("Saved.");
      expect(stored.event).toMatchObject({ name, image: "https://river.example/a.png" });
    },
  );

  test("deleted elsewhere: says so", async () => {
    const desk = await aDesk();
    await press("Edit the event");
    desk.stored.event = null;
    await press("Save");
    expect((await screen.findByRole("alert")).textContent).toMatch(
      /Event Not Found|deleted meanwhile/,
    );
  });
});

describe("access", () => {
  test("is asked about first, and changes nothing else", async () => {
    const { stored, sent } = await aDesk();
    await press("Restrict", part("Access"));
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText(/^Links and printed codes that people already have/)).toBeTruthy();
    await press("Cancel", dialog);
    expect(sent("r/event/update")).toEqual([]);
    await press("Restrict", part("Access"));
    stored.event = { ...RIVER, name: "River Night Run" };
    await press("Restrict", within(screen.getByRole("dialog")));
    await screen.findByText("The event is restricted now.");
    expect(sent("r/event/update")).toMatchObject([
      { event: { name: "River Night Run", access_restricted: true } },
    ]);
    await press("Set-up");
    expect(part("Addresses and posters").getByText(/show an error/)).toBeTruthy();
    await press("Open to everybody", part("Access"));
    await press("Open to everybody", within(screen.getByRole("dialog")));
    await screen.findByText("The event is open to everybody now.");
    expect(stored.event.access_restricted).toBe(false);
  });
});

describe("a year", () => {
  test("is changed, and its offset stays what it was", async () => {
    const { sent } = await aDesk();
    await press("Edit 2026");
    await waitFor(() => expect(document.activeElement).toBe(card("2026").getByLabelText("Date")));
    await retype(card("2026").getByLabelText("Days of text alerts"), "5");
    await press("Save 2026");
    await card("2026").findByText("Saved.");
    expect(sent("r/event-year/update")).toEqual([
      { slug: "river-run", event_year: { ...YEARS[1], days_allowed: 5 } },
    ]);
    await waitFor(() =>
      expect(document.activeElement).toBe(card("2026").getByRole("button", { name: "Edit 2026" })),
    );
  });

  test("moved to another season says what time that is, and takes the device's offset when asked to", async () => {
    const { sent } = await aDesk();
    await press("Edit 2026");
    const date = card("2026").getByLabelText("Date");
    await user.clear(date);
    await user.type(date, "2026-12-05");
    expect(
      card("2026").getByText(
        /^Starts December 5, 2026, 08:00 \(UTC-07:00\)\. That is December 5, 2026, 07:00 on this device\. This device is in America\/Los_Angeles, which has UTC-08:00 on that day\.$/,
      ),
    ).toBeTruthy();
    await press("Use UTC-08:00");
    expect(card("2026").getByText("Starts December 5, 2026, 08:00 (UTC-08:00).")).toBeTruthy();
    await press("Save 2026");
    await card("2026").findByText("Saved.");
    expect(sent("r/event-year/update")).toMatchObject([
      { event_year: { date_time: "2026-12-05T08:00:00-08:00" } },
    ]);
  });

  test("made live by the timing program while its date is changed: it stays live", async () => {
    const { stored } = await aDesk();
    await press("Edit 2026");
    await retype(card("2026").getByLabelText("Time of the start"), "09:00");
    stored.years = changed({ live: true });
    await press("Save 2026");
    await card("2026").findByText(
      "Saved. Somebody else had changed these meanwhile, and they stay so: Live.",
    );
    expect(stored.years[1]).toEqual({
      ...YEARS[1],
      live: true,
      date_time: "2026-05-02T09:00:00-07:00",
    });
    expect(
      card("2026").getByRole("switch", { name: "Live 2026" }).getAttribute("aria-checked"),
    ).toBe("true");
  });

  test("changed in two tabs in the same field: both values are shown", async () => {
    const { stored, sent } = await aDesk();
    await press("Edit 2026");
    await retype(card("2026").getByLabelText("Time of the start"), "09:00");
    stored.years = changed({ date_time: "2026-05-02T10:00:00-07:00" });
    await press("Save 2026");
    const alert = within(await screen.findByRole("alert"));
    expect(alert.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
      "Now stored: May 2, 2026, 10:00 (UTC-07:00)",
      "Yours: May 2, 2026, 09:00 (UTC-07:00)",
    ]);
    expect(sent("r/event-year/update")).toEqual([]);
    await press("Take what is stored");
    expect(card("2026").getByLabelText("Time of the start")).toHaveProperty("value", "10:00");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("goes live by its switch at once, with what is stored of it now", async () => {
    const { stored, sent } = await aDesk();
    stored.years = changed({ days_allowed: 9 });
    await user.click(card("2026").getByRole("switch", { name: "Live 2026" }));
    await card("2026").findByText("2026 is live now.");
    expect(sent("r/event-year/update")).toEqual([
      { slug: "river-run", event_year: { ...YEARS[1], days_allowed: 9, live: true } },
    ]);
    expect(facts(card("2026"))["Days of text alerts"]).toMatch(/^9/);
    await user.click(card("2026").getByRole("switch", { name: "Live 2026" }));
    await card("2026").findByText("2026 is not live any more.");
  });

  test("becomes official by its switch, unofficial by it again, and says nothing when asked to; all else stays as it is stored now", async () => {
    const { stored, sent, answer } = await aDesk();
    const since = "2026-05-02T23:00:00Z";
    answer("r/event-year/update", ({ body }) => {
      const { official, ...year } = (
        body as { event_year: (typeof YEARS)[number] & { official?: string } }
      ).event_year;
      const said = official === "now" ? { official: since } : official === "" ? {} : { official };
      stored.years = changed({ ...year, ...said });
      return [200, { event_year: stored.years.at(-1) }];
    });
    stored.years = changed({ days_allowed: 9 });
    expect(
      card("2026").getByText(
        "The pages of this year say nothing about whether its results are official.",
      ),
    ).toBeTruthy();
    const official = card("2026").getByRole("switch", { name: "Official 2026" });
    await user.click(official);
    await card("2026").findByText("The results of 2026 are official now.");
    expect(official.getAttribute("aria-checked")).toBe("true");
    expect(
      card("2026").getByText(
        /^The pages of this year, paper and link cards say “Official since May 2, 2026, 16:00:00”/,
      ),
    ).toBeTruthy();
    await user.click(official);
    await card("2026").findByText("The results of 2026 are marked as unofficial now.");
    expect(official.getAttribute("aria-checked")).toBe("false");
    await press("Say nothing of it 2026", card("2026"));
    await card("2026").findByText("The pages of 2026 say nothing of it any more.");
    await press("Say “Unofficial” 2026", card("2026"));
    await card("2026").findByText("The results of 2026 are marked as unofficial now.");
    const year = { ...YEARS[1], days_allowed: 9 };
    expect(sent("r/event-year/update")).toEqual(
      ["now", "unofficial", "", "unofficial"].map((said) => ({
        slug: "river-run",
        event_year: { ...year, official: said },
      })),
    );
  });

  test("changed in the form while it becomes official elsewhere: it stays official, and nothing of it is sent", async () => {
    const { stored, sent } = await aDesk();
    await press("Edit 2026");
    await retype(card("2026").getByLabelText("Days of text alerts"), "5");
    stored.years = changed({ official: "2026-05-02T23:00:00Z" } as Partial<(typeof YEARS)[number]>);
    await press("Save 2026");
    await card("2026").findByText(/^Saved/);
    expect(sent("r/event-year/update")).toEqual([
      { slug: "river-run", event_year: { ...YEARS[1], days_allowed: 5 } },
    ]);
  });

  test("a switch that fails stays as it was, and says why", async () => {
    const { answer } = await aDesk();
    answer("r/event-year/update", [503, { message: "Busy" }]);
    await user.click(card("2026").getByRole("switch", { name: "Live 2026" }));
    expect((await card("2026").findByRole("alert")).textContent).toBe("Busy");
    expect(
      card("2026").getByRole("switch", { name: "Live 2026" }).getAttribute("aria-checked"),
    ).toBe("false");
  });

  test("is added like the latest one, in the offset of its day", async () => {
    const { sent } = await aDesk();
    await press("Add year");
    const form = part("Years");
    expect(form.getByText(/those of 2026/)).toBeTruthy();
    await press("Add year", form);
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText("Date")));
    await user.type(form.getByLabelText("Date"), "2027-01-02");
    // The key is that of the date, until another is typed.
    expect(form.getByLabelText<HTMLInputElement>("Year").value).toBe("2027");
    await retype(form.getByLabelText("Year"), "2026");
    await press("Add year", form);
    expect(await form.findByText("This year exists already.")).toBeTruthy();
    await retype(form.getByLabelText("Year"), "2027");
    await press("Add year", form);
    await screen.findByText("2027 was added.");
    expect(sent("r/event-year/add").at(-1)).toEqual({
      slug: "river-run",
      event_year: {
        year: "2027",
        date_time: "2027-01-02T08:00:00-08:00",
        live: false,
        days_allowed: 2,
        ranking_type: "chip",
      },
    });
    expect(
      screen.getAllByRole("article").map((article) => article.querySelector("h3")?.textContent),
    ).toEqual(["2027", "2026", "2025"]);
  });

  test("is deleted once its key was typed; the focus goes to the next", async () => {
    const { sent } = await aDesk();
    await press("Delete 2026");
    const dialog = within(screen.getByRole("dialog"));
    await user.type(dialog.getByLabelText("Type 2026 to confirm"), "2025");
    await press("Delete", dialog);
    expect(dialog.getByText("Type 2026 exactly as it is written here")).toBeTruthy();
    expect(sent("r/event-year/delete")).toEqual([]);
    await retype(dialog.getByLabelText("Type 2026 to confirm"), "2026");
    await press("Delete", dialog);
    await screen.findByText("2026 was deleted.");
    expect(sent("r/event-year/delete")).toEqual([{ slug: "river-run", year: "2026" }]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe("2025"));
  });
});

test("the event is deleted once its slug was typed, and leads to the account", async () => {
  const { answer, sent } = await aDesk();
  answer("account", [
    200,
    {
      account: { name: "Ana", email: "ana@example.org", type: "paid", locked: false },
      keys: [],
      events: [],
      linked: [],
    },
  ]);
  answer("key/used", [200, { keys: [] }]);
  await press("Delete event River Run");
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText("This deletes River Run with 2 years.")).toBeTruthy();
  await user.type(dialog.getByLabelText("Type river-run to confirm"), "river-run");
  await press("Delete event", dialog);
  await screen.findByRole("heading", { level: 1, name: "Account" });
  expect([address(), sent("r/event/delete")]).toEqual(["/account", [{ slug: "river-run" }]]);
});

test("addresses of the latest year and of each year, with posters; copied, or selected where that is not allowed", async () => {
  await aDesk();
  await press("Set-up");
  const addresses = part("Addresses and posters");
  // Of an event without results and without a series.
  expect(addresses.getAllByRole("listitem")).toHaveLength(5);
  await press("Show every page", addresses);
  const hrefs = () =>
    addresses
      .getAllByRole("listitem")
      .map((item) => [...item.querySelectorAll("a")].map((link) => link.getAttribute("href")));
  expect(hrefs()).toHaveLength(12);
  expect(hrefs()).toContainEqual(["/results/river-run/status", "/results/river-run/status/qr"]);
  expect(hrefs()).toContainEqual(["/series/river-run", "/series/river-run/qr"]);
  await user.selectOptions(addresses.getByLabelText("Addresses of"), "2025");
  expect(hrefs()).toHaveLength(11);
  expect(addresses.queryByRole("button", { name: "Show every page" })).toBeNull();
  expect(hrefs()).toContainEqual(["/checkin/river-run/2025", "/checkin/river-run/2025/qr"]);
  await press("Copy address of Awards", addresses);
  await addresses.findByText("Address of Awards copied.");
  expect(await navigator.clipboard.readText()).toBe(
    `${window.location.origin}/awards/river-run/2025`,
  );
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no"));
  await press("Copy address of Status", addresses);
  await addresses.findByText(/copy it by hand/);
  expect(window.getSelection()?.toString()).toBe(
    `${window.location.origin}/results/river-run/2025/status`,
  );
});

test("addresses of series, teams and championships are offered where there is something for them", async () => {
  const kinds = () =>
    part("Addresses and posters")
      .getAllByRole("listitem")
      .map((item) => item.querySelector("strong")?.textContent);
  const EVERY = ["Results", "Status", "Awards", "Arrivals, for the announcer", "Check-in"];
  const published = { files: new Map<string, unknown>() } as Network;
  publishLines(published, {
    boards: {
      "10K": ["1", "2", "3", "4"].map((bib) => finished({ bib, first: "Ana", division: "Lions" })),
    },
  });
  const { host } = await aDesk("owner", {
    prepare: ({ host: { routes } }) => {
      for (const [path, file] of published.files)
        for (const slug of ["race", "river-run"])
          routes.set(`/downloads/${path.replace("results/race/", `results/${slug}/`)}`, () => [
            200,
            file,
          ]);
    },
  });
  expect(host.asked().filter((url) => url.includes("/downloads/"))).toEqual([]);
  await press("Set-up");
  await waitFor(() => expect(kinds()).toEqual([...EVERY, "Team Results"]));
  expect(part("Addresses and posters").queryByText(/The series has one address/)).toBeNull();
});

test.each([
  ["publication", "heading", "2026"],
  ["official", "switch", "Official 2026"],
])("the address of the part %s leads to the newest year's", async (name, role, element) => {
  await aDesk("owner", { path: `/account/events/river-run#${name}` });
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole(role, { name: element })),
  );
});

/** The steps of a first race: whether each is done, and where it leads. */
function steps() {
  return part("Your first race")
    .getAllByRole("listitem")
    .map((item) => [
      item.dataset.done === "true",
      item.querySelector("a")?.getAttribute("href") ?? "",
    ]);
}

/** Makes the page look for what is new. */
function look(): void {
  document.dispatchEvent(new Event("visibilitychange"));
}

describe("a first race", () => {
  test("is told what there is to do, and what is done; with the first results the list goes", async () => {
    const { stored } = await aDesk("owner", {
      prepare: ({ stored: before }) => {
        before.years = [];
        before.states = [];
      },
    });
    await waitFor(() =>
      expect(steps()).toEqual([
        [true, ""],
        [false, ""],
        [false, ""],
        [false, ""],
      ]),
    );
    stored.years = YEARS.slice(1);
    const uploaded = { ...EMPTY_YEAR, version: 1, rows: 3, last_upload: 1777734000 };
    stored.states = [EMPTY_YEAR];
    look();
    const results = "/account/events/river-run/results-import";
    await waitFor(() =>
      expect(steps()).toEqual([
        [true, ""],
        [true, ""],
        [false, "/checkin/river-run/2026/import"],
        [false, results],
      ]),
    );
    stored.states = [{ ...uploaded, version: 0, rows: 0 }];
    look();
    await waitFor(() =>
      expect(steps().slice(2)).toEqual([
        [true, ""],
        [false, results],
      ]),
    );
    stored.states = [uploaded];
    look();
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: "Your first race" })).toBeNull(),
    );
  });

  test("that is long past has no such list", async () => {
    await aDesk();
    await waitFor(() => expect(facts(card("2025")).Rows).toBe("1,204"));
    expect(screen.queryByRole("region", { name: "Your first race" })).toBeNull();
  });
});

describe("the published state", () => {
  test("is looked up every ten seconds, and when the page is seen again; the years, too", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { stored, sent, answer } = await aDesk();
    await waitFor(() => expect(sent("r/event/state")).toHaveLength(1));
    stored.states = [
      {
        year: "2026",
        version: 1,
        updated_at: "2026-05-02T15:00:00Z",
        rows: 3,
        people: 2,
        last_upload: 1777734000,
      },
    ];
    stored.years = changed({ live: true });
    await vi.advanceTimersByTimeAsync(10_500);
    await waitFor(() => expect(facts(card("2026"))).toMatchObject({ Rows: "3", People: "2" }));
    expect(
      card("2026").getByRole("switch", { name: "Live 2026" }).getAttribute("aria-checked"),
    ).toBe("true");
    answer("r/event/state", "down");
    document.dispatchEvent(new Event("visibilitychange"));
    await screen.findByText(/^Connection lost\. What is published is as of /);
    expect(facts(card("2026")).Rows).toBe("3");
  });

  test.each([
    ["behind", 31_536_000, / and is 365 d behind something that was uploaded: /],
    ["forward", 5_400, / and went forward by 1 h 30 min: /],
    ["unset", 0, /, a time before its program was made\.$/],
  ] as const)("that the server's clock is %s is said in a sentence", async (fault, by, words) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { stored, sent } = await aDesk();
    await waitFor(() => expect(sent("r/event/state")).toHaveLength(1));
    expect(screen.queryByText(/server’s clock/)).toBeNull();
    stored.clock = { ...stored.clock, fault, by };
    await vi.advanceTimersByTimeAsync(10_500);
    const sentence = await screen.findByText(words);
    expect(sentence.closest("[role=status]")?.textContent).toContain("Keys, sign-ins and text");
  });

  test("a look that began before a change does not take it back", async () => {
    const { stored, answer } = await aDesk();
    await waitFor(() => expect(facts(card("2025")).Rows).toBe("1,204"));
    const late = new Later<void>();
    const states = stored.states;
    const before = stored.years;
    answer("r/event-year", () => [200, { years: before }]);
    vi.stubGlobal(
      "fetch",
      ((real) => async (url: string, init: RequestInit) => {
        if (url === "/api/r/event/state") await late.promise;
        return real(url, init);
      })(fetch),
    );
    document.dispatchEvent(new Event("visibilitychange"));
    await user.click(card("2026").getByRole("switch", { name: "Live 2026" }));
    await card("2026").findByText("2026 is live now.");
    answer("r/event/state", [200, { years: states }]);
    late.answer();
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    expect(
      card("2026").getByRole("switch", { name: "Live 2026" }).getAttribute("aria-checked"),
    ).toBe("true");
  });
});

describe("the event of another account", () => {
  test("a linked account sees what is published and the way to check-in, and whom to ask", async () => {
    await aDesk("linked");
    expect(
      screen.getByText(/belongs to another account, which has linked yours.*rd@example\.org$/),
    ).toBeTruthy();
    await waitFor(() => expect(facts(card("2025")).Rows).toBe("1,204"));
    expect(card("2026").getByRole("link", { name: "Check-in 2026" })).toBeTruthy();
    expect(screen.queryAllByRole("button", { name: /Edit|Delete|Add year|Restrict/ })).toEqual([]);
    expect(screen.queryByRole("switch")).toBeNull();
    expect(screen.queryByRole("link", { name: "Series and standings files" })).toBeNull();
    expect(localStorage.getItem("currentUser")).not.toBeNull();
  });

  test("an administrator changes it, and is told that it is another's", async () => {
    const { sent } = await aDesk("admin");
    expect(screen.getByText(/because you are an administrator/)).toBeTruthy();
    expect(sent("r/participants")).toEqual([
      { slug: "river-run", limit: 1, updated_after: 253402300799 },
    ]);
    await press("Edit the event");
    await retype(screen.getByLabelText("Name"), "Found");
    await press("Save");
    await screen.findByText("Saved.");
  });

  test("an account without a link reads that, stays signed in, and can log in with another account", async () => {
    await aDesk("stranger", { heading: "Not your event" });
    expect(screen.getByRole("alert").textContent).toBe(
      "This event belongs to another account, and yours is not linked with it.",
    );
    expect(localStorage.getItem("currentUser")).not.toBeNull();
    await press("Log in with another account");
    await waitFor(() => expect(address()).toBe("/account/login"));
    expect(localStorage.getItem("currentUser")).toBeNull();
  });

  test("an administrator reads an event without years in the published list", async () => {
    await aDesk("admin", {
      prepare: ({ stored, host }) => {
        stored.years = [];
        stored.states = [];
        host.routes.set("/downloads/results/index.json", () => [200, { events: [RIVER] }]);
      },
    });
    expect(part("Years").getByRole("heading", { name: "New year" })).toBeTruthy();
  });

  test("a restricted event without years is found once an administrator says whose it is", async () => {
    const { sent } = await aDesk("admin", {
      heading: "Event",
      prepare: ({ stored, host, answer }) => {
        stored.years = [];
        stored.states = [];
        host.routes.set("/downloads/results/index.json", () => [200, { events: [] }]);
        answer("r/event", ({ body }) => [
          200,
          {
            events:
              (body as { account_email?: string }).account_email === "rd@example.org"
                ? [stored.event]
                : [],
          },
        ]);
      },
    });
    await user.type(screen.getByLabelText("Email of the account that owns it"), "lee@example.org");
    await press("Open");
    await screen.findByText("This account has no such event.");
    await retype(screen.getByLabelText("Email of the account that owns it"), "rd@example.org");
    await press("Open");
    await screen.findByRole("heading", { level: 1, name: "River Run" });
    expect(sent("r/event").at(-1)).toEqual({ account_email: "rd@example.org" });
    expect(address()).toBe("/account/events/river-run");
  });

  test("an unknown event is the screen of one", async () => {
    await aDesk("owner", {
      heading: "404",
      prepare: ({ stored }) => {
        stored.event = null;
      },
    });
    expect(screen.getByText("You appear to be off course.")).toBeTruthy();
  });
});
