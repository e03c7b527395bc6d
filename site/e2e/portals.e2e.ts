/**
 * The portals of both realms in a real browser, with accounts of their own at the real server
 * (pages.md C17).
 */
import { randomUUID } from "node:crypto";
import type { Locator } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { SCREENS, SITE } from "./browser";
import { expectSeenControls, isFocused } from "./controls";
import { expectFits, expectFitsLarge, resize, sideways } from "./layout";
import { anAccount, anOrganiser, logIn, PASSWORD } from "./organiser";
import { context, newContext, newPage, page, withBrowser } from "./page";
import { eventOf, moment, participantOf, yearOf } from "./race";
import { callAsAdmin, callAsRemoteAdmin, published } from "./stack";

type Realm = "account" | "remote";

const CALL = { account: callAsAdmin, remote: callAsRemoteAdmin } as const;
const PORTALS = { account: "/account", remote: "/remote" } as const;

withBrowser({ permissions: ["clipboard-read", "clipboard-write"] });
beforeEach(() => newPage());

function account(realm: Realm, type: string): Promise<string> {
  return anAccount(type, "Ana Osei", CALL[realm]);
}

async function signIn(realm: Realm, email: string, password = PASSWORD): Promise<void> {
  await page.goto(`${SITE}${PORTALS[realm]}`);
  await logIn(page, email, password);
  await page.locator("main h2").first().waitFor();
}

function button(name: string | RegExp): Locator {
  return page.getByRole("main").getByRole("button", { name, exact: true });
}

/** Everything that must not contain a value: the page, its address, its title, what is stored. */
function traces(): Promise<string> {
  return page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll("input")].map(({ value }) => value),
      window.location.href,
      document.title,
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.history.state]),
    ].join("\n"),
  );
}

