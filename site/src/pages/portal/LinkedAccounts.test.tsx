// @vitest-environment jsdom
import { type BoundFunctions, type queries, screen, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ANA, aPortal, type Portal } from "../../test/portal";

const DESK = { name: "Desk", email: "desk@example.org", type: "registration", locked: false };
const TENT = { name: "Tent", email: "tent@example.org", type: "registration", locked: false };

let user: UserEvent;

beforeEach(() => {
  user = userEvent.setup();
});

afterEach(() => vi.unstubAllGlobals());

function part(): BoundFunctions<typeof queries> {
  return within(screen.getByRole("region", { name: "Linked Accounts" }));
}

function names(): (string | null)[] {
  return part()
    .queryAllByRole("listitem")
    .map((item) => item.querySelector("strong")?.textContent ?? null);
}

async function opened(linked: readonly object[] = [DESK]): Promise<Portal> {
  const portal = await aPortal({ linked });
  await user.click(screen.getByRole("button", { name: "Linked Accounts" }));
  return portal;
}

async function link(email: string): Promise<void> {
  await user.type(part().getByLabelText("Email"), email);
  await user.click(part().getByRole("button", { name: "Add" }));
}

test.each([
  ["admin", "account", true],
  ["paid", "account", true],
  ["free", "account", false],
  ["registration", "account", false],
  ["admin", "remote", false],
  ["paid", "remote", false],
] as const)("%s of the %s realm: %s", async (type, realm, there) => {
  await aPortal({ account: { ...ANA, type } }, realm);
  expect(screen.queryByRole("region", { name: "Linked Accounts" }) !== null).toBe(there);
});

test("an account is linked", async () => {
  const portal = await opened([]);
  expect(part().getByText("No accounts are linked.")).toBeTruthy();
  portal.answer("account/link", [200, { account: DESK }]);
  await link(" desk@example.org ");
  await screen.findByText("Linked desk@example.org.");
  expect(names()).toEqual(["Desk"]);
  expect(part().getByLabelText("Email")).toHaveProperty("value", "");
  expect(portal.sent("account/link")).toEqual([{ email: "desk@example.org" }]);
});

test.each([
  ["  ", "Email is required"],
  ["desk", "Invalid email format"],
])("%j: %s", async (typed, words) => {
  const portal = await opened();
  await link(typed);
  const box = part().getByLabelText("Email");
  expect(document.getElementById(box.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    words,
  );
  expect(document.activeElement).toBe(box);
  expect(portal.sent("account/link")).toEqual([]);
});

test("a refused link shows the message and keeps the e-mail", async () => {
  const portal = await opened();
  portal.answer("account/link", [400, { message: "Account Is Not A Registration Account" }]);
  await link("lee@example.org");
  expect((await part().findByRole("alert")).textContent).toBe(
    "Account Is Not A Registration Account",
  );
  expect(part().getByLabelText("Email")).toHaveProperty("value", "lee@example.org");
  expect(names()).toEqual(["Desk"]);
});

test("an entry goes only after the server has done it", async () => {
  const portal = await opened([DESK, TENT]);
  portal.answer("account/unlink", [404, { message: "Account Not Found" }]);
  await user.click(part().getByRole("button", { name: "Unlink Desk" }));
  expect((await part().findByRole("alert")).textContent).toBe("Account Not Found");
  expect(names()).toEqual(["Desk", "Tent"]);
  portal.answer("account/unlink", [200, ""]);
  await user.click(part().getByRole("button", { name: "Unlink Desk" }));
  await screen.findByText("Unlinked desk@example.org.");
  expect(names()).toEqual(["Tent"]);
  expect(portal.sent("account/unlink")).toEqual([
    { email: "desk@example.org" },
    { email: "desk@example.org" },
  ]);
  expect(document.activeElement).toBe(part().getByLabelText("Email"));
});
