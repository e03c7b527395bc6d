// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Failure } from "../api/failure";
import {
  type Answered,
  anAccessToken,
  aSessionHost,
  inAnotherTab,
  Later,
  type SessionHost,
  tokens,
} from "../test/session-host";
import { accountSession, endSignInBy, sessions, signIn, signOut } from "./client";

const { remote } = sessions;

/** Never called: calls that the types must refuse. */
export function refusedByTypes(): unknown[] {
  return [
    // @ts-expect-error -- the remote host has no linked accounts
    remote.put("account/link", { email: "a@example.org" }),
    // @ts-expect-error -- a PUT
    accountSession.post("account/link", { email: "a@example.org" }),
    // @ts-expect-error -- no such field
    accountSession.post("key", { mail: "a@example.org" }),
    // @ts-expect-error -- it may be missing
    accountSession.post("account", {}).then(({ account }) => account.name),
  ];
}

const KEY = "currentUser";
const OVERVIEW = {
  account: { name: "Ana", email: "ana@example.org", type: "paid", locked: false },
  keys: [],
  events: [],
  linked: [],
};

let host: SessionHost;

beforeEach(() => {
  localStorage.clear();
  host = aSessionHost();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function stored(key = KEY): unknown {
  return JSON.parse(localStorage.getItem(key) ?? "null");
}

function signedIn(name = "one", key = KEY): void {
  localStorage.setItem(key, JSON.stringify(tokens(name)));
}

/** A route that accepts only these access tokens. */
function open(
  url: string,
  allowed: readonly string[],
  answer: Answered,
  refused: Answered = [401, { message: "Unauthorized Token" }],
): void {
  host.routes.set(url, ({ credential }) =>
    allowed.some((token) => credential === `Bearer ${token}`) ? answer : refused,
  );
}

/** A route that always gives this answer. */
function answering(url: string, answer: Answered): void {
  host.routes.set(url, () => answer);
}

async function failureOf(call: Promise<unknown>): Promise<Pick<Failure, "status" | "message">> {
  const thrown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof Failure)) throw new Error(`no failure: ${String(thrown)}`);
  return { status: thrown.status, message: thrown.message };
}

describe("a call", () => {
  test.each([
    ["account", () => accountSession.post("account", {}), KEY, "/api/account"],
    ["remote", () => remote.post("account", {}), "currentRemoteUser", "/remote-api/account"],
  ])(
    "of the %s realm goes to its host with its own token, and to no other with any",
    async (_realm, call, key, url) => {
      signedIn("one", KEY);
      signedIn("two", "currentRemoteUser");
      const { access_token: token } = stored(key) as { access_token: string };
      open(url, [token], [200, OVERVIEW]);
      expect(await call()).toEqual(OVERVIEW);
      expect(host.arrived).toEqual([
        { url, method: "POST", credential: `Bearer ${token}`, body: {} },
      ]);
    },
  );

  test.each([
    ["get", () => accountSession.get("account/all"), "GET", "/api/account/all", undefined],
    [
      "put",
      () => accountSession.put("account/link", { email: "b@example.org" }),
      "PUT",
      "/api/account/link",
      { email: "b@example.org" },
    ],
    [
      "delete",
      () => accountSession.delete("key/delete", { key: "rk_1" }),
      "DELETE",
      "/api/key/delete",
      { key: "rk_1" },
    ],
  ])("%s", async (_name, call, method, url, body) => {
    signedIn();
    answering(url, [200, ""]);
    expect(await call()).toEqual({});
    expect(host.arrived).toMatchObject([{ url, method, body }]);
  });

  test("without a sign-in asks nobody", async () => {
    expect(await failureOf(accountSession.post("account", {}))).toEqual({
      status: 401,
      message: "",
    });
    expect(host.arrived).toEqual([]);
  });

  test.each([
    ["broken text", '{"access_token'],
    ["a list", '["access_token"]'],
    ["no token", '{"refresh_token":"r"}'],
    ["an empty token", '{"access_token":""}'],
    ["a token that is no text", '{"access_token":7}'],
    ["nothing", ""],
  ])("with %s in the store is one without a sign-in", async (_what, text) => {
    localStorage.setItem(KEY, text);
    expect((await failureOf(accountSession.post("account", {}))).status).toBe(401);
    expect(host.arrived).toEqual([]);
  });

  test.each([
    ["not JSON", "<html>"],
    ["no object", [1]],
  ])("answered with what is %s is a failure without a message", async (_what, body) => {
    signedIn();
    vi.stubGlobal("fetch", () =>
      Promise.resolve(new Response(typeof body === "string" ? body : JSON.stringify(body))),
    );
    expect(await failureOf(accountSession.post("account", {}))).toEqual({
      status: 200,
      message: "",
    });
  });

  test("refused for another reason is a failure with the server's message, and nothing is refreshed", async () => {
    signedIn();
    answering("/api/account/link", [404, { message: "Unknown Email" }]);
    expect(await failureOf(accountSession.put("account/link", { email: "x@example.org" }))).toEqual(
      { status: 404, message: "Unknown Email" },
    );
    expect(host.asked()).toEqual(["/api/account/link"]);
    expect(stored()).toEqual(tokens("one"));
  });
});

