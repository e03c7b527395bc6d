// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ANA, aPortal } from "../../test/portal";
import { type Answered, Later, tokens } from "../../test/session-host";
import { address } from "../../test/show";

let user: UserEvent;

beforeEach(() => {
  user = userEvent.setup();
});

afterEach(() => vi.unstubAllGlobals());

function box(name: string): HTMLInputElement {
  return within(screen.getByRole("region", { name: "Account Info" })).getByLabelText(name);
}

function press(name: string): Promise<void> {
  return user.click(screen.getByRole("button", { name }));
}

function dialog(): Promise<HTMLElement> {
  return screen.findByRole("dialog", { name: "Warning" });
}

async function retype(name: string, text: string): Promise<void> {
  await user.clear(box(name));
  await user.type(box(name), text);
}

async function typePasswords(old: string, wanted: string, again: string): Promise<void> {
  if (old !== "") await retype("Old Password", old);
  if (wanted !== "") await retype("New Password", wanted);
  if (again !== "") await retype("Repeat New Password", again);
}

/** Requests a change of the e-mail. */
async function change(to: string): Promise<void> {
  await press("Edit Email");
  await retype("Email", to);
  await press("Save Email");
}

/** The text below a field. */
function problem(name: string): string {
  const id = box(name).getAttribute("aria-describedby");
  return id === null ? "" : (document.getElementById(id)?.textContent ?? "");
}

describe("the name", () => {
  test("is read-only until Edit; Edit again brings the loaded one back", async () => {
    await aPortal();
    expect(box("Name").readOnly).toBe(true);
    expect(screen.queryByRole("button", { name: "Save Name" })).toBeNull();
    await press("Edit Name");
    expect(document.activeElement).toBe(box("Name"));
    await retype("Name", "Else");
    await press("Edit Name");
    expect([box("Name").value, box("Name").readOnly]).toEqual(["Ana Osei", true]);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit Name" }));
  });

  test.each(["account", "remote"] as const)(
    "of the %s realm is saved at once, and shown as the server has it",
    async (realm) => {
      const portal = await aPortal({}, realm);
      portal.answer("account/update", [200, { account: { ...ANA, name: "Ana B. Osei" } }]);
      await press("Edit Name");
      await retype("Name", "  Ana B Osei ");
      await user.keyboard("{Enter}");
      await waitFor(() => expect(box("Name").readOnly).toBe(true));
      expect(box("Name").value).toBe("Ana B. Osei");
      expect(portal.sent("account/update")).toEqual([
        { account: { name: "Ana B Osei", email: "ana@example.org", type: "paid" } },
      ]);
      expect(screen.queryByRole("dialog")).toBeNull();
    },
  );

  test("is required", async () => {
    const portal = await aPortal();
    await press("Edit Name");
    await retype("Name", "  ");
    await press("Save Name");
    expect([problem("Name"), box("Name").getAttribute("aria-invalid")]).toEqual([
      "Name is required",
      "true",
    ]);
    expect(document.activeElement).toBe(box("Name"));
    await user.type(box("Name"), "A");
    expect(problem("Name")).toBe("");
    expect(portal.sent("account/update")).toEqual([]);
  });

  test.each([
    ["the server's message", [400, { message: "Bad <b>name</b>" }], "Bad <b>name</b>", "en"],
    ["no words", [500, ""], "Something went wrong. Please try again.", ""],
    ["no account", [200, {}], "Something went wrong. Please try again.", ""],
  ] as const)("that fails with %s keeps what was typed", async (_what, answer, words, lang) => {
    const portal = await aPortal();
    portal.answer("account/update", answer);
    await press("Edit Name");
    await retype("Name", "Else");
    await press("Save Name");
    const alert = await screen.findByRole("alert");
    expect([alert.textContent, alert.querySelector("p")?.lang]).toEqual([words, lang]);
    expect([box("Name").value, box("Name").readOnly]).toEqual(["Else", false]);
  });
});

