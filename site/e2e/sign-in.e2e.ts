/** Sign-in of both realms in a real browser (pages.md B1.2, B5, C16). */
import { randomInt } from "node:crypto";
import type { BrowserContext, Request } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { SCREENS, SITE } from "./browser";
import { cutTexts, resize, sideways } from "./layout";
import { expireAccess } from "./organiser";
import { type ContextOptions, context, newPage, page, withBrowser, wrongs } from "./page";
import { adminOf, calledFrom } from "./stack";

const NARROW = { width: 320, height: 640 };
const ENDED = "Your sign-in has ended. Please log in again.";

const ACCOUNT = {
  realm: "account",
  portal: "/account",
  login: "/account/login",
  logout: "/logout",
  title: "Login",
  heading: "Account",
  api: "/api/",
  key: "currentUser",
} as const;
const REMOTE = {
  realm: "remote",
  portal: "/remote",
  login: "/remote/login",
  logout: "/remote/logout",
  title: "Remote Login",
  heading: "Remote",
  api: "/remote-api/",
  key: "currentRemoteUser",
} as const;
const REALMS = [ACCOUNT, REMOTE];
type Realm = (typeof REALMS)[number];

withBrowser();

/** A visitor with an address of their own: failed logins are counted by it. */
async function visitor(options: ContextOptions = {}): Promise<void> {
  const part = () => randomInt(0x1_00_00).toString(16);
  const extraHTTPHeaders = calledFrom(`2001:db8:${part()}:${part()}::1`);
  await newPage({ extraHTTPHeaders, ...options });
}

beforeEach(() => visitor());

function heading(name: string, of = page) {
  return of.getByRole("heading", { level: 1, name, exact: true }).waitFor();
}

async function fill(
  { email, password }: { email: string; password: string },
  of = page,
): Promise<void> {
  await of.getByLabel("Email").fill(email);
  await of.getByLabel("Password").fill(password);
}

function send(of = page): Promise<void> {
  return of.getByRole("main").getByRole("button", { name: "Login" }).click();
}

/** Signs in, and waits for the portal. */
async function enter(realm: Realm, of = page): Promise<void> {
  await of.goto(SITE + realm.login);
  await fill(adminOf(realm.realm), of);
  await send(of);
  await heading(realm.heading, of);
}

interface Tokens {
  access_token: string;
  refresh_token: string;
}

async function stored({ key }: Realm, of = page): Promise<Tokens | null> {
  return JSON.parse(
    await of.evaluate((name) => localStorage.getItem(name) ?? "null", key),
  ) as Tokens | null;
}

async function tokensOf(realm: Realm, of = page): Promise<Tokens> {
  const found = await stored(realm, of);
  if (found === null) throw new Error("Nobody is signed in.");
  return found;
}

function ask({ api }: Realm, path: string, access: string, body: object = {}) {
  return context.request.post(SITE + api + path, {
    headers: access === "" ? {} : { Authorization: `Bearer ${access}` },
    data: body,
  });
}

/** Calls to the APIs from now on: their address and credential. */
function listen(of: BrowserContext = context): { url: string; credential: string }[] {
  const calls: { url: string; credential: string }[] = [];
  of.on("request", (request: Request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(remote-)?api\//.test(pathname))
      calls.push({ url: pathname, credential: request.headers().authorization ?? "" });
  });
  return calls;
}

/** On every screen: axe finds nothing, and nothing is pushed off it. */
async function isSound(): Promise<void> {
  for (const screen of Object.values(SCREENS)) {
    await resize(page, screen);
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toBe(0);
  }
}

