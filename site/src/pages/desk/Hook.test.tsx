// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aDesk, type DeskHost } from "../../test/desk";

/** As the server answers (api.md 4.18). */
const NONE = {
  address: "",
  since: 0,
  secret: "",
  former_until: 0,
  off_since: 0,
  waiting: [] as object[],
  tries: 0,
  failing_since: 0,
  next_try: 0,
  test_waits: false,
  last: null as object | null,
  given_up: null as object | null,
  given_up_at: 0,
};
const SET = {
  ...NONE,
  address: "https://club.example/hook",
  since: 1777734000,
  secret: "whsec_c2VjcmV0IG9mIHRoZSBjbHVi",
};
const VERSION = { year: "2026", version: 1777734016, number: 17, at: 1777734000 };

let user: UserEvent;

beforeEach(() => {
  user = userEvent.setup();
});

afterEach(() => vi.unstubAllGlobals());

function opened(hook: object, after: object = hook): Promise<DeskHost> {
  return aDesk("owner", {
    prepare: (desk) => {
      desk.answer("r/hook/state", [200, hook]);
      desk.answer("r/hook/update", [200, after]);
    },
  });
}

async function part() {
  await user.click(screen.getByRole("button", { name: "Set-up" }));
  return within(await screen.findByRole("region", { name: "Notify another program (web hook)" }));
}

test("an address is set, over the one that was seen", async () => {
  const desk = await opened(NONE, SET);
  const hook = await part();
  await hook.findByText("No web hook is set.");
  await user.click(hook.getByRole("button", { name: "Edit Address" }));
  await user.type(hook.getByLabelText("Address"), "club.example");
  await user.click(hook.getByRole("button", { name: "Save Address" }));
  expect(hook.getByText("An address that begins with https://")).toBeTruthy();
  await user.clear(hook.getByLabelText("Address"));
  await user.type(hook.getByLabelText("Address"), " https://club.example/hook ");
  await user.click(hook.getByRole("button", { name: "Save Address" }));
  await hook.findByText("Saved.");
  expect(desk.sent("r/hook/update")).toEqual([
    { slug: "river-run", address: "https://club.example/hook", seen: "" },
  ]);
  expect(hook.getByLabelText<HTMLInputElement>("Address").value).toBe("https://club.example/hook");
  expect(hook.queryByText("No web hook is set.")).toBeNull();
});

test("a refusal of the server is told, and what was typed stays", async () => {
  const desk = await opened(SET);
  desk.answer("r/hook/update", [409, { message: "Changed By Somebody Else" }]);
  const hook = await part();
  await user.click(await hook.findByRole("button", { name: "Edit Address" }));
  await user.type(hook.getByLabelText("Address"), "/2");
  await user.click(hook.getByRole("button", { name: "Save Address" }));
  expect((await hook.findByRole("alert")).textContent).toContain("Changed By Somebody Else");
  expect(hook.getByLabelText<HTMLInputElement>("Address").value).toBe(
    "https://club.example/hook/2",
  );
});

test.each([
  ["taken", 204, "The receiver took version 17 of 2026 (204)."],
  ["refused", 500, "The receiver answered 500 to version 17 of 2026."],
  ["too_slow", 0, "The receiver did not answer to version 17 of 2026 within 8 seconds."],
  ["unreachable", 0, "The receiver could not be reached for version 17 of 2026."],
  ["not_public", 0, /^Nobody was called for version 17 of 2026/],
])("the result of the last call: %s", async (result, status, words) => {
  await opened({
    ...SET,
    last: { at: 1777734000, type: "results.version", version: VERSION, result, status },
  });
  await (await part()).findByText(words);
});

test("failing, waiting and abandoned deliveries", async () => {
  await opened({
    ...SET,
    tries: 3,
    failing_since: 1777734000,
    next_try: 1,
    waiting: [VERSION, { ...VERSION, year: "2025", number: 4 }],
    given_up: { ...VERSION, number: 12 },
    given_up_at: 1777734000,
  });
  const hook = await part();
  await hook.findByText(/^3 tries have failed since/);
  expect(
    hook.getByText("Still to be sent: version 17 of 2026, version 4 of 2025. Next try now."),
  ).toBeTruthy();
  expect(hook.getByText(/^After a day of tries version 12 of 2026 was given up/)).toBeTruthy();
});

test("a test says what came of it", async () => {
  const desk = await opened(SET, { ...SET, test_waits: true });
  const hook = await part();
  const button = await hook.findByRole("button", { name: "Send a test" });
  desk.answer("r/hook/state", [
    200,
    {
      ...SET,
      last: { at: 1777734000, type: "hook.test", version: null, result: "refused", status: 404 },
    },
  ]);
  await user.click(button);
  expect(desk.sent("r/hook/update")).toEqual([{ slug: "river-run", test: true }]);
  await hook.findByText("The receiver answered 404 to the test.");
});

test("one that the receiver has switched off is switched on by its address once more", async () => {
  const desk = await opened({ ...SET, off_since: 1777734000 }, SET);
  const hook = await part();
  await hook.findByText(/^Switched off by the receiver/);
  expect(hook.queryByRole("button", { name: "Send a test" })).toBeNull();
  await user.click(hook.getByRole("button", { name: "Switch on again" }));
  await hook.findByRole("button", { name: "Send a test" });
  expect(desk.sent("r/hook/update")).toEqual([
    { slug: "river-run", address: SET.address, seen: SET.address },
  ]);
});

test("the secret is in the page only when it is shown", async () => {
  await opened(SET);
  const hook = await part();
  await user.click(await hook.findByRole("button", { name: "Show Secret" }));
  expect(hook.getByText(SET.secret)).toBeTruthy();
  await user.click(hook.getByRole("button", { name: "Hide Secret" }));
  expect(document.body.textContent).not.toContain(SET.secret);
  await user.click(hook.getByRole("button", { name: "Copy Secret" }));
  await hook.findByText("Secret copied.");
  expect(await navigator.clipboard.readText()).toBe(SET.secret);
});

test("another secret is asked for by the one that is known, and the hook is taken away, each after a question", async () => {
  const later = Math.floor(Date.now() / 1000) + 3_600;
  const desk = await opened(SET, { ...SET, secret: "whsec_YW5vdGhlcg==", former_until: later });
  const hook = await part();
  await user.click(await hook.findByRole("button", { name: "Another secret" }));
  await user.click(
    within(await screen.findByRole("dialog")).getByRole("button", { name: "Another secret" }),
  );
  await hook.findByText("There is another secret.");
  expect(hook.getByText(/^The secret before this one signs as well/)).toBeTruthy();
  desk.answer("r/hook/update", [200, NONE]);
  await user.click(hook.getByRole("button", { name: /^Take away/ }));
  await user.click(
    within(await screen.findByRole("dialog")).getByRole("button", { name: "Take away" }),
  );
  await hook.findByText("No web hook is set.");
  await waitFor(() =>
    expect(desk.sent("r/hook/update")).toEqual([
      { slug: "river-run", replace_secret: SET.secret },
      { slug: "river-run", address: "", seen: SET.address },
    ]),
  );
});

test("when it cannot be looked up, a line says so", async () => {
  await aDesk("owner", { prepare: (desk) => desk.answer("r/hook/state", [500, {}]) });
  await (await part()).findByText("The web hook cannot be looked up now.");
});

test("linked accounts see none", async () => {
  await aDesk("linked");
  await user.click(screen.getByRole("button", { name: "Set-up" }));
  await screen.findByRole("region", { name: "Addresses and posters" });
  expect(screen.queryByRole("region", { name: "Notify another program (web hook)" })).toBeNull();
});