describe("the e-mail", () => {
  test.each([
    ["  ", "Email is required"],
    ["ana", "Invalid email format"],
    ["ana@org", "Invalid email format"],
    ["@a.org", "Invalid email format"],
    ["a b@c.org", "Invalid email format"],
  ])("that is %j is refused", async (typed, words) => {
    await aPortal();
    await change(typed);
    expect(problem("Email")).toBe(words);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test.each([
    ["account", "/account/login"],
    ["remote", "/remote/login"],
  ] as const)(
    "of the %s realm is changed when that is confirmed, and leads to its login",
    async (realm, login) => {
      const portal = await aPortal({}, realm);
      portal.answer("account/email", [200, ""]);
      await change(" new@example.org ");
      expect((await dialog()).getAttribute("aria-modal")).toBe("true");
      expect(
        document.getElementById((await dialog()).getAttribute("aria-describedby") ?? "")
          ?.textContent,
      ).toBe("Changing your email will log you out.  Please confirm this action.");
      expect(portal.sent("account/email")).toEqual([]);
      await press("Confirm");
      await screen.findByRole("heading", { level: 1, name: /Login/ });
      expect(address()).toBe(login);
      expect(portal.sent("account/email")).toEqual([
        { old_email: "ana@example.org", new_email: "new@example.org" },
      ]);
      expect(localStorage).toHaveLength(0);
    },
  );

  test("that is cancelled is forgotten, and not sent with a change of password", async () => {
    const portal = await aPortal();
    portal.answer("account/password", [400, { message: "Current Password Is Wrong" }]);
    await change("new@example.org");
    await press("Cancel");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect([box("Email").value, box("Email").readOnly]).toEqual(["ana@example.org", true]);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit Email" }));
    await press("Change Password");
    await typePasswords("old", "new-password", "new-password");
    await press("Save Password");
    await press("Confirm");
    await screen.findByText("Current Password Is Wrong");
    expect([portal.sent("account/email"), portal.sent("account/password").length]).toEqual([[], 1]);
  });

  test("that fails stays to be mended", async () => {
    const portal = await aPortal();
    portal.answer("account/email", [409, { message: "Email Already In Use" }]);
    await change("new@example.org");
    await press("Confirm");
    expect((await screen.findByRole("alert")).textContent).toBe("Email Already In Use");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect([box("Email").value, box("Email").readOnly]).toEqual(["new@example.org", false]);
    expect(address()).toBe("/account");
  });

  test("on its way cannot be cancelled or sent twice", async () => {
    const portal = await aPortal();
    const later = new Later<Answered>();
    portal.answer("account/email", later.promise);
    await change("new@example.org");
    await press("Confirm");
    await user.click(within(await dialog()).getByRole("button", { name: "Loading" }));
    await user.click(within(await dialog()).getByRole("button", { name: "Cancel" }));
    expect(portal.sent("account/email")).toHaveLength(1);
    later.answer([500, ""]);
    await screen.findByText("Something went wrong. Please try again.");
  });
});

describe("the password", () => {
  test("fields come with Change Password, for a password manager, and go with Cancel", async () => {
    await aPortal();
    expect(screen.queryByLabelText("Old Password")).toBeNull();
    await press("Change Password");
    expect(
      ["Old Password", "New Password", "Repeat New Password"].map((name) => [
        box(name).type,
        box(name).autocomplete,
      ]),
    ).toEqual([
      ["password", "current-password"],
      ["password", "new-password"],
      ["password", "new-password"],
    ]);
    await user.type(box("Old Password"), "secret");
    await press("Cancel");
    expect(screen.queryByLabelText("Old Password")).toBeNull();
    await press("Change Password");
    expect(box("Old Password").value).toBe("");
  });

  test.each([
    [
      "",
      "",
      "",
      [
        "You must verify your current password",
        "Password is required",
        "You must verify the new password.",
      ],
      "Old Password",
    ],
    ["old", "1234567", "1234567", ["", "Minimum password length is 8.", ""], "New Password"],
    ["old", "🏃🏃🏃🏃", "🏃🏃🏃🏃", ["", "Minimum password length is 8.", ""], "New Password"],
    ["old", "12345678", "12345679", ["", "", "Passwords must match"], "Repeat New Password"],
    [" ", "        ", "", ["", "", "You must verify the new password."], "Repeat New Password"],
  ])("%j, %j, %j", async (old, wanted, again, words, focused) => {
    await aPortal();
    await press("Change Password");
    await typePasswords(old, wanted, again);
    await press("Save Password");
    expect(["Old Password", "New Password", "Repeat New Password"].map(problem)).toEqual(words);
    expect(document.activeElement).toBe(box(focused));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("is changed when that is confirmed, exactly as typed, and leads to the login", async () => {
    const portal = await aPortal();
    portal.answer("account/password", [200, ""]);
    await press("Change Password");
    await typePasswords(" old ", " new pass ", " new pass ");
    await press("Save Password");
    expect(within(await dialog()).getByText(/^Changing your password/).textContent).toBe(
      "Changing your password will log you out.  Please confirm this action.",
    );
    await press("Confirm");
    await screen.findByText("Your sign-in has ended. Please log in again.");
    expect(portal.sent("account/password")).toEqual([
      { old_password: " old ", new_password: " new pass " },
    ]);
    expect(localStorage).toHaveLength(0);
  });

  test("that is wrong: an error, no sign-out, and empty fields", async () => {
    const portal = await aPortal();
    portal.answer("account/password", [401, { message: "Unauthorized" }]);
    portal.answer("account/refresh", [200, tokens("one", 2)]);
    await press("Change Password");
    await typePasswords("wrong", "new-password", "new-password");
    await press("Save Password");
    await press("Confirm");
    expect((await screen.findByRole("alert")).textContent).toBe("Unauthorized");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(
      ["Old Password", "New Password", "Repeat New Password"].map((name) => [
        box(name).value,
        problem(name),
      ]),
    ).toEqual([
      ["", ""],
      ["", ""],
      ["", ""],
    ]);
    expect(localStorage.getItem(portal.store)).not.toBeNull();
  });

  test("that is cancelled in the dialog is forgotten, and not sent with a change of e-mail", async () => {
    const portal = await aPortal();
    portal.answer("account/email", [500, ""]);
    await press("Change Password");
    await typePasswords("old", "new-password", "new-password");
    await press("Save Password");
    await user.click(within(await dialog()).getByRole("button", { name: "Cancel" }));
    expect(screen.queryByLabelText("Old Password")).toBeNull();
    await press("Edit Email");
    await press("Save Email");
    await press("Confirm");
    await screen.findByRole("alert");
    expect([portal.sent("account/password"), portal.sent("account/email").length]).toEqual([[], 1]);
  });
});

describe.each(["account", "remote"] as const)("Sign out everywhere, %s realm", (realm) => {
  test("asks first, then ends this sign-in, too", async () => {
    const portal = await aPortal({}, realm);
    portal.answer("account/logout/all", [500, { message: "Internal Error" }]);
    await press("Sign out everywhere");
    await user.click(within(await dialog()).getByRole("button", { name: "Cancel" }));
    expect(portal.sent("account/logout/all")).toEqual([]);
    await press("Sign out everywhere");
    await user.click(within(await dialog()).getByRole("button", { name: "Sign out everywhere" }));
    expect((await within(await dialog()).findByRole("alert")).textContent).toBe("Internal Error");
    expect(localStorage.getItem(portal.store)).not.toBeNull();
    portal.answer("account/logout/all", [200, ""]);
    await user.click(within(await dialog()).getByRole("button", { name: "Sign out everywhere" }));
    await screen.findByText("Your sign-in has ended. Please log in again.");
    expect([address(), localStorage.getItem(portal.store)]).toEqual([
      realm === "account" ? "/account/login" : "/remote/login",
      null,
    ]);
    expect(portal.sent("account/logout/all")).toEqual([{}, {}]);
  });
});
