/** Accounts, and organisers with an event of their own. What events are made of is in race.ts. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { SITE } from "./browser";
import { expect } from "vitest";
import { eventOf, holds, resultOf, upload, yearOf } from "./race";
import { call, callAsAdmin, type Caller, callerAs, callerWith } from "./stack";

export const PASSWORD = "first pass word";
export const NAME = "Ridge & River Files";
/** Both have results. */
export const YEARS = ["2004-May", "2004-June"] as const;
export const DISTANCE = "10 Mile";

/** Makes an account of a type, of a host's own. Returns its e-mail address. */
export async function anAccount(
  type = "paid",
  name = "Ana Osei",
  callHost = callAsAdmin,
): Promise<string> {
  const email = `${type}-${randomUUID()}@example.org`;
  await callHost("account/add", { account: { name, email, type }, password: PASSWORD });
  return email;
}

/** Fills in and sends the open login page, in any language. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.locator("input[type=email]").fill(email);
  await page.locator("input[type=password]").fill(password);
  await page.locator("main button[type=submit]").click();
}

/**
 * Simulates the passing of a quarter of an hour: the server no longer accepts the access token,
 * while the sign-in itself lasts.
 */
export function expireAccess(page: Page, key = "currentUser"): Promise<void> {
  return page.evaluate((name) => {
    const kept = JSON.parse(localStorage.getItem(name) ?? "{}") as { access_token: string };
    const signature = kept.access_token.lastIndexOf(".") + 1;
    const access_token = `${kept.access_token.slice(0, signature)}${"A".repeat(43)}`;
    localStorage.setItem(name, JSON.stringify({ ...kept, access_token }));
  }, key);
}

/** Signs in on the way to an address. */
export async function signIn(page: Page, path: string, email: string): Promise<void> {
  await page.goto(SITE + path);
  await logIn(page, email);
  await page.waitForURL((url) => !url.pathname.endsWith("/login"));
  if (new URL(page.url()).pathname !== path) await page.goto(SITE + path);
}

/** An organiser with an event of their own. */
export interface Organiser {
  /** The e-mail address of the account that owns the event. */
  owner: string;
  slug: string;
  call: Caller;
}

/** Makes an event with these years by a new account, as its owner. */
export async function anOrganiser(
  years: Readonly<Record<string, object>>,
  event: object = {},
): Promise<Organiser> {
  const owner = await anAccount();
  const slug = `own-${randomUUID().slice(0, 8)}`;
  const caller = await callerAs(owner, PASSWORD);
  await caller("r/event/add", eventOf(slug, event));
  for (const [year, given] of Object.entries(years))
    await caller("r/event-year/add", yearOf(slug, year, { days_allowed: 2, ...given }));
  return { owner, slug, call: caller };
}

/** Makes a key of an account's, and calls with it, as the timing program of the account does. */
export async function timingProgram(account: Caller, type = "write"): Promise<Caller> {
  const { key } = (await account("key/add", { key: { name: "Timing", type } })) as {
    key: { value: string };
  };
  return callerWith(key.value);
}

/** An event of the account with these years, all empty. */
export async function anEvent(email: string, { restricted = false } = {}): Promise<string> {
  const slug = `files-${randomUUID().slice(0, 8)}`;
  await callAsAdmin("r/event/add", {
    account_email: email,
    ...eventOf(slug, { name: NAME, access_restricted: restricted }),
  });
  for (const [index, year] of YEARS.entries()) {
    const date_time = `2004/0${5 + index}/05 08:00:00 -07:00`;
    await callAsAdmin("r/event-year/add", yearOf(slug, year, { date_time, days_allowed: 1 }));
  }
  return slug;
}

const FIRST = ["Ana", "Lee", "Mia", "Jon", "Zoë", "Max"];
const LAST = ["Ruiz", "Park", "Torres", "Baker"];

function runner(place: number, year: number) {
  return resultOf(place, {
    first: FIRST[place % FIRST.length],
    last: LAST[place % LAST.length],
    age: 8 + (place % 10),
    gender: place % 2 === 1 ? "Woman" : "Man",
    age_group: place < 10 ? "Under 12" : "12 and over",
    distance: DISTANCE,
    seconds: 3_600 + place * 37 + year * (place % 5) * 90,
    milliseconds: 500,
    chip_seconds: 3_590 + place * 37,
    ranking: place,
    gender_ranking: Math.ceil(place / 2),
    anonymous: place === 9,
    division: place % 2 === 0 ? "ytp" : "",
    local_time: "2004-05-05T09:00:00-07:00",
  });
}

/**
 * A published event of the stack's own administrator, whose timing key uploads it. Nobody else can
 * upload with that key, so its owner views it as administrator.
 */
export async function aRace(slug: string): Promise<void> {
  await call("event/add", eventOf(slug, { name: NAME }));
  for (const [index, year] of YEARS.entries()) {
    const date_time = `2004-0${5 + index}-05T08:00:00-07:00`;
    await call("event-year/add", yearOf(slug, year, { date_time, days_allowed: 1 }));
    const results = Array.from({ length: 20 }, (_, place) => runner(place + 1, index));
    await upload(slug, year, results);
  }
  for (const year of YEARS) await holds(slug, year, 20);
}

/** A finisher, placed by bib. */
export function finisher(bib: number, seconds: number): object {
  return resultOf(bib, { seconds, ranking: bib, local_time: "2004-06-05T09:00:00-07:00" });
}

/** Uploads results of a year as the timing program of its owner. */
export async function timingOf(
  email: string,
  slug: string,
  year: string,
): Promise<(...results: object[]) => Promise<void>> {
  const program = await timingProgram(await callerAs(email, PASSWORD));
  return async (...results) => {
    const answer = await program("results/add", { slug, year, results });
    expect(answer).toEqual({ count: results.length });
  };
}
