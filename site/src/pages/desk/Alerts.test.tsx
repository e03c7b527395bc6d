// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { config, setConfig } from "../../api/config";
import { aDesk, type DeskHost, RIVER } from "../../test/desk";

/** As the server answers (api.md 4.15). */
const FIGURES = {
  year: "2026",
  sender: "server",
  paused: false,
  channels: [{ channel: "sms", subscribers: 1200, subscriptions: 2000 }],
  waiting: 40,
  sent: 3100,
  suppressed: {
    too_late: 7,
    blocked: 2,
    capped: 0,
    anonymous: 0,
    removed: 0,
    deleted: 0,
    opted_out: 1,
  },
  doubtful: 0,
  dead: 3,
  refused: 4,
  parts: 3100,
  cost: 29.915,
  parts_a_second: 3,
  dollars_a_part: 0.00965,
  budgets: [],
  distances: [],
};

let user: UserEvent;

beforeEach(() => {
  user = userEvent.setup();
});

afterEach(() => vi.unstubAllGlobals());

function opened(figures: object = FIGURES, messages = 0): Promise<DeskHost> {
  return aDesk("owner", {
    prepare: (desk) => {
      setConfig({ ...config(), messages });
      desk.answer("r/alerts", [200, figures]);
      desk.answer("r/alerts/pause", [200, ""]);
    },
  });
}

function part() {
  return within(screen.getByRole("region", { name: "Text alerts 2026" }));
}

test("counts of the year's alerts", async () => {
  await opened();
  await part().findByText("1,200 phones, 2,000 subscriptions");
  const facts = Object.fromEntries(
    part()
      .getAllByRole("term")
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
  expect(facts).toEqual({
    Following: "1,200 phones, 2,000 subscriptions",
    Waiting: "40",
    Sent: "3,100",
    "Not sent": "7 too late, 2 to phones that said STOP",
    "Refused by carriers": "4",
    "Cost so far, at most": "$29.92",
  });
});

test("those who follow by push and by e-mail, where there are any", async () => {
  await opened({
    ...FIGURES,
    channels: [
      ...FIGURES.channels,
      { channel: "push", subscribers: 1, subscriptions: 2 },
      { channel: "email", subscribers: 30, subscriptions: 41 },
    ],
  });
  await part().findByText(
    "1,200 phones, 2,000 subscriptions; 1 device by push, 2 subscriptions; 30 e-mail addresses, 41 subscriptions",
  );
  expect(part().getByLabelText<HTMLInputElement>("Followers").value).toBe("2000");
});

test.each([
  [20, 21, true],
  [20, 19, false],
  [0, 21, false],
])("of %i texts promised and %i segments told", async (messages, segments, isSaid) => {
  const distances = [
    { distance: "5K", subscriptions: 3, segments: 4 },
    { distance: "Marathon", subscriptions: 1, segments },
  ];
  await opened({ ...FIGURES, distances }, messages);
  await part().findByText("3,100");
  expect(
    part().queryByText(
      "A follower of this race gets up to 22 texts, the form promises 20. Whoever runs this server can raise the promise.",
    ) !== null,
  ).toBe(isSaid);
  expect(part().queryByText(/the form promises/) !== null).toBe(isSaid);
});

test("a pause is asked for, and seen when the server says so", async () => {
  const desk = await opened();
  const pause = await part().findByRole("button", { name: "Pause text alerts" });
  desk.answer("r/alerts", [200, { ...FIGURES, paused: true }]);
  await user.click(pause);
  await part().findByText("Paused: nothing is sent.");
  expect(desk.sent("r/alerts/pause")).toEqual([{ slug: "river-run", year: "2026", paused: true }]);
  await user.click(part().getByRole("button", { name: "Send text alerts again" }));
  await waitFor(() => expect(desk.sent("r/alerts/pause")).toHaveLength(2));
  expect(desk.sent("r/alerts/pause")[1]).toMatchObject({ paused: false });
});

test("a pause that fails says so, and is none", async () => {
  const desk = await opened();
  desk.answer("r/alerts/pause", [500, { message: "It did not work." }]);
  await user.click(await part().findByRole("button", { name: "Pause text alerts" }));
  await part().findByText("It did not work.");
  expect(part().getByRole("button", { name: "Pause text alerts" })).toBeTruthy();
});

test("the plan begins with those who follow and the rate there is, and says who is too late", async () => {
  await opened();
  const followers = await part().findByLabelText<HTMLInputElement>("Followers");
  await waitFor(() => expect(followers.value).toBe("2000"));
  await user.type(part().getByLabelText("First finisher after (h:mm)"), "0:32");
  expect(part().getByText("Fill in all four for the plan.")).toBeTruthy();
  await user.type(part().getByLabelText("Last finisher after (h:mm)"), "1:10");
  await part().findByText(
    /^2,000 followers at 3 texts a second: the last text leaves \d+ minutes? after the last finisher; at 10 a second \d+; at 100 a second \d+\.$/,
  );
  await user.clear(part().getByLabelText("Followers"));
  await user.type(part().getByLabelText("Followers"), "20000");
  await part().findByText(/^20,000 followers at 3 texts a second/);
  expect(part().getByText(/^At 3 a second up to/).textContent).toMatch(
    / wait\. [\d,]+ are dropped as too late, [\d,]+ of them finishes\.$/,
  );
  expect(part().getByText(/^At 100 a second up to/).textContent).toContain("None is too late.");
});

test.each(["x", "1:60", "0:20"])("a last finisher of %s makes no plan", async (last) => {
  await opened();
  await user.type(await part().findByLabelText("First finisher after (h:mm)"), "0:32");
  await user.type(part().getByLabelText("Last finisher after (h:mm)"), last);
  expect(part().getByText("Fill in all four for the plan.")).toBeTruthy();
});

test("where the timing program sends, nothing is known, and nothing can be paused", async () => {
  await opened({ ...FIGURES, sender: "timing-client" });
  await part().findByText(/^The timing program sends the texts/);
  expect(part().queryByRole("button")).toBeNull();
  expect(part().queryByLabelText("Followers")).toBeNull();
});

test("without the figures there is still a plan", async () => {
  await aDesk("owner", { prepare: (desk) => desk.answer("r/alerts", [500, {}]) });
  await part().findByText("The figures of the text alerts cannot be looked up now.");
  expect(part().getByLabelText<HTMLInputElement>("Followers").value).toBe("");
});

test("of a race that sends no texts nothing is shown", async () => {
  await aDesk("owner", {
    prepare: ({ stored }) => {
      stored.event = { ...RIVER, type: "backyardultra" };
    },
  });
  expect(screen.queryByRole("region", { name: /^Text alerts/ })).toBeNull();
});
