// @vitest-environment jsdom
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  anAccessToken,
  type Answered,
  aSessionHost,
  inAnotherTab,
  Later,
  type SessionHost,
  tokens,
} from "../../test/session-host";
import { address, likeABrowser, show } from "../../test/show";
import { Guard } from "../parts/staff/Guard";

const KEYS = { account: "currentUser", remote: "currentRemoteUser" } as const;
const HOSTS = { account: "/api/", remote: "/remote-api/" } as const;
const ANA = { name: "Ana Osei", email: "ana@example.org", type: "paid", locked: false };

let host: SessionHost;
let user: UserEvent;

beforeEach(() => {
  localStorage.clear();
  host = aSessionHost();
  likeABrowser();
  user = userEvent.setup();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function answering(url: string, answer: Answered | Promise<Answered>): void {
  host.routes.set(url, () => answer);
}

/** The account of the caller, if the token belongs to `signIn`. */
function account(signIn: string, of = ANA, realm: keyof typeof HOSTS = "account"): void {
  const before = host.routes.get(`${HOSTS[realm]}account`);
  host.routes.set(`${HOSTS[realm]}account`, (call) =>
    call.credential === `Bearer ${anAccessToken(signIn)}`
      ? [200, { account: of, keys: [], events: [], linked: [] }]
      : (before?.(call) ?? [401, {}]),
  );
}

function signedIn(realm: keyof typeof KEYS = "account", signIn = "one"): void {
  localStorage.setItem(KEYS[realm], JSON.stringify(tokens(signIn)));
  account(signIn, ANA, realm);
}

async function email(): Promise<HTMLInputElement> {
  return screen.findByRole<HTMLInputElement>("textbox", { name: "Email" });
}

function password(): HTMLInputElement {
  return screen.getByLabelText("Password");
}

function submit(): Promise<void> {
  return user.click(within(screen.getByRole("main")).getByRole("button", { name: "Login" }));
}

async function fill(): Promise<void> {
  await user.type(await email(), " ana@example.org ");
  await user.type(password(), " secret ");
}

function heading(name: string): Promise<HTMLElement> {
  return screen.findByRole("heading", { level: 1, name });
}

/** A visitor who was sent to an address with state in the history entry. */
function sent(pathname: string, state: unknown): void {
  show({ pathname, state });
}

/** Text, address and aria-current of the links of the navigation. */
function links(): (string | null)[][] {
  return within(screen.getByRole("navigation", { name: "Main" }))
    .getAllByRole("link")
    .map((link) => [
      link.textContent,
      link.getAttribute("href"),
      link.getAttribute("aria-current"),
    ]);
}

/** Shows where somebody was sent, and with which state. */
function Arrival() {
  const { pathname, state } = useLocation();
  return <output>{JSON.stringify([pathname, state])}</output>;
}

describe.each([
  ["/login", "account", "Login", "/account", "Account"],
  ["/account/login", "account", "Login", "/account", "Account"],
  ["/remote/login", "remote", "Remote Login", "/remote", "Remote"],
] as const)("%s", (path, realm, title, portal, portalTitle) => {
  test("signs in to its realm, and leads to its portal, which shows who it is", async () => {
    answering(`${HOSTS[realm]}account/login`, [200, tokens("one")]);
    account("one", ANA, realm);
    show(path);
    await heading(title);
    expect(document.title).toBe("Chute - Login");
    await fill();
    await submit();
    await heading(portalTitle);
    expect(address()).toBe(portal);
    expect(document.title).toBe(`Chute - ${portalTitle}`);
    expect(screen.getByDisplayValue("Ana Osei")).toBeTruthy();
    expect(screen.getAllByDisplayValue("ana@example.org")).toHaveLength(1);
    // when the keys were last used is requested once the portal is rendered
    await waitFor(() => {
      expect(host.arrived.map(({ url, body }) => [url, body])).toEqual([
        [`${HOSTS[realm]}account/login`, { email: "ana@example.org", password: " secret " }],
        [`${HOSTS[realm]}account`, {}],
        [`${HOSTS[realm]}key/used`, {}],
      ]);
    });
    expect(Object.keys(localStorage)).toEqual([KEYS[realm]]);
  });

  test("a visitor who is signed in is redirected at once", async () => {
    signedIn(realm);
    show(path);
    await heading(portalTitle);
    expect(address()).toBe(portal);
  });

  test("a visitor signed in to the other realm has to sign in", async () => {
    signedIn(realm === "account" ? "remote" : "account");
    show(path);
    await heading(title);
    expect(host.arrived).toEqual([]);
  });
});

describe("after login", () => {
  test.each([
    ["/account/login", "/account", "/account"],
    ["/login", "/checkin/river-run/2026", "/checkin/river-run/2026"],
    ["/account/login", "/checkin/river-run", "/checkin/river-run"],
    ["/account/login", "/account/events/river-run", "/account/events/river-run"],
    ["/account/login", "/account/events", "/account"],
    ["/login", "/remote", "/account"],
    ["/login", "/checkin", "/account"],
    ["/login", "/checkinside/x", "/account"],
    ["/login", "https://elsewhere.example/checkin/", "/account"],
    ["/login", "//elsewhere.example", "/account"],
    ["/login", "/results/race", "/account"],
    ["/remote/login", "/remote", "/remote"],
    ["/remote/login", "/account", "/remote"],
    ["/remote/login", "/checkin/river-run", "/remote"],
    ["/remote/login", "/account/events/river-run", "/remote"],
  ])("at %s with from %s: %s", async (path, from, to) => {
    for (const realm of ["account", "remote"] as const) {
      answering(`${HOSTS[realm]}account/login`, [200, tokens("one")]);
      account("one", ANA, realm);
    }
    sent(path, { from });
    await fill();
    await submit();
    await waitFor(() => expect(address()).toBe(to));
  });

  test.each([[null], ["/account"], [{ from: 7 }], [{ from: { pathname: "/checkin/x" } }]])(
    "a state that is %j leads to the portal",
    async (state) => {
      answering("/api/account/login", [200, tokens("one")]);
      account("one");
      sent("/login", state);
      await fill();
      await submit();
      await waitFor(() => expect(address()).toBe("/account"));
    },
  );
});

describe("the form", () => {
  test("is what password managers fill", async () => {
    show("/login");
    const box = await email();
    expect([
      box.type,
      box.autocomplete,
      box.name,
      password().type,
      password().autocomplete,
    ]).toEqual(["email", "username", "email", "password", "current-password"]);
    expect(
      [...document.querySelectorAll("form")].map(({ method, action }) => [
        method,
        new URL(action).search,
      ]),
    ).toEqual([["post", ""]]);
    expect(screen.getByText("Both fields are required.")).toBeTruthy();
  });

  test("takes values that were filled in without an event", async () => {
    answering("/api/account/login", [200, tokens("one")]);
    show("/login");
    (await email()).value = "ana@example.org";
    password().value = "secret";
    await submit();
    expect(host.arrived[0]?.body).toEqual({ email: "ana@example.org", password: "secret" });
  });

  test("says at each field what is missing, and leads to the first of them", async () => {
    show("/login");
    await user.type(await email(), "  ");
    expect(screen.queryByText("Email is required")).toBeNull();
    await submit();
    const wrong = await email();
    expect(document.activeElement).toBe(wrong);
    expect(wrong.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(wrong.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "Email is required",
    );
    expect(
      document.getElementById(password().getAttribute("aria-describedby") ?? "")?.textContent,
    ).toBe("Password is required");
    await user.type(wrong, "ana");
    expect(screen.queryByText("Email is required")).toBeNull();
    expect(screen.getByText("Password is required")).toBeTruthy();
    await submit();
    expect(document.activeElement).toBe(password());
    await user.type(password(), " ");
    expect(screen.queryByText("Password is required")).toBeNull();
    expect(host.arrived).toEqual([]);
  });

  test("a refused login shows the server's message as text, empties the password and keeps the e-mail", async () => {
    answering("/api/account/login", [401, { message: "Invalid <b>Credentials</b>" }]);
    show("/login");
    await fill();
    await submit();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe("Invalid <b>Credentials</b>");
    expect(alert.querySelector("p")?.lang).toBe("en");
    expect([(await email()).value.trim(), password().value]).toEqual(["ana@example.org", ""]);
    expect(screen.queryByText("Password is required")).toBeNull();
    expect(address()).toBe("/login");
    expect(localStorage).toHaveLength(0);
    await user.type(password(), "right");
    answering("/api/account/login", [200, tokens("one")]);
    account("one");
    await submit();
    await heading("Account");
  });

  test.each([
    ["no network", "down", "Something went wrong. Please try again."],
    ["a fault without words", [500, ""], "Something went wrong. Please try again."],
    ["200 without an access token", [200, {}], "Login failed."],
    ["200 without an access token, with a message", [200, { message: "Not today." }], "Not today."],
  ] as const)("%s: it says so and keeps the e-mail", async (_what, answer, words) => {
    answering("/api/account/login", answer);
    show("/login");
    await fill();
    await submit();
    expect((await screen.findByRole("alert")).textContent).toBe(words);
    expect([(await email()).value.trim(), password().value]).toEqual(["ana@example.org", ""]);
  });

  test("too often: it says when to try again, not too early", async () => {
    vi.spyOn(Date, "now").mockReturnValue(new Date(2026, 4, 2, 9, 30, 20).getTime());
    answering("/api/account/login", [
      429,
      { message: "Too Many Requests. Please try again in 90 seconds." },
      { "Retry-After": "90" },
    ]);
    show("/login");
    await fill();
    await submit();
    const alert = await screen.findByRole("alert");
    expect([...alert.querySelectorAll("p")].map(({ textContent }) => textContent)).toEqual([
      "Too Many Requests. Please try again in 90 seconds.",
      "You can try again at 09:32.",
    ]);
  });

  test("while it is on its way it cannot be sent again, and says that it runs", async () => {
    const login = new Later<Answered>();
    answering("/api/account/login", login.promise);
    show("/login");
    await fill();
    await submit();
    const button = await screen.findByRole("button", { name: "Loading" });
    await user.click(button);
    await user.type(password(), "{Enter}");
    expect(host.arrived).toHaveLength(1);
    await act(async () => {
      login.answer([401, { message: "Invalid Credentials" }]);
      await Promise.resolve();
    });
    await screen.findByRole("alert");
  });

  test("without the network it waits", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    show("/login");
    await email();
    expect(
      within(screen.getByRole("main")).getByRole<HTMLButtonElement>("button", { name: "Login" })
        .disabled,
    ).toBe(true);
    expect(screen.getByText("This needs the network: you are offline.")).toBeTruthy();
  });
});

describe("a portal", () => {
  test.each([
    ["/account", "/account/login", "Login"],
    ["/remote", "/remote/login", "Remote Login"],
  ])("%s without a sign-in: %s, and nobody is asked", async (path, login, title) => {
    show(path);
    await heading(title);
    expect(address()).toBe(login);
    expect(host.arrived).toEqual([]);
    expect(screen.queryByText("Your sign-in has ended. Please log in again.")).toBeNull();
  });

  test.each([
    ["account", "/account", "/account/login"],
    ["remote", "/remote", "/remote/login"],
  ] as const)(
    "of the %s realm whose sign-in the server has ended leads to its login and back",
    async (realm, path, login) => {
      localStorage.setItem(KEYS[realm], JSON.stringify(tokens("old")));
      answering(`${HOSTS[realm]}account/refresh`, [401, { message: "Unauthorized" }]);
      account("one", ANA, realm);
      show(path);
      await screen.findByText("Your sign-in has ended. Please log in again.");
      expect(address()).toBe(login);
      expect(localStorage).toHaveLength(0);
      answering(`${HOSTS[realm]}account/login`, [200, tokens("one")]);
      await fill();
      await submit();
      await waitFor(() => expect(address()).toBe(path));
    },
  );

  test.each([
    ["account", "a fault", [500, { message: "Internal Error" }], "500"],
    ["account", "no network", "down", "Error"],
    ["remote", "a fault", [500, { message: "Internal Error" }], "500"],
    ["remote", "no network", "down", "Error"],
  ] as const)(
    "of the %s realm whose refresh fails by %s shows the error, stays signed in and can try again",
    async (realm, _what, answer, title) => {
      localStorage.setItem(KEYS[realm], JSON.stringify(tokens("old")));
      answering(`${HOSTS[realm]}account/refresh`, answer);
      account("one", ANA, realm);
      show(`/${realm}`);
      await heading(title);
      expect(address()).toBe(`/${realm}`);
      expect(localStorage).toHaveLength(1);
      answering(`${HOSTS[realm]}account/refresh`, [200, tokens("one")]);
      await user.click(screen.getByRole("button", { name: "Try again" }));
      await heading(realm === "account" ? "Account" : "Remote");
    },
  );

  test("an answer without an account is a failure", async () => {
    signedIn();
    answering("/api/account", [200, { keys: [] }]);
    show("/account");
    await heading("200");
  });

  test("of the remote realm has its own logout; that of the account realm is in the navigation", async () => {
    signedIn("remote");
    answering("/remote-api/account/logout", [200, ""]);
    show("/remote");
    await heading("Remote");
    await user.click(screen.getByRole("button", { name: "Logout" }));
    await waitFor(() => expect(address()).toBe("/"));
    expect(localStorage).toHaveLength(0);
  });
});

describe("the guard", () => {
  test("sends a visitor of check-in to the login with its own address, which is not in the new address", async () => {
    render(
      <MemoryRouter initialEntries={["/checkin/river-run/2026?lang=es"]}>
        <Routes>
          <Route
            path="/checkin/*"
            element={
              <Guard realm="account" login="/login">
                <p>participants</p>
              </Guard>
            }
          />
          <Route path="/login" element={<Arrival />} />
        </Routes>
      </MemoryRouter>,
    );
    expect(
      await screen.findByText(
        JSON.stringify(["/login", { from: "/checkin/river-run/2026", ended: false }]),
      ),
    ).toBeTruthy();
  });
});

describe("logout", () => {
  test.each([
    ["/logout", "account"],
    ["/remote/logout", "remote"],
  ] as const)(
    "%s says so, clears its own realm alone and goes to the event list",
    async (path, realm) => {
      for (const each of ["account", "remote"] as const) signedIn(each);
      const told = new Later<Answered>();
      answering(`${HOSTS[realm]}account/logout`, told.promise);
      show(path);
      await screen.findByText("Logging out...");
      expect(document.title).toBe("Chute - Logout");
      await waitFor(() => expect(host.asked()).toEqual([`${HOSTS[realm]}account/logout`]));
      expect(Object.keys(localStorage)).toEqual([realm === "account" ? KEYS.remote : KEYS.account]);
      await act(async () => {
        told.answer([500, { message: "Internal Error" }]);
        await Promise.resolve();
      });
      await waitFor(() => expect(address()).toBe("/"));
    },
  );

  test("goes on where the server does not answer", async () => {
    signedIn();
    answering("/api/account/logout", new Promise<Answered>(() => undefined));
    show("/logout");
    await waitFor(() => expect(localStorage).toHaveLength(0));
    await waitFor(() => expect(address()).toBe("/"));
  });

  test("without a sign-in makes no call", async () => {
    show("/logout");
    await waitFor(() => expect(address()).toBe("/"));
    expect(host.asked().filter((url) => url.includes("account"))).toEqual([]);
  });
});

describe("the navigation", () => {
  test.each([
    [
      "/login",
      [
        ["Events", "/", null],
        ["Remote", "/remote", null],
        ["Login", "/login", "page"],
      ],
    ],
    [
      "/Login/",
      [
        ["Events", "/", null],
        ["Remote", "/remote", null],
        ["Login", "/login", "page"],
      ],
    ],
    [
      "/account/login",
      [
        ["Events", "/", null],
        ["Remote", "/remote", null],
        ["Login", "/login", "page"],
      ],
    ],
    [
      "/remote/login",
      [
        ["Events", "/", null],
        ["Remote", "/remote", null],
        ["Login", "/login", null],
      ],
    ],
    [
      "/",
      [
        ["Events", "/", "page"],
        ["Remote", "/remote", null],
        ["Login", "/login", null],
      ],
    ],
  ])("at %s without a sign-in", async (path, expected) => {
    show(path);
    await screen.findByRole("heading", { level: 1 });
    expect(links()).toEqual(expected);
  });

  test("with an account sign-in: Account and Logout; at the portal it is the current page", async () => {
    signedIn();
    show("/account");
    await heading("Account");
    expect(links()).toEqual([
      ["Events", "/", null],
      ["Account", "/account", "page"],
      ["Remote", "/remote", null],
      ["Logout", "/logout", null],
    ]);
  });

  test("a remote sign-in changes nothing", async () => {
    signedIn("remote");
    show("/remote");
    await heading("Remote");
    expect(links()).toEqual([
      ["Events", "/", null],
      ["Remote", "/remote", "page"],
      ["Login", "/login", null],
    ]);
  });
});

describe("another tab", () => {
  test("signs in: the login goes on, the navigation follows", async () => {
    account("one");
    show("/account/login");
    await heading("Login");
    act(() => inAnotherTab("currentUser", tokens("one")));
    await heading("Account");
    expect(screen.getByRole("link", { name: "Logout" })).toBeTruthy();
  });

  test("signs out: the portal goes to its login, and says why", async () => {
    signedIn();
    show("/account");
    await heading("Account");
    act(() => inAnotherTab("currentUser", null));
    await screen.findByText("Your sign-in has ended. Please log in again.");
    expect(address()).toBe("/account/login");
    expect(screen.queryByDisplayValue("Ana Osei")).toBeNull();
  });

  test("signs in as somebody else: the portal is theirs", async () => {
    signedIn();
    account("two", { ...ANA, name: "Zoë Park" });
    show("/account");
    await screen.findByDisplayValue("Ana Osei");
    act(() => inAnotherTab("currentUser", tokens("two")));
    await screen.findByDisplayValue("Zoë Park");
    expect(screen.queryByDisplayValue("Ana Osei")).toBeNull();
  });

  test("has only refreshed: the page stays as it is", async () => {
    signedIn();
    show("/account");
    await heading("Account");
    await waitFor(() => expect(host.arrived.at(-1)?.url).toMatch(/key\/used$/));
    const asked = host.arrived.length;
    act(() => inAnotherTab("currentUser", tokens("one", 2)));
    expect(screen.getByDisplayValue("Ana Osei")).toBeTruthy();
    expect(host.arrived).toHaveLength(asked);
  });

  test("clears the browser's storage: signed out", async () => {
    signedIn();
    show("/account");
    await heading("Account");
    act(() => {
      localStorage.clear();
      window.dispatchEvent(new StorageEvent("storage", { key: null }));
    });
    await heading("Login");
  });
});
