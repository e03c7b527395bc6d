// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ANA, aPortal, type PortalRealm } from "../../test/portal";
import { hostsThatNeverMatch, readHost, withTyped } from "./hosts";
import { masked } from "./key-name";

const VALUE = "rk_0123456789abcdefghijklmnABCDEF";
const OTHER = "rk_zyxwvutsrqponmlkjihgfeFEDCBA98";
const FINISH = {
  name: "Finish",
  value: VALUE,
  type: "write",
  allowed_hosts: "",
  valid_until: null,
};
const PAGE = {
  name: "Club page",
  value: OTHER,
  type: "read",
  allowed_hosts: "example.org, www.example.org",
  valid_until: "2099-12-31T23:59:59Z",
};

let user: UserEvent;
let copied: string[];

beforeEach(() => {
  user = userEvent.setup();
  copied = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation((text) => {
    copied.push(text);
    return Promise.resolve();
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function section(): HTMLElement {
  return screen.getByRole("region", { name: "Keys" });
}

function headings(): (string | null)[] {
  return within(section())
    .getAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);
}

function card(words: string): HTMLElement {
  const found = within(section())
    .getAllByRole("heading", { level: 3 })
    .find(({ textContent }) => textContent.startsWith(words))
    ?.closest("article");
  if (found === undefined || found === null) throw new Error(`no card ${words}`);
  return found;
}

function press(name: string): Promise<void> {
  return user.click(screen.getByRole("button", { name }));
}

/** Opens the dialog of a key and confirms. */
async function remove(name: string): Promise<void> {
  await press(`Delete ${name}`);
  await user.click(
    within(screen.getByRole("dialog", { name: "Warning" })).getByRole("button", { name: "Delete" }),
  );
}

describe("keys", () => {
  test.each(["account", "remote"] as const)(
    "each says on which day it was last used: %s realm",
    async (realm) => {
      await aPortal({ keys: [FINISH, PAGE] }, realm, [
        200,
        {
          keys: [
            { value: VALUE, last_used: "2026-05-02" },
            { value: OTHER, last_used: "" },
          ],
        },
      ]);
      await within(card("Finish")).findByText("Last used on May 2, 2026 (UTC).");
      expect(within(card("Club page")).getByText("Not used yet, as far as is known.")).toBeTruthy();
    },
  );

  test("are there where that cannot be loaded, which is said, and can be tried again", async () => {
    const portal = await aPortal({ keys: [FINISH] }, "account", [
      500,
      { message: "Internal Error" },
    ]);
    await screen.findByText("When the keys were last used could not be loaded.");
    expect(within(card("Finish")).queryByText(/used/i)).toBeNull();
    portal.answer("key/used", [200, { keys: [{ value: VALUE, last_used: "2026-05-02" }] }]);
    await press("Try again");
    await screen.findByText("Last used on May 2, 2026 (UTC).");
  });

  test.each([
    ["free", true],
    ["paid", true],
    ["admin", true],
    ["registration", false],
  ])("an account of the type %s has them: %s", async (type, has) => {
    await aPortal({ account: { ...ANA, type } });
    expect(screen.queryByRole("region", { name: "Keys" }) !== null).toBe(has);
  });

  test("are in the order of name and value; a value is nowhere in the page until it is shown", async () => {
    await aPortal({
      keys: [
        { ...FINISH, value: OTHER },
        FINISH,
        { ...PAGE, name: "", value: `${OTHER.slice(0, -2)}76` },
      ],
    });
    expect(headings()).toEqual([
      "rk_••••••BA76",
      "Finish - rk_••••••CDEF",
      "Finish - rk_••••••BA98",
      "Add Key",
    ]);
    expect(document.documentElement.outerHTML).not.toContain(VALUE);
    await user.click(
      within(card("Finish - rk_••••••CDEF")).getByRole("button", { name: "Show Value Finish" }),
    );
    expect(headings()[1]).toBe(`Finish - ${VALUE}`);
    expect(screen.getByDisplayValue(VALUE)).toHaveProperty("readOnly", true);
    await press("Hide Value Finish");
    expect(document.documentElement.outerHTML).not.toContain(VALUE);
    expect([document.title, JSON.stringify({ ...localStorage })].join(" ")).not.toContain(VALUE);
  });

  test("are copied without being shown", async () => {
    await aPortal({ keys: [FINISH] });
    await press("Copy Value Finish");
    expect(await screen.findByText("Copied.")).toBeTruthy();
    expect(copied).toEqual([VALUE]);
    expect(screen.queryByDisplayValue(VALUE)).toBeNull();
  });

  test("where nothing can be copied, the value is shown and selected", async () => {
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
    await aPortal({ keys: [FINISH] });
    await press("Copy Value Finish");
    const value = await screen.findByDisplayValue<HTMLInputElement>(VALUE);
    await waitFor(() =>
      expect([value.selectionStart, value.selectionEnd]).toEqual([0, VALUE.length]),
    );
    expect(
      screen.getByText(
        "Your browser does not allow copying here. The value is selected: copy it by hand.",
      ),
    ).toBeTruthy();
  });

  test.each([
    ["account", ["Read", "Write", "Delete"]],
    ["remote", ["Read Only", "Timing System", "Admin"]],
  ] as const)("of the %s realm have the types %j", async (realm, types) => {
    await aPortal({ keys: [FINISH] }, realm);
    expect(within(card("Finish")).getByLabelText("Type")).toHaveProperty("value", types[1]);
    expect(
      within(card("Add Key"))
        .getAllByRole("option")
        .map(({ textContent }) => textContent),
    ).toEqual(types);
    expect(screen.queryAllByRole("group", { name: "Allowed Hosts" })).toHaveLength(
      realm === "account" ? 2 : 0,
    );
  });

  test("say when they end", async () => {
    await aPortal({
      keys: [
        FINISH,
        PAGE,
        { ...FINISH, name: "Old", value: "old-key-1", valid_until: "2020-01-01T23:59:59Z" },
      ],
    });
    expect(within(card("Finish")).getByText("Never expires.")).toBeTruthy();
    expect(within(card("Finish")).getByLabelText("Valid Until")).toHaveProperty("value", "");
    expect(within(card("Club")).getByText("Expires on December 31, 2099.")).toBeTruthy();
    expect(within(card("Old")).getByText(/^Expired on January 1, 2020/)).toBeTruthy();
  });
});

describe("adding", () => {
  test.each(["account", "remote"] as const)(
    "the first key of the %s realm: ready to be copied, masked afterwards",
    async (realm: PortalRealm) => {
      const portal = await aPortal({}, realm);
      expect(screen.getByText("There are no keys yet.")).toBeTruthy();
      portal.answer("key/add", [200, { key: FINISH }]);
      const add = within(card("Add Key"));
      await user.type(add.getByLabelText("Name"), "Finish");
      await user.selectOptions(add.getByLabelText("Type"), "write");
      await user.click(add.getByRole("button", { name: "Add Key" }));
      await screen.findByDisplayValue(VALUE);
      const hosts = realm === "account" ? { allowed_hosts: "" } : {};
      expect(portal.sent("key/add")).toEqual([
        { key: { name: "Finish", type: "write", valid_until: "", ...hosts } },
      ]);
      expect(headings()).toEqual([`Finish - ${VALUE}`, "Add Key"]);
      expect(document.activeElement).toBe(
        screen.getByRole("button", { name: "Copy Value Finish" }),
      );
      expect(add.getByLabelText("Name")).toHaveProperty("value", "");
      await user.keyboard("{Enter}");
      await screen.findByText("Copied.");
      expect(copied).toEqual([VALUE]);
      expect(headings()).toEqual(["Finish - rk_••••••CDEF", "Add Key"]);
    },
  );

  test("a new key stands at the end; a refused one keeps what was entered", async () => {
    const portal = await aPortal({ keys: [FINISH] });
    portal.answer("key/add", [400, { message: "Invalid Field(s)" }]);
    const add = within(card("Add Key"));
    await user.type(add.getByLabelText("Name"), "A");
    await user.type(add.getByLabelText("Valid Until"), "soon");
    await user.click(add.getByRole("button", { name: "Add Key" }));
    expect((await within(card("Add Key")).findByRole("alert")).textContent).toBe(
      "Invalid Field(s)",
    );
    expect(
      [add.getByLabelText("Name"), add.getByLabelText("Valid Until")].map(
        (box) => (box as HTMLInputElement).value,
      ),
    ).toEqual(["A", "soon"]);
    portal.answer("key/add", [200, { key: { ...PAGE, name: "A" } }]);
    await user.click(add.getByRole("button", { name: "Add Key" }));
    await screen.findByDisplayValue(OTHER);
    expect(headings()).toEqual(["Finish - rk_••••••CDEF", `A - ${OTHER}`, "Add Key"]);
  });

  test("an answer without the key is a failure", async () => {
    const portal = await aPortal();
    portal.answer("key/add", [200, {}]);
    await user.click(within(card("Add Key")).getByRole("button", { name: "Add Key" }));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Something went wrong. Please try again.",
    );
  });

  test("the picked day stands in the text, and the text's day in the picker", async () => {
    const portal = await aPortal();
    portal.answer("key/add", [400, { message: "No" }]);
    const add = within(card("Add Key"));
    await user.type(add.getByLabelText("Pick a day"), "2027-05-02");
    expect(add.getByLabelText("Valid Until")).toHaveProperty("value", "2027-05-02");
    await user.type(add.getByLabelText("Valid Until"), "T10:00:00Z");
    expect(add.getByLabelText("Pick a day")).toHaveProperty("value", "2027-05-02");
    await user.click(add.getByRole("button", { name: "Add Key" }));
    await screen.findByRole("alert");
    expect(portal.sent("key/add")).toMatchObject([
      { key: { valid_until: "2027-05-02T10:00:00Z" } },
    ]);
  });

  test("hosts: added by key, button and comma, in the form browsers send; removed; a wrong one is not sent", async () => {
    const portal = await aPortal();
    portal.answer("key/add", [400, { message: "No" }]);
    const add = within(card("Add Key"));
    const box = add.getByLabelText("Add a host");
    await user.type(box, "Example.org{Enter}");
    await user.type(box, "räce.example,");
    await user.type(box, "localhost");
    await user.click(add.getByRole("button", { name: "Add host" }));
    expect(portal.sent("key/add")).toEqual([]);
    expect(add.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "example.org×",
      "xn--rce-qla.example×",
      "localhost×",
    ]);
    await user.click(add.getByRole("button", { name: "Remove localhost" }));
    expect(document.activeElement).toBe(box);
    await user.type(box, "http://b.org/");
    await user.click(add.getByRole("button", { name: "Add Key" }));
    expect(portal.sent("key/add")).toEqual([]);
    expect(document.activeElement).toBe(box);
    expect(
      document.getElementById(box.getAttribute("aria-describedby")?.split(" ")[0] ?? "")
        ?.textContent,
    ).toBe("Only the host, without http:// in front and without anything behind it: example.org");
    await user.clear(box);
    await user.type(box, "b.org");
    await user.click(add.getByRole("button", { name: "Add Key" }));
    await screen.findByRole("alert");
    expect(portal.sent("key/add")).toMatchObject([
      { key: { allowed_hosts: "example.org,xn--rce-qla.example,b.org" } },
    ]);
  });
});

describe("editing", () => {
  test("is saved, and read-only with what the server has", async () => {
    const portal = await aPortal({ keys: [PAGE] });
    portal.answer("key/update", [200, { key: { ...PAGE, name: "Club" } }]);
    await press("Edit Club page");
    const name = within(card("Club page")).getByLabelText<HTMLInputElement>("Name");
    expect(document.activeElement).toBe(name);
    await user.type(name, " 2{Enter}");
    await screen.findByText("Saved.");
    expect(portal.sent("key/update")).toEqual([
      {
        key: {
          value: OTHER,
          name: "Club page 2",
          type: "read",
          allowed_hosts: "example.org,www.example.org",
          valid_until: "2099-12-31T23:59:59Z",
        },
      },
    ]);
    expect(headings()[0]).toBe("Club - rk_••••••BA98");
    expect(within(card("Club")).getByLabelText("Name")).toHaveProperty("readOnly", true);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit Club" }));
  });

  test("that is refused is read-only with the old values, and the entered ones come back at the next Edit; Edit again gives them up", async () => {
    const portal = await aPortal({ keys: [FINISH] });
    portal.answer("key/update", [404, { message: "Key Not Found" }]);
    const box = () => within(card("Finish")).getByLabelText<HTMLInputElement>("Name");
    await press("Edit Finish");
    await user.type(box(), " 2");
    await press("Save Finish");
    expect((await within(card("Finish")).findByRole("alert")).textContent).toBe("Key Not Found");
    expect([box().value, box().readOnly]).toEqual(["Finish", true]);
    await press("Edit Finish");
    expect([box().value, box().readOnly]).toEqual(["Finish 2", false]);
    await press("Edit Finish");
    await press("Edit Finish");
    expect(box().value).toBe("Finish");
  });
});

describe("deleting", () => {
  test("is asked about; Cancel does nothing", async () => {
    const portal = await aPortal({ keys: [FINISH] });
    await press("Delete Finish");
    const dialog = screen.getByRole("dialog", { name: "Warning" });
    expect(within(dialog).getByText("Deletion of this key is permanent.")).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect([headings().length, portal.sent("key/delete")]).toEqual([2, []]);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Delete Finish" }));
  });

  test("removes the card, and the focus goes to the next; from the last to the card that adds one", async () => {
    const portal = await aPortal({ keys: [FINISH, PAGE] });
    portal.answer("key/delete", [200, ""]);
    await remove("Club page");
    await waitFor(() => expect(headings()).toEqual(["Finish - rk_••••••CDEF", "Add Key"]));
    expect(document.activeElement?.textContent).toBe("Finish - rk_••••••CDEF");
    expect(portal.sent("key/delete")).toEqual([{ key: OTHER }]);
    await remove("Finish");
    await waitFor(() => expect(headings()).toEqual(["Add Key"]));
    expect(document.activeElement?.textContent).toBe("Add Key");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test.each([
    [[500, { message: "Internal <i>Error</i>" }], "Internal <i>Error</i>"],
    ["down", "Something went wrong. Please try again."],
  ] as const)("that fails with %j removes the card, too, and says so", async (answer, words) => {
    const portal = await aPortal({ keys: [FINISH, PAGE] });
    portal.answer("key/delete", answer);
    await remove("Finish");
    const alert = await within(section()).findByRole("alert");
    expect([...alert.querySelectorAll("p")].map(({ textContent }) => textContent)).toEqual([
      words,
      "The key may still exist. Reload the page to see your keys.",
    ]);
    expect(headings()).toEqual(["Club page - rk_••••••BA98", "Add Key"]);
    expect(document.activeElement).toBe(alert);
  });
});

describe("a host", () => {
  test.each([
    ["example.org", "example.org"],
    [" Example.ORG. ", "example.org"],
    ["localhost", "localhost"],
    ["10.0.0.1", "10.0.0.1"],
    ["[::1]", "[::1]"],
    ["räce.example", "xn--rce-qla.example"],
    ["a-b.c1", "a-b.c1"],
  ])("%j is %s", (typed, host) => {
    expect(readHost(typed)).toEqual({ host });
  });

  test.each([
    ["https://example.org", "address"],
    ["example.org/results", "address"],
    ["me@example.org", "address"],
    ["example.org:8080", "port"],
    ["[::1]:80", "port"],
    ["*.example.org", "wildcard"],
    ["a.org b.org", "blank"],
    ["-a.org", "odd"],
    ["a_b.org", "odd"],
    ["a..org", "odd"],
    ["%", "odd"],
    ["", "odd"],
  ])("%j is none: %s", (typed, problem) => {
    expect(readHost(typed)).toEqual({ problem });
  });

  test("several at once, each once; nothing typed is nothing added", () => {
    expect(withTyped(["A.org"], "a.org, b.org,b.org")).toEqual({ hosts: ["A.org", "b.org"] });
    expect(withTyped(["a.org"], " ")).toEqual({ hosts: ["a.org"] });
    expect(hostsThatNeverMatch(["a.org", "https://b.org"])).toEqual(["https://b.org"]);
  });
});

test("of a short value nothing is shown", () => {
  expect([masked("old-key-1"), masked(VALUE)]).toEqual(["••••••", "rk_••••••CDEF"]);
});
