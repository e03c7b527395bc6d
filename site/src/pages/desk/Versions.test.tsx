// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aDesk, type DeskHost } from "../../test/desk";
import type { Answered } from "../../test/session-host";

/** As the server answers (api.md 4.19). */
const FOUND = {
  version: 1777777793,
  number: 9,
  unfinished: null,
  earlier: [
    {
      version: 1777777792,
      number: 8,
      at: "2026-05-02T16:02:00Z",
      until: "2026-05-02T16:12:40Z",
      next: "upload",
      changes: 31,
    },
    {
      version: 1777777790,
      number: 6,
      at: "2026-05-02T15:02:00Z",
      until: "2026-05-02T15:10:00Z",
      next: "unheard-of",
      changes: 0,
    },
  ],
};
const STEP = {
  done: true,
  waits: false,
  progress: 1000,
  changed: 31,
  restored: 0,
  removed: 1,
  newer: 0,
};

let user: UserEvent;

beforeEach(() => {
  user = userEvent.setup();
});

afterEach(() => vi.unstubAllGlobals());

/** `corrections`: what the list of corrections by hand answers. */
function opened(
  found: object = FOUND,
  corrections: Answered | "down" = [200, { year: "2026", corrections: [], runners: [] }],
): Promise<DeskHost> {
  return aDesk("owner", {
    prepare: (desk) => {
      desk.answer("r/results/versions", [200, found]);
      desk.answer("r/results/restore", [200, STEP]);
      desk.answer("r/corrections/list", corrections);
    },
  });
}

async function part() {
  return within(await screen.findByRole("region", { name: "Earlier versions of the results" }));
}

test("every version says when it stood and what took its place", async () => {
  const desk = await opened();
  const versions = await part();
  await versions.findByText("Version 9 stands.");
  const [newest, oldest] = versions.getAllByRole("listitem");
  expect(newest?.textContent).toMatch(/^Version 8 of .*Until .*: upload, 31 results changed/);
  expect(oldest?.textContent).toMatch(/^Version 6 of .*Until .*: another version/);
  expect(desk.sent("r/results/versions")).toEqual([{ slug: "river-run", year: "2026" }]);
});

test("a dialog says what will change; one press returns", async () => {
  const desk = await opened();
  const versions = await part();
  await user.click(
    await versions.findByRole("button", { name: /^Return to this version: Version 8/ }),
  );
  const dialog = within(await screen.findByRole("dialog", { name: "Return to version 8?" }));
  expect(dialog.getByText("31 results get the values of then.")).toBeTruthy();
  expect(dialog.getByText("1 result that came since goes.")).toBeTruthy();
  const call = {
    slug: "river-run",
    year: "2026",
    version: 1777777792,
    expected_version: 1777777793,
  };
  expect(desk.sent("r/results/restore")).toEqual([{ ...call, dry_run: true }]);
  await user.click(dialog.getByRole("button", { name: "Return" }));
  await versions.findByText(
    "The uploaded results are those of version 8. Readers see them within seconds.",
  );
  expect(desk.sent("r/results/restore")).toEqual([
    { ...call, dry_run: true },
    { ...call, dry_run: false },
  ]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test.each([
  [
    "one",
    [200, { corrections: [{ id: "5#a" }] }],
    "1 correction by hand holds whatever you return to. It can be taken back on the page “Corrections”.",
    "1 correction by hand stays as it is.",
  ],
  [
    "several",
    [200, { corrections: [{ id: "5#a" }, { id: "6#b" }] }],
    "2 corrections by hand hold whatever you return to. They can be taken back on the page “Corrections”.",
    "2 corrections by hand stay as they are.",
  ],
  [
    "an unknown number",
    "down",
    "Participants, corrections by hand, requests of runners and settings stay as they are. Who is hidden stays hidden.",
    "Corrections by hand stay as they are.",
  ],
] as const)(
  "the dialog and what is said afterwards name %s of corrections that stay",
  async (_, list, asked, done) => {
    const desk = await opened(FOUND, list as Answered | "down");
    desk.answer("r/results/restore", [200, { ...STEP, changed: 0, removed: 0 }]);
    const versions = await part();
    await user.click(
      await versions.findByRole("button", { name: /^Return to this version: Version 8/ }),
    );
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText("What was uploaded is the same as then: nothing changes.");
    dialog.getByText(asked);
    await user.click(dialog.getByRole("button", { name: "Return" }));
    await versions.findByText(
      `The uploaded results are those of version 8. Readers see them within seconds. ${done}`,
    );
  },
);

test("a return to a version that is not kept any more names no number", async () => {
  await opened({
    ...FOUND,
    unfinished: { version: 1777777700, expected_version: 1777777791, progress: 300 },
  });
  const versions = await part();
  await user.click(await versions.findByRole("button", { name: "Go on" }));
  await versions.findByText(
    "The uploaded results are those of then. Readers see them within seconds.",
  );
});

test("left alone, nothing is written", async () => {
  const desk = await opened();
  const versions = await part();
  await user.click(
    await versions.findByRole("button", { name: /^Return to this version: Version 8/ }),
  );
  await user.click(
    within(await screen.findByRole("dialog")).getByRole("button", { name: "Leave it" }),
  );
  expect(
    desk.sent("r/results/restore").filter((body) => (body as { dry_run: boolean }).dry_run),
  ).toHaveLength(1);
  expect(desk.sent("r/results/restore")).toHaveLength(1);
});

test("an unfinished return to a version is shown and continued", async () => {
  const desk = await opened({
    ...FOUND,
    unfinished: { version: 1777777792, expected_version: 1777777791, progress: 300 },
  });
  const versions = await part();
  await versions.findByText(/^A return to an earlier version is not finished/);
  desk.answer("r/results/restore", [200, { ...STEP, newer: 2 }]);
  await user.click(versions.getByRole("button", { name: "Go on" }));
  await versions.findByText(/2 results came in meanwhile and stay as they are\.$/);
  expect(desk.sent("r/results/restore")).toEqual([
    {
      slug: "river-run",
      year: "2026",
      version: 1777777792,
      expected_version: 1777777791,
      dry_run: false,
    },
  ]);
});

test("a refusal of the server is told", async () => {
  const desk = await opened();
  const versions = await part();
  await user.click(
    await versions.findByRole("button", { name: /^Return to this version: Version 8/ }),
  );
  desk.answer("r/results/restore", [409, { message: "Another Version Stands By Now" }]);
  await user.click(
    within(await screen.findByRole("dialog")).getByRole("button", { name: "Return" }),
  );
  expect((await versions.findByRole("alert")).textContent).toContain(
    "Another Version Stands By Now",
  );
});

test("where there is none a line says so, and so when they cannot be looked up", async () => {
  await opened({ version: 0, number: 1, earlier: [], unfinished: null });
  await (await part()).findByText("There is no earlier version to go back to.");
});

test("when they cannot be looked up, a line says so", async () => {
  await aDesk("owner", { prepare: (desk) => desk.answer("r/results/versions", [500, {}]) });
  await (await part()).findByText("Earlier versions cannot be looked up now.");
});

test("a linked account does not see them", async () => {
  const desk = await aDesk("linked");
  expect(screen.queryByRole("region", { name: "Earlier versions of the results" })).toBeNull();
  expect(desk.sent("r/results/versions")).toEqual([]);
});