/** The answers to a refresh and to the retry, and what happens to the call and to the sign-in. */
const REFRESHES: readonly {
  name: string;
  refresh: Answered;
  retry?: Answered;
  becomes: unknown;
  after: object | null;
}[] = [
  { name: "good", refresh: [200, tokens("one", 2)], becomes: OVERVIEW, after: tokens("one", 2) },
  {
    name: "good, without a new refresh token",
    refresh: [200, { access_token: anAccessToken("one", 2) }],
    becomes: OVERVIEW,
    after: { ...tokens("one", 2), refresh_token: "one-refresh-1" },
  },
  {
    name: "refused with 401",
    refresh: [401, { message: "Unauthorized" }],
    becomes: { status: 401, message: "Unauthorized" },
    after: null,
  },
  {
    name: "refused with 403",
    refresh: [403, {}],
    becomes: { status: 403, message: "" },
    after: null,
  },
  {
    name: "500",
    refresh: [500, { message: "Internal Error" }],
    becomes: { status: 500, message: "Internal Error" },
    after: tokens("one"),
  },
  {
    name: "429",
    refresh: [429, { message: "Too Many Requests." }],
    becomes: { status: 429, message: "Too Many Requests." },
    after: tokens("one"),
  },
  {
    name: "without the network",
    refresh: "down",
    becomes: { status: 0, message: "" },
    after: tokens("one"),
  },
  {
    name: "200 without an access token",
    refresh: [200, { refresh_token: "r" }],
    becomes: { status: 200, message: "" },
    after: tokens("one"),
  },
  {
    name: "200 with an empty access token",
    refresh: [200, { ...tokens("one", 2), access_token: "" }],
    becomes: { status: 200, message: "" },
    after: tokens("one"),
  },
  {
    name: "good, the retry 401",
    refresh: [200, tokens("one", 2)],
    retry: [401, { message: "Unauthorized" }],
    becomes: { status: 401, message: "Unauthorized" },
    after: null,
  },
  {
    name: "good, the retry 403",
    refresh: [200, tokens("one", 2)],
    retry: [403, { message: "No" }],
    becomes: { status: 403, message: "No" },
    after: null,
  },
  {
    name: "good, the retry 500",
    refresh: [200, tokens("one", 2)],
    retry: [500, { message: "Internal Error" }],
    becomes: { status: 500, message: "Internal Error" },
    after: tokens("one", 2),
  },
  {
    name: "good, the retry without the network",
    refresh: [200, tokens("one", 2)],
    retry: "down",
    becomes: { status: 0, message: "" },
    after: tokens("one", 2),
  },
];