describe.each(REALMS)("the $realm realm", (realm) => {
  test("from the portal to its login, in, and out again, with the keyboard alone", async () => {
    const { email, password } = adminOf(realm.realm);
    await page.goto(SITE + realm.portal);
    await heading(realm.title);
    expect(page.url()).toBe(SITE + realm.login);
    expect(await page.title()).toBe("Chute - Login");
    await isSound();
    await page.keyboard.press("Tab");
    for (
      let pressed = 0;
      pressed < 20 &&
      !(await page.getByLabel("Email").evaluate((box) => box === document.activeElement));
      pressed += 1
    )
      await page.keyboard.press("Tab");
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await heading(realm.heading);
    expect(page.url()).toBe(SITE + realm.portal);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await page.locator(`input[readonly][value="${email}"]`).first().waitFor();
    expect(await page.title()).toBe(`Chute - ${realm.heading}`);
    await isSound();
    const { access_token: access } = await tokensOf(realm);
    const logout =
      realm === ACCOUNT
        ? page.getByRole("banner").getByRole("link", { name: "Logout" })
        : page.getByRole("button", { name: "Logout" });
    await logout.focus();
    await page.keyboard.press("Enter");
    await heading("Events");
    expect(page.url()).toBe(`${SITE}/`);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect((await ask(realm, "account", access)).status(), "the server knows").toBe(401);
    await page.goBack();
    await heading(realm.title);
  });

  test("missing and refused values are shown at their fields", async () => {
    await page.goto(SITE + realm.login);
    await send();
    await page.getByText("Email is required").waitFor();
    expect(await page.getByLabel("Email").evaluate((box) => box === document.activeElement)).toBe(
      true,
    );
    await isSound();
    await page.keyboard.type("nobody@example.org");
    await page.getByText("Email is required").waitFor({ state: "detached" });
    await page.getByLabel("Password").fill("not the password");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Invalid Credentials", { exact: true }).waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe("nobody@example.org");
    expect(await page.getByLabel("Password").inputValue()).toBe("");
    expect(page.url()).toBe(SITE + realm.login);
    await isSound();
  });

  test("an access token that is over: refreshed without a word", async () => {
    await enter(realm);
    const before = await tokensOf(realm);
    await expireAccess(page, realm.key);
    const calls = listen();
    await page.reload();
    await heading(realm.heading);
    expect(calls.map(({ url }) => url).filter((url) => !url.endsWith("/key/used"))).toEqual([
      `${realm.api}account`,
      `${realm.api}account/refresh`,
      `${realm.api}account`,
    ]);
    expect(calls[1]?.credential).toBe("");
    const after = await tokensOf(realm);
    expect([after.access_token, after.refresh_token]).not.toEqual([
      before.access_token,
      before.refresh_token,
    ]);
    expect((await ask(realm, "account", after.access_token)).status()).toBe(200);
  });

  test("a refresh that is refused: to the login, which says why, and back", async () => {
    await enter(realm);
    expect(
      (await ask(realm, "account/logout", (await tokensOf(realm)).access_token)).status(),
    ).toBe(200);
    await page.reload();
    await page.getByText(ENDED).waitFor();
    expect(page.url()).toBe(SITE + realm.login);
    expect(await stored(realm)).toBeNull();
    expect(await violations(page)).toEqual([]);
    await fill(adminOf(realm.realm));
    await send();
    await heading(realm.heading);
  });

  test("nothing of it at the other host, in an address, a title, the console or another store", async () => {
    const { password } = adminOf(realm.realm);
    const other = realm === ACCOUNT ? REMOTE : ACCOUNT;
    await visitor({ watched: true });
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("framenavigated", (frame) => said.push(frame.url()));
    context.on("request", (request) => said.push(request.url()));
    const calls = listen();
    await enter(other);
    await enter(realm);
    const mine = await tokensOf(realm);
    await expireAccess(page, realm.key);
    await page.reload();
    await heading(realm.heading);
    const renewed = await tokensOf(realm);
    said.push(
      await page.title(),
      await page.evaluate(() =>
        JSON.stringify([Object.entries(sessionStorage), document.cookie, history.state]),
      ),
    );
    said.push(...(await context.cookies()).map(({ value }) => value));
    const secrets = [password, ...Object.values(mine), ...Object.values(renewed)];
    expect(said.filter((words) => secrets.some((secret) => words.includes(secret)))).toEqual([]);
    const shownTo = (api: string) =>
      calls.filter(({ url }) => url.startsWith(api)).map(({ credential }) => credential);
    expect(
      shownTo(other.api).filter((credential) =>
        secrets.some((secret) => credential.includes(secret)),
      ),
    ).toEqual([]);
    const { key } = (await (await context.request.get(`${SITE}/config.json`)).json()) as {
      key: string;
    };
    expect(key).not.toBe("");
    expect(calls.filter(({ credential }) => credential.includes(key))).toEqual([]);
    expect(await wrongs()).toEqual([]);
  });
});

