// @vitest-environment jsdom
import { type BoundFunctions, type queries, screen, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ANA, aPortal, type Portal, type PortalRealm } from "../../test/portal";

const ADMIN = { ...ANA, type: "admin" };
const LEE = { name: "Lee Park", email: "lee@example.org", type: "free", locked: false };

let user: UserEvent;

beforeEach(() => {
  user = userEvent.setup();
});

afterEach(() => vi.unstubAllGlobals());

function form(): BoundFunctions<typeof queries> {
  return within(screen.getByRole("region", { name: "Add Account" }));
}

function field(name: string): HTMLInputElement {
  return form().getByLabelText(name);
}

function problem(name: string): string {
  return (
    document.getElementById(field(name).getAttribute("aria-describedby") ?? "none")?.textContent ??
    ""
  );
}

async function opened(realm: PortalRealm = "account"): Promise<Portal> {
  const portal = await aPortal({ account: ADMIN }, realm);
  await user.click(screen.getByRole("button", { name: "Add Account" }));
  return portal;
}

async function fill(): Promise<void> {
  await user.type(field("Name"), " Lee Park ");
  await user.type(field("Email"), " lee@example.org ");
  await user.type(field("Password"), " secret ");
  await user.selectOptions(field("Type"), "free");
}

function submit(): Promise<void> {
  return user.click(form().getByRole("button", { name: "Add" }));
}

test.each(["paid", "free", "registration"])(
  "an account of the type %s cannot add others",
  async (type) => {
    await aPortal({ account: { ...ANA, type } });
    expect(screen.queryByRole("region", { name: "Add Account" })).toBeNull();
    expect(screen.queryByRole("region", { name: "All Accounts" })).toBeNull();
  },
);

test.each([
  ["account", ["Choose a type", "Registration", "Free", "Paid", "Admin"]],
  ["remote", ["Choose a type", "Free", "Paid", "Admin"]],
] as const)("the %s realm has the types %j; none is chosen", async (realm, types) => {
  await opened(realm);
  expect(
    form()
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(types);
  expect(field("Type").value).toBe("");
});

test("is closed until its heading is pressed, and keeps what was typed when closed again", async () => {
  await aPortal({ account: ADMIN });
  const heading = screen.getByRole("button", { name: "Add Account" });
  expect(heading.getAttribute("aria-expanded")).toBe("false");
  await user.click(heading);
  await user.type(field("Name"), "Lee");
  await user.click(heading);
  expect(form().queryByRole("textbox", { name: "Name" })).toBeNull();
  await user.click(heading);
  expect(field("Name").value).toBe("Lee");
});

test("every field is required; the first one in error has the focus", async () => {
  const portal = await opened();
  await submit();
  expect(["Name", "Email", "Password", "Type"].map(problem)).toEqual([
    "Name is required",
    "Email is required",
    "Password is required",
    "Type is required",
  ]);
  expect(document.activeElement).toBe(field("Name"));
  await user.type(field("Name"), "Lee");
  await user.type(field("Email"), "lee");
  expect([problem("Name"), problem("Email")]).toEqual(["", "Invalid email format"]);
  await user.type(field("Email"), "@example.org");
  await user.type(field("Password"), " ");
  await submit();
  expect(document.activeElement).toBe(field("Type"));
  expect(portal.sent("account/add")).toEqual([]);
});

test.each(["account", "remote"] as const)(
  "an account of the %s realm is added; the form is empty",
  async (realm) => {
    const portal = await opened(realm);
    portal.answer("account/add", [200, { account: LEE }]);
    await fill();
    await submit();
    await screen.findByText("Added lee@example.org.");
    expect(portal.sent("account/add")).toEqual([
      {
        account: { name: "Lee Park", email: "lee@example.org", type: "free" },
        password: " secret ",
      },
    ]);
    expect(
      ["Name", "Email", "Password", "Type"].map((name) => [field(name).value, problem(name)]),
    ).toEqual([
      ["", ""],
      ["", ""],
      ["", ""],
      ["", ""],
    ]);
  },
);

test.each([
  [[409, { message: "Email Already In Use" }], "Email Already In Use"],
  [[200, {}], "Something went wrong. Please try again."],
] as const)("%j is a failure and keeps the form, but the password", async (answer, words) => {
  const portal = await opened();
  portal.answer("account/add", answer);
  await fill();
  await submit();
  expect((await form().findByRole("alert")).textContent).toBe(words);
  expect(
    ["Name", "Email", "Password", "Type"].map((name) => [field(name).value.trim(), problem(name)]),
  ).toEqual([
    ["Lee Park", ""],
    ["lee@example.org", ""],
    ["", ""],
    ["free", ""],
  ]);
});