describe("an access token that is over", () => {
  test.each(
    REFRESHES.flatMap((of) => [401, 403].map((refused) => [refused, of.name, of] as const)),
  )(
    "(%i) and a refresh that is %s",
    async (refused, _name, { refresh, retry = [200, OVERVIEW], becomes, after }) => {
      signedIn();
      open("/api/account", [anAccessToken("one", 2)], retry, [
        refused,
        { message: "Unauthorized Token" },
      ]);
      answering("/api/account/refresh", refresh);
      const call = accountSession.post("account", {});
      expect("status" in (becomes as object) ? await failureOf(call) : await call).toEqual(becomes);
      expect(stored()).toEqual(after);
      expect(host.arrived[1]).toEqual({
        url: "/api/account/refresh",
        method: "POST",
        credential: null,
        body: { refresh_token: "one-refresh-1" },
      });
      expect(host.asked().filter((url) => url === "/api/account/refresh")).toHaveLength(1);
      expect(host.arrived.length).toBeLessThanOrEqual(3);
    },
  );

  test("keeps what else was answered at login", async () => {
    localStorage.setItem(KEY, JSON.stringify({ ...tokens("one"), account: "Ana" }));
    open("/api/account", [anAccessToken("one", 2)], [200, OVERVIEW]);
    answering("/api/account/refresh", [200, tokens("one", 2)]);
    await accountSession.post("account", {});
    expect(stored()).toEqual({ ...tokens("one", 2), account: "Ana" });
  });

  test("and no refresh token: signed out, without asking", async () => {
    localStorage.setItem(KEY, JSON.stringify({ access_token: anAccessToken("one") }));
    open("/api/account", [], [200, OVERVIEW]);
    expect((await failureOf(accountSession.post("account", {}))).status).toBe(401);
    expect(stored()).toBeNull();
    expect(host.asked()).toEqual(["/api/account"]);
  });

  test("of the remote realm is renewed at the remote host, and its end is not that of the other realm", async () => {
    signedIn();
    signedIn("far", "currentRemoteUser");
    open("/remote-api/account", [], [200, OVERVIEW]);
    answering("/remote-api/account/refresh", [401, { message: "Unauthorized" }]);
    await failureOf(remote.post("account", {}));
    expect(host.asked()).toEqual(["/remote-api/account", "/remote-api/account/refresh"]);
    expect([stored(), stored("currentRemoteUser")]).toEqual([tokens("one"), null]);
  });

  test("calls that fail at the same time share one refresh", async () => {
    signedIn();
    open("/api/account", [anAccessToken("one", 2)], [200, OVERVIEW]);
    open("/api/key", [anAccessToken("one", 2)], [200, { keys: [] }]);
    answering("/api/account/refresh", [200, tokens("one", 2)]);
    expect(
      await Promise.all([
        accountSession.post("account", {}),
        accountSession.post("key", {}),
        accountSession.post("account", {}),
      ]),
    ).toEqual([OVERVIEW, { keys: [] }, OVERVIEW]);
    expect(host.asked().filter((url) => url === "/api/account/refresh")).toHaveLength(1);
  });

  test("calls that fail at the same time fail together, and the next one tries to refresh again", async () => {
    signedIn();
    open("/api/account", [anAccessToken("one", 2)], [200, OVERVIEW]);
    answering("/api/account/refresh", [500, { message: "Internal Error" }]);
    const statuses = (
      await Promise.all([1, 2].map(() => failureOf(accountSession.post("account", {}))))
    ).map(({ status }) => status);
    expect(statuses).toEqual([500, 500]);
    expect(host.asked().filter((url) => url === "/api/account/refresh")).toHaveLength(1);
    answering("/api/account/refresh", [200, tokens("one", 2)]);
    expect(await accountSession.post("account", {})).toEqual(OVERVIEW);
  });

  test("a call that comes back late goes on with what the others were given", async () => {
    signedIn();
    const late = new Later<Answered>();
    host.routes.set("/api/key", ({ credential }) =>
      credential === `Bearer ${anAccessToken("one", 2)}` ? [200, { keys: [] }] : late.promise,
    );
    open("/api/account", [anAccessToken("one", 2)], [200, OVERVIEW]);
    answering("/api/account/refresh", [200, tokens("one", 2)]);
    const slow = accountSession.post("key", {});
    await accountSession.post("account", {});
    late.answer([401, { message: "Unauthorized Token" }]);
    expect(await slow).toEqual({ keys: [] });
    expect(host.asked().filter((url) => url === "/api/account/refresh")).toHaveLength(1);
  });
});

