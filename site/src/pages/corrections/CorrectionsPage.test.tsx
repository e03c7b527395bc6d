// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aDesk, type DeskHost } from "../../test/desk";
import type { Answered } from "../../test/session-host";
import { address } from "../../test/show";

const UPLOADED = {
  first: "Jon",
  last: "Smith",
  gender: "Man",
  age: 41,
  age_group: "40-49",
  division: "",
  distance: "10 KM",
  status: "finished",
  clock_ms: 2_711_987,
  chip_ms: 2_706_900,
};
const NONE = Object.fromEntries(Object.keys(UPLOADED).map((field) => [field, null]));

/** As the server answers (api.md 4.20). */
function state(about: object = {}, corrections: object[] = []) {
  return {
    year: "2026",
    born: "b1",
    corrections,
    runners: [
      {
        id: "31#jon smith",
        bib: "31",
        seen: "s1",
        corrected: NONE,
        reason: "",
        uploaded: UPLOADED,
        entered: null,
        ...about,
      },
    ],
  };
}

const MOVES = {
  changed: true,
  moved: 48,
  first_three: [
    {
      distance: "10 KM",
      group: "age_group",
      name: "Man 40-49",
      place: 3,
      before: { bib: "77", first: "Al", last: "Orr" },
      after: { bib: "31", first: "Jon", last: "Smith" },
    },
  ],
};

let user: UserEvent;
/** Answers of the list, in order; the last one again and again. */
let lists: object[];

beforeEach(() => {
  user = userEvent.setup();
  lists = [state()];
});

afterEach(() => vi.unstubAllGlobals());

function opened(path: string, heading: string, visitor: "owner" | "linked" = "owner") {
  return aDesk(visitor, {
    path: `/account/events/river-run/corrections${path}`,
    heading,
    prepare: (desk) => {
      desk.answer("r/corrections/list", () => [200, lists.length > 1 ? lists.shift() : lists[0]]);
      desk.answer("r/corrections/save", [200, MOVES]);
    },
  });
}

const form = () => opened("/2026/31", "Correct bib 31, River Run 2026");

async function retype(label: string, value: string): Promise<void> {
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  await user.clear(field);
  await user.type(field, value);
}

function saves(desk: DeskHost, dryRun: boolean): object[] {
  return (desk.sent("r/corrections/save") as { dry_run: boolean }[]).filter(
    (body) => body.dry_run === dryRun,
  );
}

test("a value, what moves, Publish; Undo goes back, and again forth", async () => {
  const desk = await form();
  await retype("Clock time", "45:10,4");
  await screen.findByText(
    "48 other runners get another place; 1 place among the first three changes.",
  );
  screen.getByText("10 KM, Man 40-49, place 3: Al Orr (77) → Jon Smith (31)");
  screen.getByText("Uploaded: 45:11.987");
  const corrected = { status: "finished", clock_ms: 2_710_400, chip_ms: 2_706_900 };
  const call = { slug: "river-run", year: "2026", born: "b1", id: "31#jon smith", reason: "" };
  expect(saves(desk, true).at(-1)).toEqual({ ...call, seen: "s1", corrected, dry_run: true });
  lists = [state({ seen: "s2", corrected: { ...NONE, ...corrected } })];
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await screen.findByText("Published. Readers see it within seconds.");
  expect(saves(desk, false)).toEqual([{ ...call, seen: "s1", corrected, dry_run: false }]);
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>("Clock time").value).toBe("45:10.4"),
  );
  lists = [state({ seen: "s3" })];
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("Undone. Readers see it within seconds.");
  expect(saves(desk, false).at(-1)).toEqual({ ...call, seen: "s2", corrected: {}, dry_run: false });
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>("Clock time").value).toBe("45:11.987"),
  );
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(saves(desk, false).at(-1)).toEqual({ ...call, seen: "s3", corrected, dry_run: false }),
  );
});

test("a bib is corrected, kept with what else is, and never empty", async () => {
  const desk = await form();
  await retype("Bib", " ");
  await user.click(screen.getByRole("button", { name: "Publish" }));
  screen.getByText("Please enter a bib.");
  await retype("Bib", "13 ");
  screen.getByText("Uploaded: 31");
  await waitFor(() =>
    expect(saves(desk, true).at(-1)).toMatchObject({
      id: "31#jon smith",
      corrected: { bib: "13" },
    }),
  );
  lists = [state({ seen: "s2", corrected: { ...NONE, bib: "13" } })];
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await screen.findByText("Published. Readers see it within seconds.");
  await retype("First name", "Jo");
  await waitFor(() =>
    expect(saves(desk, true).at(-1)).toMatchObject({ corrected: { bib: "13", first: "Jo" } }),
  );
});

