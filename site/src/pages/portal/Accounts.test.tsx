// @vitest-environment jsdom
import { type BoundFunctions, type queries, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ANA, aPortal, type Portal, type PortalRealm } from "../../test/portal";

const ADMIN = { ...ANA, type: "admin" };
const LEE = { name: "Lee Park", email: "Lee@example.org", type: "free", locked: false };
const ZOE = { name: "Zoë Diaz", email: "zoe@club.example", type: "paid", locked: true };

let user: UserEvent;

beforeEach(() => {
  user = userEvent.setup();
});

afterEach(() => vi.unstubAllGlobals());

function part(): BoundFunctions<typeof queries> {
  return within(screen.getByRole("region", { name: "All Accounts" }));
}

function names(): (string | null)[] {
  return part()
    .queryAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);
}

function entry(name: string): BoundFunctions<typeof queries> {
  const item = part().getByRole("heading", { level: 3, name }).closest("li");
  if (item === null) throw new Error(`no entry ${name}`);
  return within(item);
}

async function opened(
  accounts: readonly object[] = [ADMIN, LEE, ZOE],
  realm: PortalRealm = "account",
): Promise<Portal> {
  const portal = await aPortal({ account: ADMIN }, realm);
  portal.answer("account/all", [200, { accounts }]);
  await user.click(screen.getByRole("button", { name: "All Accounts" }));
  if (accounts.length > 0) await part().findAllByRole("heading", { level: 3 });
  return portal;
}

test("is read when it is opened, and can be searched by name and e-mail", async () => {
  const portal = await aPortal({ account: ADMIN });
  expect(portal.sent("account/all")).toEqual([]);
  portal.answer("account/all", [500, { message: "Internal Error" }]);
  await user.click(screen.getByRole("button", { name: "All Accounts" }));
  expect((await part().findByRole("alert")).textContent).toBe("Internal Error");
  portal.answer("account/all", [200, { accounts: [ADMIN, LEE, ZOE] }]);
  await user.click(part().getByRole("button", { name: "Try again" }));
  await part().findByText("3 accounts");
  const box = part().getByRole("searchbox");
  await user.type(box, "zoe");
  expect([names(), part().getByText("1 account").textContent]).toEqual([["Zoë Diaz"], "1 account"]);
  await user.clear(box);
  await user.type(box, "LEE@");
  expect(names()).toEqual(["Lee Park"]);
  await user.type(box, "x");
  expect(part().getByText("No account matches.")).toBeTruthy();
});

test("of many, some are drawn, and more when asked for", async () => {
  await opened(
    Array.from({ length: 30 }, (_, index) => ({
      ...LEE,
      name: `Runner ${index}`,
      email: `r${index}@example.org`,
    })),
  );
  expect(names()).toHaveLength(25);
  await user.click(part().getByRole("button", { name: "Show 5 more" }));
  expect(names()).toHaveLength(30);
  expect(document.activeElement?.textContent).toBe("Runner 25");
});

test.each(["account", "remote"] as const)(
  "a type of the %s realm is changed by its own button",
  async (realm) => {
    const portal = await opened([ADMIN, LEE], realm);
    portal.answer("account/update", [200, { account: { ...LEE, type: "paid" } }]);
    const save = entry("Lee Park").getByRole<HTMLButtonElement>("button", {
      name: "Save type Lee Park",
    });
    expect(save.disabled).toBe(true);
    await user.selectOptions(entry("Lee Park").getByLabelText("Type"), "paid");
    expect(portal.sent("account/update")).toEqual([]);
    await user.click(save);
    await part().findByText("Lee Park was saved.");
    expect(portal.sent("account/update")).toEqual([
      { account: { name: "Lee Park", email: "Lee@example.org", type: "paid" } },
    ]);
    expect(save.disabled).toBe(true);
  },
);

test("the last admin stays one, and is told why", async () => {
  const portal = await opened();
  portal.answer("account/update", [409, { message: "Last Admin" }]);
  expect(entry("Ana Osei").getByText(/This is you\./)).toBeTruthy();
  expect(entry("Ana Osei").queryByRole("button", { name: /Lock|Delete/ })).toBeNull();
  await user.selectOptions(entry("Ana Osei").getByLabelText("Type"), "paid");
  await user.click(entry("Ana Osei").getByRole("button", { name: "Save type Ana Osei" }));
  expect((await part().findByRole("alert")).textContent).toBe("Last Admin");
  expect(
    part().getByText("This is the last administrator. Make somebody else an administrator first."),
  ).toBeTruthy();
});