describe("two tabs", () => {
  test("one signs out and in again: the other follows without a reload", async () => {
    await enter(ACCOUNT);
    const other = await context.newPage();
    await other.goto(`${SITE}/account`);
    await heading("Account", other);
    const list = await context.newPage();
    await list.goto(`${SITE}/`);
    await list.getByRole("banner").getByRole("link", { name: "Account" }).waitFor();
    await other.getByRole("banner").getByRole("link", { name: "Logout" }).click();
    await heading("Events", other);
    await page.getByText(ENDED).waitFor();
    expect(page.url()).toBe(`${SITE}/account/login`);
    await list.getByRole("banner").getByRole("link", { name: "Login" }).waitFor();
    await other.getByRole("banner").getByRole("link", { name: "Login" }).click();
    await fill(adminOf("account"), other);
    await send(other);
    await heading("Account");
    await list.getByRole("banner").getByRole("link", { name: "Logout" }).waitFor();
  });

  test.each(REALMS)(
    "of the $realm realm both find the access token over at once: they refresh once, or alike, and nobody is signed out",
    async (realm) => {
      await enter(realm);
      const other = await context.newPage();
      await other.goto(SITE + realm.portal);
      await heading(realm.heading, other);
      // None of their calls may be under way: one that is cut off by leaving the page would
      // refresh, too. The event list makes none.
      await Promise.all([page, other].map((tab) => tab.goto(`${SITE}/`)));
      await Promise.all([heading("Events"), heading("Events", other)]);
      await expireAccess(page, realm.key);
      const calls = listen();
      await Promise.all([page, other].map((tab) => tab.goto(SITE + realm.portal)));
      await Promise.all([heading(realm.heading), heading(realm.heading, other)]);
      // One for both; if the first one's tokens reach the other tab after its turn, one each: never
      // one for every call that was refused.
      const refreshes = calls.filter(({ url }) => url.endsWith("/refresh")).length;
      expect(refreshes).toBeGreaterThanOrEqual(1);
      expect(refreshes).toBeLessThanOrEqual(2);
      expect((await ask(realm, "account", (await tokensOf(realm)).access_token)).status()).toBe(
        200,
      );
    },
  );

  test("of the remote realm: one signs out, the other follows", async () => {
    await enter(REMOTE);
    const other = await context.newPage();
    await other.goto(`${SITE}/remote`);
    await heading("Remote", other);
    await other.getByRole("button", { name: "Logout" }).click();
    await heading("Events", other);
    await page.getByText(ENDED).waitFor();
    expect(page.url()).toBe(`${SITE}/remote/login`);
  });

  test("the realms are apart: signing out of one leaves the other", async () => {
    await enter(ACCOUNT);
    await enter(REMOTE);
    await page.goto(`${SITE}/remote/logout`);
    await heading("Events");
    expect([(await stored(ACCOUNT)) !== null, await stored(REMOTE)]).toEqual([true, null]);
    await page.goto(`${SITE}/account`);
    await heading("Account");
  });
});

test("a server that is down: the login says so, keeps the e-mail, and goes on when it is back", async () => {
  await page.goto(`${SITE}/login`);
  await page.route("**/api/account/login", (route) => route.abort());
  const admin = adminOf("account");
  await fill(admin);
  await send();
  await page.getByRole("alert").getByText("Something went wrong. Please try again.").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(admin.email);
  expect(await page.getByLabel("Password").inputValue()).toBe("");
  await page.unrouteAll();
  await page.getByLabel("Password").fill(admin.password);
  await send();
  await heading("Account");
});

test("too many attempts, for real: it says when to try again", async () => {
  await page.goto(`${SITE}/login`);
  // 429 begins with the twentieth failure from this address, which only this test uses; each with
  // another e-mail.
  for (let tried = 0; tried < 20; tried += 1)
    await ask(ACCOUNT, "account/login", "", {
      email: `nobody-${tried}@example.org`,
      password: "x",
    });
  await fill({ email: "nobody@example.org", password: "x" });
  await send();
  await page
    .getByRole("alert")
    .getByText(/^Too Many Requests\. Please try again in \d+ seconds\.$/)
    .waitFor();
  await page
    .getByRole("alert")
    .getByText(/^You can try again at \d{1,2}:\d\d\s[AP]M\.$/)
    .waitFor();
  expect(await violations(page)).toEqual([]);
});

test.each([
  ["en-US", "Login", "Remote Login"],
  ["es-ES", "Entrar", "Entrar en el servidor remoto"],
])(
  "320 px and letters twice as large, for %s: nothing is lost",
  async (locale, title, remoteTitle) => {
    await visitor({ locale, viewport: NARROW });
    for (const [path, name] of [
      ["/login", title],
      ["/remote/login", remoteTitle],
    ] as const) {
      await page.goto(SITE + path);
      await heading(name);
      await page.getByRole("main").getByRole("button").click();
      await page.locator("[aria-invalid]").first().waitFor();
      expect([await sideways(page), await cutTexts(page)], path).toEqual([0, []]);
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      expect([await sideways(page), await cutTexts(page)], `${path} with large letters`).toEqual([
        0,
        [],
      ]);
      expect(await violations(page)).toEqual([]);
    }
  },
);