describe.each(["account", "remote"] as const)("%s", (realm) => {
  test("the first key: added, copied at once, masked, shown, edited, deleted", async () => {
    await signIn(realm, await account(realm, "free"));
    await page.getByText("There are no keys yet.").waitFor();
    const add = page
      .locator("article")
      .filter({ has: page.getByRole("heading", { name: "Add Key" }) });
    await add.getByLabel("Name").fill("Finish");
    await add.getByLabel("Pick a day").fill("2031-05-02");
    await add.getByRole("button", { name: "Add Key" }).click();
    const card = page.locator("article").first();
    await card.getByRole("heading", { name: /^Finish - r[km]_[0-9A-Za-z]{28}$/ }).waitFor();
    const copy = card.getByRole("button", { name: "Copy Value Finish" });
    expect(await isFocused(copy)).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByText("Copied.").waitFor();
    const value = await page.evaluate(() => navigator.clipboard.readText());
    expect(value).toMatch(realm === "account" ? /^rk_/ : /^rm_/);
    expect(await traces()).not.toContain(value);
    await page.reload();
    await card.getByRole("heading", { name: `••••••${value.slice(-4)}` }).waitFor();
    expect(await traces()).not.toContain(value);
    await card.getByRole("button", { name: "Show Value Finish" }).click();
    expect(await card.getByLabel("Value", { exact: true }).inputValue()).toBe(value);
    await card.getByText("Expires on May 2, 2031.").waitFor();
    await card.getByRole("button", { name: "Edit Finish" }).click();
    await card.getByLabel("Valid Until").fill("someday");
    await card.getByRole("button", { name: "Save Finish" }).click();
    await card.getByRole("alert").waitFor();
    expect(await card.getByLabel("Valid Until").inputValue()).toContain("2031-05-02");
    await card.getByRole("button", { name: "Delete Finish" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("There are no keys yet.").waitFor();
    expect(await isFocused(page.getByRole("heading", { name: "Add Key" }))).toBe(true);
  });

  test("each key says on which day it was last used", async () => {
    await signIn(realm, await account(realm, "free"));
    const add = page.locator("article").last();
    for (const name of ["Start", "Finish"]) {
      await add.getByLabel("Name").fill(name);
      await add.getByRole("button", { name: "Add Key" }).click();
      await page.getByRole("heading", { name: new RegExp(`^${name}`) }).waitFor();
    }
    const finish = page
      .locator("article")
      .filter({ has: page.getByRole("heading", { name: /^Finish/ }) });
    const value = await finish.getByLabel("Value", { exact: true }).inputValue();
    const path = realm === "account" ? "/api/event/my" : "/remote-api/readers";
    expect(
      (
        await context.request.get(SITE + path, { headers: { Authorization: `Bearer ${value}` } })
      ).status(),
    ).toBe(200);
    await page.reload();
    await finish.getByText(/^Last used on [A-Z][a-z]+ \d{1,2}, \d{4} \(UTC\)\.$/).waitFor();
    await page
      .locator("article")
      .filter({ has: page.getByRole("heading", { name: /^Start/ }) })
      .getByText("Not used yet, as far as is known.")
      .waitFor();
  });

  test("signed out everywhere: on the other device, too", async () => {
    const email = await account(realm, "free");
    await signIn(realm, email);
    const phone = await newContext({ viewport: SCREENS.phone });
    const other = await phone.newPage();
    await other.goto(`${SITE}${PORTALS[realm]}`);
    await logIn(other, email);
    await other.locator("main h2").first().waitFor();
    await button("Sign out everywhere").click();
    const dialog = page.getByRole("dialog", { name: "Warning" });
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await isFocused(button("Sign out everywhere"))).toBe(true);
    await button("Sign out everywhere").click();
    await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByText("Your sign-in has ended. Please log in again.").waitFor();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await other.reload();
    await other.getByText("Your sign-in has ended. Please log in again.").waitFor();
    await phone.close();
    await signIn(realm, email);
  });

  test("a server that is down: what was typed stays, and goes on when it is back", async () => {
    await signIn(realm, await account(realm, "free"));
    await context.route("**/account/update", (route) => route.abort());
    await button("Edit Name").click();
    const name = page.locator("input[autocomplete=name]:not([readonly]):focus");
    await name.press("End");
    await name.pressSequentially(" Again");
    await name.press("Enter");
    await page.getByRole("alert").getByText("Something went wrong. Please try again.").waitFor();
    expect(await page.locator("input:focus").inputValue()).toBe("Ana Osei Again");
    await context.unroute("**/account/update");
    await page.keyboard.press("Enter");
    await page.locator("input[readonly][value='Ana Osei Again']").waitFor();
  });

  test("with the keyboard alone: a name, a key, its end", async () => {
    await signIn(realm, await account(realm, "free"));
    const tabTo = async (name: string) => {
      for (let pressed = 0; pressed < 60; pressed += 1) {
        await page.keyboard.press("Tab");
        const focused = await page.evaluate(() => {
          const element = document.activeElement as HTMLElement | null;
          const label = (element as HTMLInputElement | null)?.labels?.[0]?.textContent;
          return (element?.getAttribute("aria-label") ?? label ?? element?.textContent ?? "")
            .replaceAll(/\s+/g, " ")
            .trim();
        });
        if (focused === name) return;
      }
      throw new Error(`Tab never reaches ${name}.`);
    };
    await page.locator("h1").focus();
    await tabTo("Edit Name");
    await page.keyboard.press("Enter");
    await page.keyboard.press("End");
    await page.keyboard.type(" Again");
    await page.keyboard.press("Enter");
    await page.locator("input[readonly][value='Ana Osei Again']").waitFor();
    expect(await isFocused(button("Edit Name"))).toBe(true);
    await tabTo("Name");
    await page.keyboard.type("Finish");
    await tabTo("Add Key");
    await page.keyboard.press("Enter");
    const card = page.locator("article").first();
    await card.getByRole("heading", { name: /^Finish - / }).waitFor();
    await tabTo("Delete Finish");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Warning" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await dialog.waitFor();
    await tabTo("Delete");
    await page.keyboard.press("Enter");
    await page.getByText("There are no keys yet.").waitFor();
  });

  test("name, password and e-mail, each by itself", async () => {
    const email = await account(realm, "paid");
    await signIn(realm, email);
    await button("Edit Name").click();
    await page.keyboard.type(" Again");
    await page.keyboard.press("Enter");
    await page.locator("input[readonly][value='Ana Osei Again']").waitFor();

    const next = "second pass word";
    await button("Change Password").click();
    for (const [old, words] of [
      ["wrong pass word", /Current Password Is Wrong/],
      [PASSWORD, null],
    ] as const) {
      await page.getByLabel("Old Password").fill(old);
      await page.getByLabel("New Password", { exact: true }).fill(next);
      await page.getByLabel("Repeat New Password").fill(next);
      await button("Save Password").click();
      await page.getByRole("dialog", { name: "Warning" }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
      if (words === null) break;
      await page.getByRole("alert").getByText(words).waitFor();
      expect(await page.getByLabel("Old Password").inputValue()).toBe("");
    }
    await page.getByText("Your sign-in has ended. Please log in again.").waitFor();

    await signIn(realm, email, next);
    const changed = `new-${email}`;
    await button("Edit Email").click();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(changed);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await button("Edit Email").click();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(changed);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
    await page.getByText("Your sign-in has ended. Please log in again.").waitFor();
    await signIn(realm, changed, next);
    expect(await page.locator("input[readonly]").first().inputValue()).toBe("Ana Osei Again");
  });

  test("the administrator: adds an account, changes its type, locks and deletes it", async () => {
    await signIn(realm, await account(realm, "admin"));
    const email = `made-${randomUUID()}@example.org`;
    await button("Add Account").click();
    const form = page.getByRole("region", { name: "Add Account" });
    const types = await form.getByLabel("Type").locator("option").allTextContents();
    expect(types).toEqual([
      "Choose a type",
      ...(realm === "account" ? ["Registration"] : []),
      "Free",
      "Paid",
      "Admin",
    ]);
    // It was opened before: what is added appears in it.
    await button("All Accounts").click();
    await page.getByRole("region", { name: "All Accounts" }).getByRole("searchbox").fill(email);
    await page.getByText("No account matches.").waitFor();
    await form.getByLabel("Name").fill("Lee Park");
    await form.getByLabel("Email").fill(email);
    await form.getByLabel("Password").fill(PASSWORD);
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await form.getByText("Type is required").waitFor();
    await form.getByLabel("Type").selectOption("free");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await form.getByText(`Added ${email}.`).waitFor();
    const list = page.getByRole("region", { name: "All Accounts" });
    await list.getByText("1 account", { exact: true }).waitFor();
    await list.getByLabel("Type").selectOption("paid");
    await list.getByRole("button", { name: "Save type Lee Park" }).click();
    await list.getByText("Lee Park was saved.").waitFor();
    await list.getByRole("button", { name: "Lock Lee Park" }).click();
    await list.getByText(/^Lee Park was locked/).waitFor();
    expect(await violations(page)).toEqual([]);
    await list.getByRole("button", { name: "Delete Lee Park" }).click();
    await page
      .getByRole("dialog")
      .getByLabel("Type the email of the account to confirm")
      .fill(email);
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await list.getByText(`Deleted ${email}.`).waitFor();
  });

  test.each([
    ["en-US", [320, 390, 1280]],
    ["es-MX", [320]],
  ] as const)(
    "%s on every screen: nothing is cut off, axe finds nothing",
    async (locale, widths) => {
      const email = await account(realm, "admin");
      await newPage({ locale });
      await signIn(realm, email);
      for (const opener of await page.locator("h2 > button").all()) await opener.click();
      await page.getByRole("searchbox").waitFor();
      const add = page.locator("article").last();
      await add.locator("input").first().fill("A rather long name of a key at the finish line");
      await add.locator("button[type=submit]").click();
      await page.locator("article").nth(1).waitFor();
      const screens = widths.map((width) => ({ width, height: 800 }));
      await expectFits(page, screens);
      for (const screen of screens) {
        await resize(page, screen);
        await expectSeenControls(page);
      }
      await expectFitsLarge(page, screens);
    },
  );
});

test("events: the newest first, five a page", async () => {
  const email = await account("account", "paid");
  const word = randomUUID().slice(0, 8);
  for (let made = 1; made <= 6; made += 1) {
    const slug = `portal-${word}-${made}`;
    await callAsAdmin("r/event/add", {
      account_email: email,
      ...eventOf(slug, { name: `Run ${made}` }),
    });
    const date_time = moment(Date.UTC(2026, 0, made, 8));
    await callAsAdmin("r/event-year/add", yearOf(slug, "2026", { date_time, days_allowed: 1 }));
  }
  await signIn("account", email);
  const section = page.getByRole("region", { name: "Events" });
  const names = section.getByRole("listitem").locator("strong");
  await section.getByRole("link", { name: "New event" }).waitFor();
  await expect
    .poll(() => names.allTextContents())
    .toEqual(["Run 6", "Run 5", "Run 4", "Run 3", "Run 2"]);
  const links = await section
    .getByRole("listitem")
    .first()
    .getByRole("link")
    .evaluateAll((found) => found.map((link) => link.getAttribute("href")));
  expect(links).toEqual([`/checkin/portal-${word}-6`, `/account/events/portal-${word}-6`]);
  await button("Page 2").click();
  await page.getByText("Events 6 to 6 of 6").waitFor();
  expect(await names.allTextContents()).toEqual(["Run 1"]);
  expect([await button("Next").isDisabled(), await isFocused(button("Page 2"))]).toEqual([
    true,
    true,
  ]);
  expect(await violations(page)).toEqual([]);
});

test("race day: each room of a live race is one tap from the login, by the keyboard as well", async () => {
  const live = { date_time: moment(Date.now()), live: true };
  const { owner: email, slug, call } = await anOrganiser({ 2026: live }, { name: "Lane Run" });
  const participants = [participantOf("p1", { bib: "1", first: "Ana", last: "Osei" })];
  await call("r/participants/add-many", { slug, year: "2026", participants });
  await published(
    `results/${slug}/2026/current.json`,
    (text) => (JSON.parse(text) as { live: boolean }).live,
  );
  await newPage({ viewport: SCREENS.phone });
  await signIn("account", email);
  const race = page.getByRole("region", { name: "This week" }).getByRole("listitem");
  await race.getByText("LIVE", { exact: true }).waitFor();
  expect(await sideways(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
  for (const [room, arrived] of [
    ["Check-in", page.getByRole("heading", { level: 2, name: "Check-in" })],
    ["Arrivals", page.getByRole("heading", { level: 1, name: "2026 Lane Run Arrivals" })],
    ["Awards", page.getByRole("heading", { level: 1, name: "2026 Lane Run Awards" })],
    ["Publication", page.getByRole("heading", { level: 3, name: "2026" })],
    ["Official", page.getByRole("switch", { name: "Official 2026" })],
  ] as const) {
    const tap = race.getByRole("link", { name: `${room} Lane Run` });
    // Everything needed on race day is above the fold of a phone.
    expect((await tap.boundingBox())?.y).toBeLessThan(SCREENS.phone.height - 44);
    await tap.focus();
    await page.keyboard.press("Enter");
    await arrived.waitFor();
    if (room === "Publication" || room === "Official") {
      await expect.poll(() => isFocused(arrived)).toBe(true);
      // It stays in sight as what stands above it comes.
      const top = async () => (await arrived.boundingBox())?.y;
      await expect.poll(top).toBeGreaterThan(0);
      await expect.poll(top).toBeLessThan(SCREENS.phone.height);
    }
    await page.goBack();
    await tap.waitFor();
  }
});