describe("a refusal that is not about the sign-in", () => {
  test.each([
    [
      "a change of password",
      () =>
        accountSession.put(
          "account/password",
          { old_password: "a", new_password: "b" },
          { keepSignIn: true },
        ),
      "/api/account/password",
    ],
    [
      "the event of somebody else",
      () => accountSession.post("r/participants", { slug: "theirs" }, { keepSignIn: true }),
      "/api/r/participants",
    ],
  ])(
    "%s: refused after a good refresh, the message is told and nobody is signed out",
    async (_what, call, url) => {
      signedIn();
      answering(url, [401, { message: "Unauthorized" }]);
      answering("/api/account/refresh", [200, tokens("one", 2)]);
      expect(await failureOf(call())).toEqual({ status: 401, message: "Unauthorized" });
      expect(stored()).toEqual(tokens("one", 2));
      expect(host.asked()).toEqual([url, "/api/account/refresh", url]);
    },
  );

  test("a refused refresh signs out all the same", async () => {
    signedIn();
    answering("/api/r/participants", [401, { message: "Unauthorized Token" }]);
    answering("/api/account/refresh", [401, { message: "Unauthorized" }]);
    await failureOf(accountSession.post("r/participants", { slug: "race" }, { keepSignIn: true }));
    expect(stored()).toBeNull();
  });
});

describe("another tab", () => {
  test("has refreshed while this one was refused: its tokens are used, and none is asked for", async () => {
    signedIn();
    host.routes.set("/api/account", ({ credential }) => {
      if (credential === `Bearer ${anAccessToken("one", 2)}`) return [200, OVERVIEW];
      inAnotherTab(KEY, tokens("one", 2));
      return [401, {}];
    });
    expect(await accountSession.post("account", {})).toEqual(OVERVIEW);
    expect(host.asked()).toEqual(["/api/account", "/api/account"]);
  });

  test.each([[401], [200]])(
    "has refreshed while this one did, too, and was answered %s: its tokens stay",
    async (status) => {
      signedIn();
      open("/api/account", [anAccessToken("one", 2)], [200, OVERVIEW]);
      host.routes.set("/api/account/refresh", () => {
        inAnotherTab(KEY, tokens("one", 2));
        return [status, status === 200 ? { ...tokens("one", 3) } : { message: "Unauthorized" }];
      });
      expect(await accountSession.post("account", {})).toEqual(OVERVIEW);
      expect(stored()).toEqual(tokens("one", 2));
    },
  );

  test("has signed out while this one refreshes: it stays signed out", async () => {
    signedIn();
    answering("/api/account", [401, {}]);
    host.routes.set("/api/account/refresh", () => {
      inAnotherTab(KEY, null);
      return [200, tokens("one", 2)];
    });
    expect((await failureOf(accountSession.post("account", {}))).status).toBe(401);
    expect(stored()).toBeNull();
    expect(host.asked()).toEqual(["/api/account", "/api/account/refresh"]);
  });

  test.each([["/api/account"], ["/api/account/refresh"]])(
    "has signed in as somebody else while %s was asked: the call is not made as them, and they stay signed in",
    async (meanwhile) => {
      signedIn();
      for (const url of ["/api/account", "/api/account/refresh"]) {
        host.routes.set(url, () => {
          if (url === meanwhile) inAnotherTab(KEY, tokens("two"));
          return [401, {}];
        });
      }
      expect((await failureOf(accountSession.post("account", {}))).status).toBe(401);
      expect(stored()).toEqual(tokens("two"));
      expect(
        host.arrived.every(({ credential }) => credential !== `Bearer ${anAccessToken("two")}`),
      ).toBe(true);
    },
  );

  test("has signed in to another account while the retry was refused: that sign-in stays", async () => {
    signedIn();
    host.routes.set("/api/account", ({ credential }) => {
      if (credential === `Bearer ${anAccessToken("one", 2)}`) inAnotherTab(KEY, tokens("two"));
      return [401, {}];
    });
    answering("/api/account/refresh", [200, tokens("one", 2)]);
    await failureOf(accountSession.post("account", {}));
    expect(stored()).toEqual(tokens("two"));
  });

  test("refreshes at the same time: this one waits for it, where the browser can lock", async () => {
    signedIn();
    open("/api/account", [anAccessToken("one", 2)], [200, OVERVIEW]);
    const others = new Later<void>();
    const asked: string[] = [];
    vi.stubGlobal("navigator", {
      locks: {
        request: async (name: string, _options: object, act: () => unknown) => {
          asked.push(name);
          await others.promise;
          return act();
        },
      },
    });
    const call = accountSession.post("account", {});
    await vi.waitFor(() => expect(asked).toEqual(["refresh account"]), { timeout: 60_000 });
    inAnotherTab(KEY, tokens("one", 2));
    others.answer();
    expect(await call).toEqual(OVERVIEW);
    expect(host.asked()).toEqual(["/api/account", "/api/account"]);
  });

  test("waits for this one, which refreshes in vain: it is not tried again without the lock", async () => {
    signedIn();
    answering("/api/account", [401, {}]);
    answering("/api/account/refresh", [500, { message: "Internal Error" }]);
    vi.stubGlobal("navigator", {
      locks: { request: (_name: string, _options: object, act: () => unknown) => act() },
    });
    expect((await failureOf(accountSession.post("account", {}))).status).toBe(500);
    expect(host.asked()).toEqual(["/api/account", "/api/account/refresh"]);
  });

  test("holds the lock and sleeps: this one refreshes without it", async () => {
    signedIn();
    open("/api/account", [anAccessToken("one", 2)], [200, OVERVIEW]);
    answering("/api/account/refresh", [200, tokens("one", 2)]);
    vi.stubGlobal("navigator", {
      locks: { request: () => Promise.reject(new DOMException("", "TimeoutError")) },
    });
    expect(await accountSession.post("account", {})).toEqual(OVERVIEW);
    expect(host.asked()).toEqual(["/api/account", "/api/account/refresh", "/api/account"]);
  });
});

