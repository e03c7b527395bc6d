/** Live races of a test's own, uploaded through the API as a timing client does. */
import { randomUUID } from "node:crypto";
import { enter, eventOf, holds, moment, participantOf, resultOf, upload, yearOf } from "./race";
import { call } from "./stack";

const YEAR = "2001";

/** A finisher: bib, place, seconds. */
export type Finisher = [bib: number, place: number, seconds: number];

/** A race that only its test knows. */
export interface OwnRace {
  /** Slug and year, as in addresses. */
  race: string;
  /** Uploads finish rows, twenty per call. */
  upload: (finishers: readonly Finisher[]) => Promise<void>;
  /** Waits until this many rows are published. */
  holds: (rows: number) => Promise<void>;
}

/** Makes a live race with these finishers, and waits until it is published. */
export async function makeRace(finishers: readonly Finisher[]): Promise<OwnRace> {
  const slug = `own-${randomUUID().slice(0, 8)}`;
  const own: OwnRace = {
    race: `${slug}/${YEAR}`,
    upload: (some) => upload(slug, YEAR, some.map(row)),
    holds: (rows) => holds(slug, YEAR, rows),
  };
  await call("event/add", eventOf(slug, { name: "Browser Test" }));
  await call("event-year/add", yearOf(slug, YEAR, { live: true, days_allowed: 36_500 }));
  const robin = { bib: "100", first: "Robin", last: "Entry", age_group: "30-39" };
  await enter(slug, YEAR, [participantOf("entry-e2e", robin)]);
  await own.upload(finishers);
  await own.holds(finishers.length);
  return own;
}

function row([bib, ranking, seconds]: Finisher) {
  return resultOf(bib, { seconds, ranking, local_time: `${YEAR}-05-02T09:00:00-07:00` });
}

/** A race of today, in which Ana Ruiz with bib 88 passed mile 1. */
export interface Underway {
  slug: string;
  year: string;
  /** Uploads a passage of Ana's, or of somebody with another bib, of this moment. */
  pass: (bib: string, segment: string, given?: object) => Promise<void>;
  finish: (bib: string) => Promise<void>;
}

/** Makes the race, and waits until it is published. */
export async function makeUnderway(): Promise<Underway> {
  const [slug, year] = [`own-${randomUUID().slice(0, 8)}`, "2026"];
  const pass = async (bib: string, segment: string, given: object = {}) => {
    const ana = { first: "Ana", last: "Ruiz", age: 41, age_group: "40-49" };
    const times = { seconds: 1450, chip_seconds: 1442, local_time: moment(Date.now()) };
    await upload(slug, year, [resultOf(bib, { ...ana, ...times, ranking: -1, segment, ...given })]);
  };
  const finish = (bib: string) =>
    pass(bib, "Finish", { seconds: 2710, chip_seconds: 2701, ranking: 12 });
  await call("event/add", eventOf(slug));
  const live = { date_time: moment(Date.now()), live: true, days_allowed: 2 };
  await call("event-year/add", yearOf(slug, year, live));
  // an hour ago, which is not news: so nobody has checked yet whether the year has followers, a
  // result that is cached for a minute
  const local_time = moment(Date.now() - 3_600_000);
  await pass("88", "Mile 1", { seconds: 480, chip_seconds: 472, local_time });
  await holds(slug, year, 1);
  return { slug, year, pass, finish };
}
