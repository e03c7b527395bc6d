/**
 * Parts of a test's race, with defaults for whatever the test does not ask about: bodies of calls
 * to the API, as organisers (`r/…`) and timing programs send them.
 */
import { call, published } from "./stack";

/** The event of `event/add`. */
export function eventOf(slug: string, given: object = {}) {
  const event = { name: "River 10K", slug, contact_email: "rd@example.org", type: "distance" };
  return { event: { ...event, ...given } };
}

/** The year of `event-year/add`: over, started on a morning in May. */
export function yearOf(slug: string, year: string, given: object = {}) {
  const event_year = {
    year,
    date_time: `${year.slice(0, 4)}-05-02T08:00:00-07:00`,
    live: false,
    days_allowed: 0,
    ranking_type: "gun",
  };
  return { slug, event_year: { ...event_year, ...given } };
}

/** A moment, in ms, as a timing program writes it. */
export function moment(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "+00:00");
}

/**
 * A row of `results/add`: a finisher, or whoever passed the `segment` given. The chip time is the
 * clock's, and all places are the one in `ranking`, unless a test gives them.
 */
export function resultOf(
  bib: number | string,
  given: { segment?: string; seconds?: number; ranking?: number; [field: string]: unknown } = {},
) {
  const { segment = "Finish", seconds = 3_000, ranking = 1 } = given;
  return {
    person_id: `p${bib}`,
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
    segment,
    location: segment,
    occurence: 1,
    ranking,
    age_ranking: ranking,
    gender_ranking: ranking,
    finish: segment === "Finish",
    type: 0,
    anonymous: false,
    local_time: "2026-05-02T09:00:00-07:00",
    division: "",
    division_ranking: -1,
    ...given,
  };
}

/** A row of `participants/add`. */
export function participantOf(id: string, given: object = {}) {
  return {
    id,
    bib: "",
    first: "First",
    last: id,
    birthdate: "3/9/1985",
    gender: "Woman",
    age_group: "40-49",
    distance: "10 KM",
    anonymous: false,
    sms_enabled: false,
    mobile: "",
    apparel: "M",
    ...given,
  };
}

/** Uploads rows as the stack's timing program, twenty per call. */
export async function upload(slug: string, year: string, rows: readonly object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 20)
    await call("results/add", { slug, year, results: rows.slice(from, from + 20) });
}

/** Uploads participants in the same way. */
export async function enter(slug: string, year: string, people: readonly object[]): Promise<void> {
  for (let from = 0; from < people.length; from += 20)
    await call("participants/add", { slug, year, participants: people.slice(from, from + 20) });
}

/** Waits until this many rows of a year are published. */
export async function holds(slug: string, year: string, rows: number): Promise<void> {
  await published(
    `results/${slug}/${year}/current.json`,
    (text) => (JSON.parse(text) as { count: number }).count === rows,
  );
}