describe("signing in", () => {
  test.each([
    ["account", KEY, "/api/account/login"],
    ["remote", "currentRemoteUser", "/remote-api/account/login"],
  ] as const)(
    "to the %s realm keeps the whole answer, and needs no credential",
    async (realm, key, url) => {
      answering(url, [200, { ...tokens("one"), more: [1] }]);
      await signIn(realm, "ana@example.org", " a b ");
      expect(Object.keys(localStorage)).toEqual([key]);
      expect(stored(key)).toEqual({ ...tokens("one"), more: [1] });
      expect(host.arrived).toEqual([
        {
          url,
          method: "POST",
          credential: null,
          body: { email: "ana@example.org", password: " a b " },
        },
      ]);
    },
  );

  test.each([
    [
      "refused",
      [401, { message: "Invalid Credentials" }],
      { status: 401, message: "Invalid Credentials" },
    ],
    ["200 without an access token", [200, { refresh_token: "r" }], { status: 200, message: "" }],
    [
      "200 without an access token but a message",
      [200, { message: "Not today." }],
      { status: 200, message: "Not today." },
    ],
    ["200 with nothing", [200, ""], { status: 200, message: "" }],
    ["without the network", "down", { status: 0, message: "" }],
  ] as const)(
    "%s: nobody is signed in, and nothing is refreshed",
    async (_what, answer, failure) => {
      answering("/api/account/login", answer);
      expect(await failureOf(signIn("account", "a@example.org", "b"))).toEqual(failure);
      expect(localStorage).toHaveLength(0);
      expect(host.asked()).toEqual(["/api/account/login"]);
    },
  );

  test("too often: the failure says how long to wait", async () => {
    answering("/api/account/login", [
      429,
      { message: "Too Many Requests." },
      { "Retry-After": "60" },
    ]);
    await expect(signIn("account", "a@example.org", "b")).rejects.toMatchObject({
      status: 429,
      retryAfter: 60,
    });
    answering("/api/account/login", [
      429,
      { message: "Too Many Requests." },
      { "Retry-After": "tomorrow" },
    ]);
    await expect(signIn("account", "a@example.org", "b")).rejects.toMatchObject({
      status: 429,
      retryAfter: 0,
    });
  });

  test("where nothing can be stored: for the visit, and what was stored before is gone", async () => {
    signedIn("old");
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("", "QuotaExceededError");
    });
    answering("/api/account/login", [200, tokens("one")]);
    open("/api/account", [anAccessToken("one")], [200, OVERVIEW]);
    await signIn("account", "a@example.org", "b");
    expect(await accountSession.post("account", {})).toEqual(OVERVIEW);
    expect(stored()).toBeNull();
    full.mockRestore();
    answering("/api/account/logout", [200, ""]);
    await signOut("account");
    expect((await failureOf(accountSession.post("account", {}))).status).toBe(401);
  });
});