test.each([
  ["Clock time", "Chip time"],
  ["Chip time", "Clock time"],
])(
  "where both times are the same, what is typed as %s is the other, too, until that is typed",
  async (one, other) => {
    lists = [state({ uploaded: { ...UPLOADED, chip_ms: UPLOADED.clock_ms } })];
    const desk = await form();
    await retype(one, "45:05");
    expect(screen.getByLabelText<HTMLInputElement>(other).value).toBe("45:05");
    await waitFor(() =>
      expect(saves(desk, true).at(-1)).toMatchObject({
        corrected: { status: "finished", clock_ms: 2_705_000, chip_ms: 2_705_000 },
      }),
    );
    await retype(other, "45:04");
    await retype(one, "45:06");
    expect(screen.getByLabelText<HTMLInputElement>(other).value).toBe("45:04");
  },
);

test("a clock time that a chip time is not the same as leaves it alone; one below it is said", async () => {
  const desk = await form();
  await retype("Clock time", "45:06.9");
  await waitFor(() => expect(saves(desk, true)).toHaveLength(1));
  await screen.findByText(/^48 other runners/);
  expect(screen.queryByText("The chip time is above the clock time.")).toBeNull();
  await retype("Clock time", "45:06");
  await screen.findByText("The chip time is above the clock time.");
  expect(screen.getByLabelText<HTMLInputElement>("Chip time").value).toBe("45:06.9");
});

test("without a chip time the clock time is both; a chip time alone leaves the clock time", async () => {
  const { chip_ms: _, ...clock } = UPLOADED;
  lists = [state({ uploaded: clock })];
  await form();
  await retype("Clock time", "45:05");
  expect(screen.getByLabelText<HTMLInputElement>("Chip time").value).toBe("45:05");
  await user.click(screen.getByRole("button", { name: "Take it : Clock time" }));
  await retype("Chip time", "45:04");
  expect(screen.getByLabelText<HTMLInputElement>("Clock time").value).toBe("45:11.987");
});

test.each([
  [
    "bib must be a bib that nobody else of the year has: 7 is one of 5 KM",
    "Bib",
    "Somebody else has bib 7, in 5 KM.",
  ],
  ["Validation Error. first: up to 100 characters", "First name", "up to 100 characters"],
])("what the server refuses of a field stands there: %s", async (message, label, said) => {
  const desk = await form();
  desk.answer("r/corrections/save", [400, { message }]);
  await retype(label, "7");
  const error = await screen.findByText(said);
  const field = screen.getByLabelText(label);
  expect(field.getAttribute("aria-describedby")).toBe(error.id);
  screen.getByText(`Look at “${label}” first.`);
  expect(screen.queryByText("Nothing is changed yet.")).toBeNull();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Publish" }));
  expect(document.activeElement).toBe(field);
  desk.answer("r/corrections/save", [200, MOVES]);
  await retype(label, "8");
  await screen.findByText(/^48 other runners/);
  expect(screen.queryByText(said)).toBeNull();
});

test("the way back leads to the bib and distance that readers see", async () => {
  lists = [state({ corrected: { ...NONE, bib: "13", distance: "5 KM" } })];
  await opened("/2026/31?distance=10%20KM", "Correct bib 31, River Run 2026");
  expect(screen.getByRole("link", { name: "Back to the runner" }).getAttribute("href")).toBe(
    "/results/river-run/2026/13?distance=5+KM",
  );
});

test("a finish that is not theirs is a status; times are no part of it", async () => {
  const desk = await form();
  await user.selectOptions(
    await screen.findByLabelText("Status"),
    "No finish, or this finish is not theirs",
  );
  expect(screen.queryByLabelText("Clock time")).toBeNull();
  await user.type(screen.getByLabelText("Why (only staff see it)"), "chip of 32");
  await screen.findByText(/^48 other runners/);
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await screen.findByText("Published. Readers see it within seconds.");
  expect(saves(desk, false)).toMatchObject([
    { corrected: { status: "none" }, reason: "chip of 32" },
  ]);
});

