/** A live race of the tests' own, uploaded through the API as a timing client does. */
import { call, published } from "./stack";

const SLUG = "browser-test";
const YEAR = "2001";
const DISTANCE = "10 KM";

/** The page of the race. */
export const OWN_RACE = `/results/${SLUG}/${YEAR}`;

/** A finisher: bib, place, seconds. */
export type Finisher = [bib: number, place: number, seconds: number];

/** Uploads finish rows, twenty per call. */
export async function upload(finishers: readonly Finisher[]): Promise<void> {
  for (let from = 0; from < finishers.length; from += 20) {
    const results = finishers.slice(from, from + 20).map(([bib, place, seconds]) => ({
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
    }));
    await call("results/add", { slug: SLUG, year: YEAR, results });
  }
}

/** Re-creates the race with these finishers, and waits until it is published. */
export async function makeRace(finishers: readonly Finisher[]): Promise<void> {
  const event = {
    name: "Browser Test",
    cert_name: "",
    slug: SLUG,
    website: "",
    image: "",
    contact_email: "test@example.org",
    access_restricted: false,
    type: "distance",
  };
  await call("event/add", { event });
  const event_year = {
    year: YEAR,
    date_time: "2001-05-05T08:00:00-07:00",
    live: true,
    days_allowed: 36_500,
    ranking_type: "gun",
  };
  await call("event-year/add", { slug: SLUG, event_year });
  await call("event-year/update", { slug: SLUG, event_year }, "PUT");
  await call("results/delete", { slug: SLUG, year: YEAR }, "DELETE");
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
  await call("participants/add", { slug: SLUG, year: YEAR, participants: [participant] });
  await upload(finishers);
  await published(
    `${OWN_RACE.slice(1)}/current.json`,
    (text) => (JSON.parse(text) as { count: number }).count === finishers.length,
  );
}