describe("signing out", () => {
  test.each([
    ["knows", [200, ""]],
    ["fails", [500, { message: "Internal Error" }]],
    ["is not there", "down"],
  ] as const)("is done at once; the server %s", async (_what, answer) => {
    signedIn();
    signedIn("far", "currentRemoteUser");
    answering("/api/account/logout", answer);
    const done = signOut("account");
    expect(stored()).toBeNull();
    await done;
    expect(host.arrived).toMatchObject([
      { url: "/api/account/logout", method: "POST", credential: `Bearer ${anAccessToken("one")}` },
    ]);
    expect(stored("currentRemoteUser")).toEqual(tokens("far"));
  });

  test("with an access token that is over ends the sign-in at the server, too, and stores nothing", async () => {
    signedIn();
    open("/api/account/logout", [anAccessToken("one", 2)], [200, ""]);
    answering("/api/account/refresh", [200, tokens("one", 2)]);
    await signOut("account");
    expect(host.asked()).toEqual([
      "/api/account/logout",
      "/api/account/refresh",
      "/api/account/logout",
    ]);
    expect(localStorage).toHaveLength(0);
  });

  test("with a sign-in that the server has ended", async () => {
    signedIn();
    answering("/api/account/logout", [401, {}]);
    answering("/api/account/refresh", [401, {}]);
    await signOut("account");
    expect(host.asked()).toEqual(["/api/account/logout", "/api/account/refresh"]);
    expect(localStorage).toHaveLength(0);
  });

  test("without a sign-in makes no call", async () => {
    await signOut("account");
    expect(host.arrived).toEqual([]);
  });

  test("deletes what check-in keeps on this device, of this account alone; a sign-in that ends otherwise leaves it", async () => {
    const deleteDatabase = vi.fn();
    vi.stubGlobal("indexedDB", { deleteDatabase });
    sessionStorage.setItem("checkin bibs river-run/2026", "100-199");
    sessionStorage.setItem("other", "stays");
    const claims = btoa(JSON.stringify({ sub: "a_7", fam: "one" })).replaceAll("=", "");
    const begin = () =>
      localStorage.setItem(
        KEY,
        JSON.stringify({ access_token: `h.${claims}.s`, refresh_token: "r" }),
      );
    answering("/api/account/password", [200, ""]);
    answering("/api/account/logout", [200, ""]);
    begin();
    await endSignInBy("account", () =>
      accountSession.put("account/password", { old_password: "a", new_password: "b" }),
    );
    expect(stored()).toBeNull();
    expect(deleteDatabase).not.toHaveBeenCalled();
    begin();
    await endSignInBy("account", () => Promise.resolve(), { signsOut: true });
    expect(deleteDatabase.mock.calls).toEqual([["checkin a_7"]]);
    expect([sessionStorage.length, sessionStorage.getItem("other")]).toEqual([1, "stays"]);
    begin();
    await signOut("account");
    expect(deleteDatabase).toHaveBeenCalledTimes(2);
  });

  test("of the remote realm leaves check-in alone", async () => {
    const deleteDatabase = vi.fn();
    vi.stubGlobal("indexedDB", { deleteDatabase });
    signedIn("far", "currentRemoteUser");
    answering("/remote-api/account/logout", [200, ""]);
    await signOut("remote");
    expect(deleteDatabase).not.toHaveBeenCalled();
  });
});

test("a status that the caller takes is an answer; others stay failures", async () => {
  signedIn();
  answering("/api/key", [409, { conflicts: [] }]);
  expect(await accountSession.post("key", {}, { takes: [409] })).toEqual({ conflicts: [] });
  answering("/api/key", [410, { message: "Gone" }]);
  expect(await failureOf(accountSession.post("key", {}, { takes: [409] }))).toEqual({
    status: 410,
    message: "Gone",
  });
});
