/** Organisers with an event of their own, for tests of what they do with files. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { SITE } from "./browser";
import { expect } from "vitest";
import { call, callAsAdmin, callerAs, published } from "./stack";

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

/** Signs in on the way to an address. */
export async function signIn(page: Page, path: string, email: string): Promise<void> {
  await page.goto(SITE + path);
  await logIn(page, email);
  await page.waitForURL((url) => !url.pathname.endsWith("/login"));
  if (new URL(page.url()).pathname !== path) await page.goto(SITE + path);
}

/** An event of the account with these years, all empty. */
export async function anEvent(email: string, { restricted = false } = {}): Promise<string> {
  const slug = `files-${randomUUID().slice(0, 8)}`;
  await callAsAdmin("r/event/add", {
    account_email: email,
    event: {
      name: NAME,
      slug,
      contact_email: "rd@example.org",
      type: "distance",
      access_restricted: restricted,
    },
  });
  for (const [index, year] of YEARS.entries()) {
    await callAsAdmin("r/event-year/add", {
      slug,
      event_year: {
        year,
        date_time: `2004/0${5 + index}/05 08:00:00 -07:00`,
        live: false,
        days_allowed: 1,
        ranking_type: "gun",
      },
    });
  }
  return slug;
}

const FIRST = ["Ana", "Lee", "Mia", "Jon", "Zoë", "Max"];
const LAST = ["Ruiz", "Park", "Torres", "Baker"];

function runner(place: number, year: number) {
  return {
    person_id: `${place}-files`,
    bib: String(place),
    first: FIRST[place % FIRST.length],
    last: LAST[place % LAST.length],
    age: 8 + (place % 10),
    gender: place % 2 === 1 ? "Woman" : "Man",
    age_group: place < 10 ? "Under 12" : "12 and over",
    distance: DISTANCE,
    seconds: 3_600 + place * 37 + year * (place % 5) * 90,
    milliseconds: 500,
    chip_seconds: 3_590 + place * 37,
    chip_milliseconds: 0,
    segment: "Finish",
    location: "Finish",
    occurence: 1,
    ranking: place,
    age_ranking: place,
    gender_ranking: Math.ceil(place / 2),
    finish: true,
    type: 0,
    anonymous: place === 9,
    local_time: "2004-05-05T09:00:00-07:00",
    division: place % 2 === 0 ? "ytp" : "",
    division_ranking: -1,
  };
}

/**
 * A published event of the stack's own administrator, whose timing key uploads it. Nobody else can
 * upload with that key, so its owner views it as administrator.
 */
export async function aRace(slug: string): Promise<void> {
  await call("event/add", {
    event: { name: NAME, slug, contact_email: "rd@example.org", type: "distance" },
  });
  for (const [index, year] of YEARS.entries()) {
    await call("event-year/add", {
      slug,
      event_year: {
        year,
        date_time: `2004-0${5 + index}-05T08:00:00-07:00`,
        live: false,
        days_allowed: 1,
        ranking_type: "gun",
      },
    });
    await call("results/add", {
      slug,
      year,
      results: Array.from({ length: 20 }, (_, place) => runner(place + 1, index)),
    });
  }
  for (const year of YEARS)
    await published(
      `results/${slug}/${year}/current.json`,
      (text) => (JSON.parse(text) as { count: number }).count === 20,
    );
}

/** A finisher of a year, placed by bib. */
export function finisher(bib: number, seconds: number): object {
  return {
    person_id: `${bib}-uploaded`,
    bib: String(bib),
    first: "Robin",
    last: `Runner ${bib}`,
    age: 30,
    gender: "Woman",
    age_group: "30-39",
    distance: "10 KM",
    seconds,
    milliseconds: 0,
    chip_seconds: seconds,
    chip_milliseconds: 0,
    segment: "Finish",
    location: "Finish",
    occurence: 1,
    ranking: bib,
    age_ranking: bib,
    gender_ranking: bib,
    finish: true,
    type: 0,
    anonymous: false,
    local_time: "2004-06-05T09:00:00-07:00",
    division: "",
    division_ranking: -1,
  };
}

/** Uploads results of a year as the timing program of its owner. */
export async function timingOf(
  email: string,
  slug: string,
  year: string,
): Promise<(...results: object[]) => Promise<void>> {
  const owner = await callerAs(email, PASSWORD);
  const { key } = (await owner("key/add", { key: { name: "Timing", type: "write" } })) as {
    key: { value: string };
  };
  return async (...results) => {
    const answer = await fetch(`${SITE}/api/results/add`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key.value}`, "Content-Type": "application/json" },
      body: JSON.stringify({ slug, year, results }),
    });
    expect([answer.status, await answer.json()]).toEqual([200, { count: results.length }]);
  };
}
