/**
 * A trail race that is live, an hour after its gun: of the 25 KM nobody has finished, of the 5 KM
 * everybody has.
 */
import { randomUUID } from "node:crypto";
import { enter, eventOf, holds, moment, participantOf, resultOf, upload, yearOf } from "./race";
import { call } from "./stack";

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
  return resultOf(bib, {
    first: FIRST[bib % FIRST.length],
    last: LAST[bib % LAST.length],
    age: 20 + bib,
    gender: woman ? "Woman" : "Man",
    age_group: bib < 20 ? "30-39" : "40-49",
    distance,
    seconds: elapsed,
    milliseconds: 300,
    chip_seconds: elapsed - 12,
    chip_milliseconds: 300,
    segment: point,
    ranking: place,
    gender_ranking: Math.ceil(place / 2),
  });
}

/** Makes the race, and waits until it is published; returns slug and year as in addresses. */
export async function makeParentRace(): Promise<string> {
  const slug = `parent-${randomUUID().slice(0, 8)}`;
  const gun = Date.now() - 60 * MINUTE * 1000;
  const results = Array.from({ length: LONG.runners }, (_, index) => index + 1).flatMap((bib) =>
    COURSE.flatMap(({ name, pace }, point) =>
      point === 0 || (point === 1 && bib <= AHEAD)
        ? [row(bib, bib, LONG.name, name, pace + bib * (point === 0 ? 40 : 50))]
        : [],
    ),
  );
  for (let place = 1; place <= SHORT.runners; place++)
    results.push(row(100 + place, place, SHORT.name, "Finish", 20 * MINUTE + place * 30));
  const event = { name: "Tower Trail Run", website: "https://race.example/" };
  await call("event/add", eventOf(slug, event));
  const live = { date_time: moment(gun), live: true, days_allowed: 36_500 };
  await call("event-year/add", yearOf(slug, YEAR, live));
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
  const ana = { bib: "1", first: "Ana", last: "Featherstone", age_group: "", distance: LONG.name };
  await enter(slug, YEAR, [participantOf("p-1", ana)]);
  await upload(
    slug,
    YEAR,
    results.map((one) => ({ ...one, local_time: moment(gun + one.seconds * 1000) })),
  );
  await holds(slug, YEAR, results.length);
  return `${slug}/${YEAR}`;
}
