/** A live race of a test's own, uploaded through the API as a timing client does. */
import { randomUUID } from "node:crypto";
import { call, published } from "./stack";

const YEAR = "2001";
const DISTANCE = "10 KM";

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
  const race = `${slug}/${YEAR}`;
  const upload = async (some: readonly Finisher[]) => {
    for (let from = 0; from < some.length; from += 20)
      await call("results/add", {
        slug,
        year: YEAR,
        results: some.slice(from, from + 20).map(row),
      });
  };
  const holds = async (rows: number) => {
    await published(
      `results/${race}/current.json`,
      (text) => (JSON.parse(text) as { count: number }).count === rows,
    );
  };
  await call("event/add", {
    event: { name: "Browser Test", slug, contact_email: "test@example.org", type: "distance" },
  });
  await call("event-year/add", {
    slug,
    event_year: {
      year: YEAR,
      date_time: "2001-05-05T08:00:00-07:00",
      live: true,
      days_allowed: 36_500,
      ranking_type: "gun",
    },
  });
  const participant = {
    id: "entry-e2e",
    bib: "100",
    first: "Robin",
    last: "Entry",
    birthdate: "5/5/1970",
    gender: "Woman",
    age_group: "30-39",
    distance: DISTANCE,
    anonymous: false,
  };
  await call("participants/add", { slug, year: YEAR, participants: [participant] });
  await upload(finishers);
  await holds(finishers.length);
  return { race, upload, holds };
}

function row([bib, place, seconds]: Finisher) {
  return {
    person_id: `${bib}-e2e`,
    bib: String(bib),
    first: "Robin",
    last: `Runner ${bib}`,
    age: 30,
    gender: "Woman",
    age_group: "30-39",
    distance: DISTANCE,
    seconds,
    milliseconds: 0,
    chip_seconds: seconds,
    chip_milliseconds: 0,
    segment: "Finish",
    location: "Finish",
    occurence: 1,
    ranking: place,
    age_ranking: place,
    gender_ranking: place,
    finish: true,
    type: 0,
    anonymous: false,
    local_time: "2001-05-05T09:00:00-07:00",
    division: "",
    division_ranking: -1,
  };
}