test("a former administrator no longer sees the accounts", async () => {
  const portal = await opened();
  portal.answer("account/update", [200, { account: { ...ADMIN, type: "paid" } }]);
  await user.selectOptions(entry("Ana Osei").getByLabelText("Type"), "paid");
  await user.click(entry("Ana Osei").getByRole("button", { name: "Save type Ana Osei" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "All Accounts" })).toBeNull());
  expect(screen.queryByRole("region", { name: "Linked Accounts" })).not.toBeNull();
});

test("locks and unlocks", async () => {
  const portal = await opened();
  for (const route of ["account/lock", "account/unlock"]) portal.answer(route, [200, ""]);
  await user.click(part().getByRole("button", { name: "Lock Lee Park" }));
  await part().findByText(/^Lee Park was locked/);
  expect(entry("Lee Park").getByText("Locked")).toBeTruthy();
  await user.click(part().getByRole("button", { name: "Unlock Zoë Diaz" }));
  await part().findByText("Zoë Diaz was unlocked.");
  expect(entry("Zoë Diaz").queryByText("Locked")).toBeNull();
  expect([portal.sent("account/lock"), portal.sent("account/unlock")]).toEqual([
    [{ email: "Lee@example.org" }],
    [{ email: "zoe@club.example" }],
  ]);
});

test("deletes once the e-mail was typed; the focus goes to the next", async () => {
  const portal = await opened();
  portal.answer("account/delete", [409, { message: "Last Admin" }]);
  await user.click(part().getByRole("button", { name: "Delete Lee Park" }));
  const dialog = within(screen.getByRole("dialog", { name: "Warning" }));
  const confirm = dialog.getByRole("button", { name: "Delete" });
  await user.click(confirm);
  const box = dialog.getByLabelText("Type the email of the account to confirm");
  expect([
    dialog.getByText("This is not the email of the account").id,
    document.activeElement,
  ]).toEqual([box.getAttribute("aria-describedby"), box]);
  await user.type(box, " lee@EXAMPLE.org");
  await user.click(confirm);
  expect((await dialog.findByRole("alert")).textContent).toBe("Last Admin");
  expect(names()).toHaveLength(3);
  portal.answer("account/delete", [200, ""]);
  await user.click(confirm);
  await part().findByText("Deleted Lee@example.org.");
  expect(names()).toEqual(["Ana Osei", "Zoë Diaz"]);
  expect(document.activeElement?.textContent).toBe("Zoë Diaz");
  expect(portal.sent("account/delete")).toEqual([
    { email: "Lee@example.org" },
    { email: "Lee@example.org" },
  ]);
});

test("an account that is added stands in the open list, in its place", async () => {
  const portal = await opened();
  const may = { name: "May Lin", email: "may@example.org", type: "free", locked: false };
  portal.answer("account/add", [200, { account: may }]);
  await user.click(screen.getByRole("button", { name: "Add Account" }));
  const form = within(screen.getByRole("region", { name: "Add Account" }));
  await user.type(form.getByLabelText("Name"), may.name);
  await user.type(form.getByLabelText("Email"), may.email);
  await user.type(form.getByLabelText("Password"), "first pass word");
  await user.selectOptions(form.getByLabelText("Type"), "free");
  await user.click(form.getByRole("button", { name: "Add" }));
  await form.findByText("Added may@example.org.");
  expect(names()).toEqual(["Ana Osei", "Lee Park", "May Lin", "Zoë Diaz"]);
  expect(part().getByText("4 accounts")).toBeTruthy();
  portal.answer("account/delete", [200, ""]);
  await user.click(part().getByRole("button", { name: "Delete May Lin" }));
  await user.type(screen.getByLabelText("Type the email of the account to confirm"), may.email);
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
  await part().findByText("Deleted may@example.org.");
  expect(names()).toEqual(["Ana Osei", "Lee Park", "Zoë Diaz"]);
});