test("a finish by hand for somebody who is only entered", async () => {
  const entered = { ...UPLOADED, age: -1, status: "none", clock_ms: null, chip_ms: null };
  lists = [state({ uploaded: null, entered })];
  const desk = await form();
  await user.selectOptions(await screen.findByLabelText("Status"), "Finished");
  await user.click(screen.getByRole("button", { name: "Publish" }));
  screen.getByText("Who finished has a time: write clock time, chip time or both.");
  expect(document.activeElement).toBe(screen.getByLabelText("Clock time"));
  await retype("Chip time", "1:02:03");
  await screen.findByText(/^48 other runners/);
  screen.getByText("Entered: No finish, or this finish is not theirs");
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await screen.findByText("Published. Readers see it within seconds.");
  expect(saves(desk, false)).toMatchObject([
    { corrected: { status: "finished", chip_ms: 3_723_000 } },
  ]);
});

test("a bad value is told at its field and asks the server nothing", async () => {
  const desk = await form();
  // At once: on a slow machine the server would be asked about what is half typed.
  fireEvent.change(screen.getByLabelText("Clock time"), { target: { value: "45.11" } });
  screen.getByText("Write a time as 45:11.9 (minutes and seconds) or 1:02:03.");
  await retype("Age", "141");
  screen.getByText(/^An age is a whole number/);
  await user.click(screen.getByRole("button", { name: "Publish" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Clock time"));
  expect(desk.sent("r/corrections/save")).toEqual([]);
});

test("another account's earlier correction is shown, and typed values stay", async () => {
  const desk = await form();
  await retype("Clock time", "45:10.4");
  await screen.findByText(/^48 other runners/);
  desk.answer("r/corrections/save", [409, { message: "Changed By Somebody Else" }]);
  lists = [state({ seen: "s2", corrected: { ...NONE, last: "Smyth" } })];
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await screen.findByText(/^Somebody else has changed this runner meanwhile/);
  expect(screen.getByLabelText<HTMLInputElement>("Last name").value).toBe("Smyth");
  expect(screen.getByLabelText<HTMLInputElement>("Clock time").value).toBe("45:10.4");
  desk.answer("r/corrections/save", [200, MOVES]);
  await waitFor(() => expect(saves(desk, true).at(-1)).toMatchObject({ seen: "s2" }));
  await user.click(await screen.findByRole("button", { name: "Publish" }));
  await screen.findByText("Published. Readers see it within seconds.");
  expect(saves(desk, false).at(-1)).toMatchObject({
    seen: "s2",
    corrected: { last: "Smyth", clock_ms: 2_710_400 },
  });
});

test("without the server everything typed stays, and it is tried again", async () => {
  const desk = await form();
  desk.answer("r/corrections/save", "down");
  await retype("Clock time", "45:10.4");
  await screen.findByRole("alert");
  expect(screen.getByLabelText<HTMLInputElement>("Clock time").value).toBe("45:10.4");
  desk.answer("r/corrections/save", [200, MOVES]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText(/^48 other runners/);
  expect(saves(desk, false)).toEqual([]);
});

/** Jon runs 10 KM and Mia 5 KM with one bib. */
function twins() {
  const both = state();
  const mia = {
    ...both.runners[0],
    id: "31#mia lund",
    uploaded: { ...UPLOADED, first: "Mia", last: "Lund", distance: "5 KM" },
  };
  return { ...both, runners: [...both.runners, mia] };
}

test("of several runners with one bib the link says which", async () => {
  lists = [twins()];
  await opened("/2026/31?distance=5%20KM", "Correct bib 31, River Run 2026");
  expect(
    (await screen.findByLabelText<HTMLSelectElement>("Which runner with this bib?")).value,
  ).toBe("31#mia lund");
  expect(screen.getByLabelText<HTMLInputElement>("First name").value).toBe("Mia");
});

test("what is typed of one of them stays while another is looked at, and leaving asks", async () => {
  lists = [twins()];
  await opened("/2026/31?distance=5%20KM", "Correct bib 31, River Run 2026");
  await retype("Clock time", "45:10");
  await user.type(screen.getByLabelText("Why (only staff see it)"), "mat 2");
  const which = screen.getByLabelText("Which runner with this bib?");
  await user.selectOptions(which, "31#jon smith");
  expect(screen.getByLabelText<HTMLInputElement>("Clock time").value).toBe("45:11.987");
  // A reload opens the one who is in the form.
  expect(window.location.search).toBe("?distance=10+KM");
  await user.click(screen.getByRole("link", { name: "All corrections" }));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.selectOptions(which, "31#mia lund");
  expect(screen.getByLabelText<HTMLInputElement>("Clock time").value).toBe("45:10");
  expect(screen.getByLabelText<HTMLInputElement>("Why (only staff see it)").value).toBe("mat 2");
  expect(window.location.search).toBe("?distance=5+KM");
});

test("what is published is not asked about while it is read anew", async () => {
  const desk = await form();
  await retype("Clock time", "45:10");
  await screen.findByText(/^48 other runners/);
  const waiting: ((answered: Answered) => void)[] = [];
  desk.host.routes.set(
    "/api/r/corrections/list",
    () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      }),
  );
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await screen.findByText("Published. Readers see it within seconds.");
  await user.click(screen.getByRole("link", { name: "All corrections" }));
  await screen.findByRole("heading", { level: 1, name: "River Run 2026 Corrections" });
  await act(async () => waiting.forEach((answer) => answer([200, state()])));
});

test("Enter in a field looks at what moves, and never publishes", async () => {
  const desk = await form();
  await retype("Clock time", "45.10{Enter}");
  expect(document.activeElement).toBe(screen.getByLabelText("Clock time"));
  await retype("Clock time", "45:10");
  const moves = await screen.findByText(/^48 other runners/);
  await user.keyboard("{Enter}{Enter}");
  expect(document.activeElement?.contains(moves)).toBe(true);
  expect(document.activeElement?.matches("input,button")).toBe(false);
  await act(async () => undefined);
  expect(saves(desk, false)).toEqual([]);
});

test("what is typed when Undo is pressed stays", async () => {
  await form();
  await retype("Clock time", "45:10");
  await screen.findByText(/^48 other runners/);
  lists = [state({ seen: "s2" })];
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await screen.findByText("Published. Readers see it within seconds.");
  await retype("Last name", "Smythe");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("Undone. Readers see it within seconds.");
  await act(async () => undefined);
  screen.getByDisplayValue("Smythe");
});

test("an Undo that comes too late says that nothing was done", async () => {
  const desk = await form();
  await retype("Clock time", "45:10");
  await screen.findByText(/^48 other runners/);
  lists = [state({ seen: "s2", corrected: { ...NONE, last: "Smyth" } })];
  await user.click(screen.getByRole("button", { name: "Publish" }));
  const undo = await screen.findByRole("button", { name: "Undo" });
  await screen.findByDisplayValue("Smyth");
  desk.answer("r/corrections/save", [409, { message: "Changed By Somebody Else" }]);
  await user.click(undo);
  await screen.findByText(/so nothing was done\. The values are up to date now\.$/);
  expect(screen.queryByText(/what you typed is still here/)).toBeNull();
  // What stood before is not the last change any more.
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  screen.getByRole("button", { name: "Take back" });
});

test("a busy server is told, and asked again", async () => {
  const busy = [503, { message: "Busy, please try again" }] as const;
  const said = "The server is busy. Nothing is lost: please try again in a moment.";
  const desk = await aDesk("owner", {
    path: "/account/events/river-run/corrections/2026/31",
    heading: "Chute - Corrections",
    prepare: (one) => one.answer("r/corrections/list", busy),
  });
  await screen.findByText(said);
  desk.answer("r/corrections/list", [200, state()]);
  desk.answer("r/corrections/save", busy);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await retype("Clock time", "45:10");
  await screen.findByText(said);
  expect(screen.getByLabelText<HTMLInputElement>("Clock time").value).toBe("45:10");
  desk.answer("r/corrections/save", [
    503,
    { message: "No Room On The Disk. The server's disk is full." },
  ]);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("No Room On The Disk. The server's disk is full.");
});

function listed(about: object = {}) {
  return {
    id: "31#jon smith",
    bib: "31",
    first: "Jon",
    last: "Smyth",
    distance: "10 KM",
    state: "conflict",
    conflicts: ["clock_ms"],
    reason: "mat 2 was off",
    since: 1_777_777_793,
    by: "anna",
    seen: "s1",
    corrected: {
      ...NONE,
      last: "Smyth",
      status: "finished",
      clock_ms: 2_710_400,
      chip_ms: 2_706_900,
    },
    before: UPLOADED,
    uploaded: { ...UPLOADED, clock_ms: 2_712_000 },
    ...about,
  };
}

const list = () => opened("", "River Run 2026 Corrections");

test.each([
  [
    "Keep the correction",
    { last: "Smyth", status: "finished", clock_ms: 2_710_400, chip_ms: 2_706_900 },
    "mat 2 was off",
    "The correction of Jon Smyth (31) holds.",
  ],
  [
    "Take the upload",
    { last: "Smyth" },
    "mat 2 was off",
    "The uploaded value of Jon Smyth (31) holds.",
  ],
  ["Take back", {}, "", "The correction of Jon Smyth (31) is taken back."],
])("a conflict has both values, and %s decides it", async (button, corrected, reason, said) => {
  lists = [state({}, [listed()])];
  const desk = await list();
  const card = within(await screen.findByRole("article", { name: "Jon Smyth (31), 10 KM" }));
  card.getByText("Clock time: 45:10.4 (uploaded: 45:12)");
  card.getByText("Last name: Smyth (uploaded: Smith)");
  expect(card.queryByText(/^(Status|Chip time):/)).toBeNull();
  card.getByText(/^Corrected by anna, .*Why: mat 2 was off$/);
  await user.click(card.getByRole("button", { name: new RegExp(`^${button}`) }));
  await screen.findByText(said);
  expect(saves(desk, false)).toEqual([
    {
      slug: "river-run",
      year: "2026",
      born: "b1",
      id: "31#jon smith",
      seen: "s1",
      corrected,
      reason,
      dry_run: false,
    },
  ]);
  if (button === "Keep the correction") {
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
    return;
  }
  // Made again it is made over what is uploaded now: it holds, without a conflict.
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("The correction of Jon Smyth (31) holds.");
  expect(saves(desk, false).at(-1)).toMatchObject({
    corrected: { last: "Smyth", clock_ms: 2_710_400 },
    reason: "mat 2 was off",
  });
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("a name that the uploader mended is told, and can only be kept or taken back", async () => {
  const uploaded = { ...UPLOADED, first: "John" };
  lists = [state({}, [listed({ conflicts: ["first"], uploaded })])];
  await list();
  const card = within(await screen.findByRole("article", { name: "Jon Smyth (31), 10 KM" }));
  card.getByText("First name: Jon (uploaded: John)");
  card.getByRole("button", { name: /^Keep the correction/ });
  expect(card.queryByRole("button", { name: /^Take the upload/ })).toBeNull();
});

test("a bib that somebody else has is not decided by keeping the correction", async () => {
  const uploaded = { ...UPLOADED, bib: "31", first: "Ann", last: "Lee" };
  lists = [state({}, [listed({ conflicts: ["first", "last", "bib"], uploaded })])];
  await list();
  const card = within(await screen.findByRole("article", { name: "Jon Smyth (31), 10 KM" }));
  card.getByText(/^Somebody else is uploaded with this bib/);
  card.getByText("First name: Jon (uploaded: Ann)");
  expect(card.queryByRole("button", { name: /^Keep the correction/ })).toBeNull();
  card.getByRole("button", { name: /^Take the upload/ });
});

test("an entry that says something else has both values", async () => {
  const entered = { ...UPLOADED, last: "Smythe" };
  lists = [state({}, [listed({ conflicts: ["last"], uploaded: null, entered })])];
  await list();
  const card = within(await screen.findByRole("article", { name: "Jon Smyth (31), 10 KM" }));
  card.getByText("Last name: Smyth (entered: Smythe)");
  card.getByRole("button", { name: /^Keep the correction/ });
});

test("a decision that comes too late says so", async () => {
  lists = [state({}, [listed()])];
  const desk = await list();
  desk.answer("r/corrections/save", [409, { message: "Changed By Somebody Else" }]);
  const button = await screen.findByRole("button", { name: /^Keep the correction/ });
  lists = [state({}, [listed({ state: "stands", conflicts: [] })])];
  await user.click(button);
  await screen.findByText(/^Somebody else has decided this meanwhile/);
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Keep/ })).toBeNull());
});

test("a bib leads from the list to its form", async () => {
  lists = [state()];
  await list();
  await screen.findByText("Nobody is corrected.");
  await user.click(screen.getByRole("button", { name: "Correct" }));
  screen.getByText("Please enter a bib.");
  await user.type(screen.getByLabelText("Bib of the runner to correct"), "31{Enter}");
  await screen.findByRole("heading", { level: 1, name: "Correct bib 31, River Run 2026" });
  await act(async () => undefined);
  expect(address()).toBe("/account/events/river-run/corrections/2026/31");
});

test("an account that only checks in is refused", async () => {
  const desk = await opened("/2026/31", "Not your event", "linked");
  expect(desk.sent("r/corrections/list")).toEqual([]);
});
