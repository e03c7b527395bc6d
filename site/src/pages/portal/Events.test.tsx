// @vitest-environment jsdom
import { type BoundFunctions, type queries, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ANA, aPortal } from "../../test/portal";
import { address } from "../../test/show";

afterEach(() => vi.unstubAllGlobals());

/** Events a day apart, the newest last, as the server may list them. */
function events(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Run ${index + 1}`,
    slug: `run-${index + 1}`,
    recent_time: new Date(Date.UTC(2026, 0, index + 1, 8)).toISOString().replace(".000Z", "Z"),
  }));
}

function section(): BoundFunctions<typeof queries> {
  return within(screen.getByRole("region", { name: "Events" }));
}

/** Names of the events, and where their links lead. */
function shown(): (string | null)[][] {
  return section()
    .queryAllByRole("listitem")
    .map((item) =>
      [...item.querySelectorAll("strong, a")].map(
        (found) => found.getAttribute("href") ?? found.textContent,
      ),
    );
}

/** The page numbers between Previous and Next, the current one in brackets. */
function pages(): string {
  const nav = screen.getByRole("navigation", { name: "Pages of events" });
  return [...nav.children]
    .slice(1, -1)
    .map((each) =>
      each.getAttribute("aria-current") === "page" ? `[${each.textContent}]` : each.textContent,
    )
    .join(" ");
}

function button(name: string): HTMLButtonElement {
  return screen.getByRole("button", { name });
}

test("without events there is the way to a new one", async () => {
  await aPortal();
  expect(section().getByText("There are no events yet.")).toBeTruthy();
  expect(
    section()
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]),
  ).toEqual([["New event", "/account/events/new"]]);
});

test("the remote portal has no such part", async () => {
  await aPortal({}, "remote");
  expect(screen.queryByRole("region", { name: "Events" })).toBeNull();
});

test("five events, newest first, each with the ways to its check-in and its desk; no pages", async () => {
  await aPortal({
    events: [...events(4), { name: "Undated", slug: "un/dated", recent_time: null }],
  });
  expect(shown()).toEqual([
    ["Run 4", "/checkin/run-4", "/account/events/run-4"],
    ["Run 3", "/checkin/run-3", "/account/events/run-3"],
    ["Run 2", "/checkin/run-2", "/account/events/run-2"],
    ["Run 1", "/checkin/run-1", "/account/events/run-1"],
    ["Undated", "/checkin/un%2Fdated", "/account/events/un%2Fdated"],
  ]);
  expect(section().getByRole("link", { name: "Event desk Run 4" })).toBeTruthy();
  expect(screen.queryByRole("navigation", { name: "Pages of events" })).toBeNull();
});

test.each([
  [6, "[1] 2", "6 5 4 3 2"],
  [30, "[1] 2 3 4 5 6", "30 29 28 27 26"],
  [31, "[1] 2 3 … 5 6 7", "31 30 29 28 27"],
  [36, "[1] 2 3 … 6 7 8", "36 35 34 33 32"],
])("%i events begin with the pages %s", async (count, numbers, names) => {
  await aPortal({ events: events(count) });
  expect(pages()).toBe(numbers);
  expect(
    shown()
      .map(([name]) => name?.slice(4))
      .join(" "),
  ).toBe(names);
  expect([button("Previous").disabled, button("Next").disabled]).toEqual([true, false]);
});

test("pages are gone through; at the ends the focus goes to the current page", async () => {
  const user = userEvent.setup();
  await aPortal({ events: events(11) });
  await user.click(button("Next"));
  expect([pages(), shown().length]).toEqual(["1 [2] 3", 5]);
  expect(document.activeElement).toBe(button("Next"));
  await user.click(button("Next"));
  expect([pages(), shown()]).toEqual([
    "1 2 [3]",
    [["Run 1", "/checkin/run-1", "/account/events/run-1"]],
  ]);
  expect(screen.getByText("Events 11 to 11 of 11")).toBeTruthy();
  expect(button("Next").disabled).toBe(true);
  expect(document.activeElement).toBe(button("Page 3"));
  await user.click(button("Page 1"));
  expect([pages(), document.activeElement]).toEqual(["[1] 2 3", button("Page 1")]);
});

test("the search looks through all pages of events", async () => {
  const user = userEvent.setup();
  await aPortal({ events: events(12) });
  await user.type(section().getByRole("searchbox", { name: "Search events" }), "run 1");
  expect(shown().map(([name]) => name)).toEqual(["Run 12", "Run 11", "Run 10", "Run 1"]);
  section().getByText("4 events found");
  await user.type(section().getByRole("searchbox"), "3");
  expect(shown()).toEqual([]);
  section().getByText("0 events found");
});

test("an administrator finds the events of an account, and the desk of any event", async () => {
  const user = userEvent.setup();
  const portal = await aPortal({ account: { ...ANA, type: "admin" } });
  const find = section().getByLabelText("Address of an event, or email of an account with events");
  portal.answer("r/event", [404, { message: "Account Not Found" }]);
  await user.type(find, "lee@example.org");
  await user.click(button("Find"));
  expect((await section().findByRole("alert")).textContent).toBe("Account Not Found");
  portal.answer("r/event", [200, { events: events(2) }]);
  await user.click(button("Find"));
  await section().findByText("2 events of lee@example.org");
  expect(shown().map(([name]) => name)).toEqual(["Run 2", "Run 1"]);
  expect(portal.sent("r/event")).toEqual([
    { account_email: "lee@example.org" },
    { account_email: "lee@example.org" },
  ]);
  await user.clear(find);
  await user.type(find, " Some-Run ");
  await user.click(button("Find"));
  expect(address()).toBe("/account/events/some-run");
});

test("only an administrator can search events of other accounts", async () => {
  await aPortal();
  expect(screen.queryByRole("button", { name: "Find" })).toBeNull();
});
