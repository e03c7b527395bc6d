/**
 * A trail race that is live, an hour after its gun: of the 25 KM nobody has finished, of the 5 KM
 * everybody has.
 */
import { randomUUID } from "node:crypto";
import { call, published } from "./stack";

const YEAR = "2005";
const MINUTE = 60;
const COURSE = [
  { name: "Aid 1", distance: 6, pace: 24 * MINUTE },
  { name: "Fire Tower", distance: 11, pace: 47 * MINUTE },
  { name: "Finish", distance: 25, pace: 110 * MINUTE },
];
const FIRST = ["Mara", "Ana", "Ben", "Cleo", "Dario", "Ema", "Finn", "Greta", "Hugo", "Ines"];
const LAST = ["Lopez", "Featherstone", "Okafor", "Wang", "de la Vega"];
/** How many run each distance. */
export const LONG = { name: "25 KM", runners: 30 };
export const SHORT = { name: "5 KM", runners: 12 };
/** Runners of the 25 KM who are followed: one at Fire Tower, two at Aid 1. */
export const FOLLOWED = ["4", "20", "25"];
/** The followed runner who has passed Fire Tower. */
export const AT_TOWER = "4";
/** How many have passed Fire Tower. */
const AHEAD = 14;

/** A row of the `place`th runner at a point; `elapsed` is in seconds since the gun. */
function row(bib: number, place: number, distance: string, point: string, elapsed: number) {
  const woman = bib % 2 === 1;
  return {
    person_id: `${bib}-parent`,
    bib: String(bib),
    first: FIRST[bib % FIRST.length],
    last: LAST[bib % LAST.length],
    age: 20 + bib,
    gender: woman ? "Woman" : "Man",
    age_group: bib < 20 ? "30-39" : "40-49",
    distance,
    division: "",
    division_ranking: -1,
    seconds: elapsed,
    milliseconds: 300,
    chip_seconds: elapsed - 12,
    chip_milliseconds: 300,
    segment: point,
    location: point,
    occurence: 1,
    ranking: place,
    age_ranking: place,
    gender_ranking: Math.ceil(place / 2),
    finish: point === "Finish",
    type: 0,
    anonymous: false,
  };
}

/** Makes the race, and waits until it is published; returns slug and year as in addresses. */
export async function makeParentRace(): Promise<string> {
  const slug = `parent-${randomUUID().slice(0, 8)}`;
  const gun = Date.now() - 60 * MINUTE * 1000;
  const local = (elapsed: number) => new Date(gun + elapsed * 1000).toISOString();
  const results = Array.from({ length: LONG.runners }, (_, index) => index + 1).flatMap((bib) =>
    COURSE.flatMap(({ name, pace }, point) =>
      point === 0 || (point === 1 && bib <= AHEAD)
        ? [row(bib, bib, LONG.name, name, pace + bib * (point === 0 ? 40 : 50))]
        : [],
    ),
  );
  for (let place = 1; place <= SHORT.runners; place++)
    results.push(row(100 + place, place, SHORT.name, "Finish", 20 * MINUTE + place * 30));
  await call("event/add", {
    event: {
      name: "Tower Trail Run",
      slug,
      contact_email: "test@example.org",
      website: "https://race.example/",
      type: "distance",
    },
  });
  await call("event-year/add", {
    slug,
    event_year: {
      year: YEAR,
      date_time: new Date(gun).toISOString(),
      live: true,
      days_allowed: 36_500,
      ranking_type: "gun",
    },
  });
  const segments = COURSE.map(({ name, distance }) => ({
    location: name,
    distance_name: LONG.name,
    name,
    distance_value: distance,
    distance_unit: "km",
    gps: "",
    map_link: "",
  }));
  await call("segments/add", { slug, year: YEAR, segments });
  const participant = {
    id: "p-1",
    bib: "1",
    first: "Ana",
    last: "Featherstone",
    birthdate: "7/21/1980",
    gender: "Woman",
    age_group: "",
    distance: LONG.name,
    anonymous: false,
  };
  await call("participants/add", { slug, year: YEAR, participants: [participant] });
  for (let from = 0; from < results.length; from += 20)
    await call("results/add", {
      slug,
      year: YEAR,
      results: results
        .slice(from, from + 20)
        .map((one) => Object.assign(one, { local_time: local(one.seconds) })),
    });
  await published(
    `results/${slug}/${YEAR}/current.json`,
    (text) => (JSON.parse(text) as { count: number }).count === results.length,
  );
  return `${slug}/${YEAR}`;
}
