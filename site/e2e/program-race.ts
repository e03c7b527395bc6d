/**
 * An event with two years whose runners are in the championship, the youth program and teams, with
 * a series and youth standings: what the ranking pages need. Uploaded and published through the
 * API, as timers and organisers do.
 */
import { enter, eventOf, holds, participantOf, resultOf, upload, yearOf } from "./race";
import { call, callAsAdmin } from "./stack";

export const SLUG = "browser-programs";
export const YEARS = ["2002-May", "2002-June"] as const;
export const NAME = "Ridge & River Festival";
export const DISTANCE = "10 Mile";

/** The fastest is first; divisions in turn. Bibs are 1 to 40. */
const DIVISIONS = ["PNTF", "Trail Hawks", "ytp", "River Rats"];
const FIRST = ["Ana", "Lee", "Mia", "Jon", "Zoë", "Max", "Nora", "Ben"];
const LAST = [
  "Ruiz",
  "Park",
  "Torres",
  "Baker",
  "O\u2019Hara",
  "Fernández-Kowalczyk of the Upper Valley",
];

/** Four runners of the youth program, and two who did not run. */
const STANDINGS = [
  "first,last,tiger score,seward score,highest score,category",
  "Max,Park,60,70.5,70.5,YTP Female 11-12",
  "Max,Baker,0,66,66,YTP Female 9-10",
  "Zoë,Ruiz,80,75.25,80,YTP Male 9-10",
  "Zoë,Torres,55,,55,YTP Male 8/under",
  "Mia,Baker,60,70.5,70.5,YTP Female 11-12",
  "Nobody,Here,50,0,50,YTP Male 9-10",
];

function runner(place: number, year: number) {
  const woman = place % 2 === 1;
  const division = DIVISIONS[(place >> 1) % DIVISIONS.length] ?? "";
  const seconds = 3_600 + place * 37 + year;
  return resultOf(place, {
    person_id: `${place}-programs`,
    first: FIRST[place % FIRST.length],
    last: LAST[place % LAST.length],
    age: division === "ytp" ? 8 + (place % 10) : 18 + place,
    gender: woman ? "Woman" : "Man",
    age_group: place < 20 ? "Under 40" : "40 and over",
    distance: DISTANCE,
    seconds,
    milliseconds: 500,
    chip_seconds: seconds - 9,
    ranking: place,
    gender_ranking: Math.ceil(place / 2),
    anonymous: place === 9,
    division,
    local_time: "2002-05-05T09:00:00-07:00",
  });
}

/**
 * Makes the event, its results, the series and the standings, and waits until all are published.
 */
export async function makePrograms(): Promise<void> {
  await call("event/add", eventOf(SLUG, { name: NAME }));
  for (const [index, year] of YEARS.entries()) {
    const date_time = `2002-0${5 + index}-05T08:00:00-07:00`;
    await call("event-year/add", yearOf(SLUG, year, { date_time, days_allowed: 36_500 }));
    const results = Array.from({ length: 40 }, (_, place) => runner(place + 1, index));
    await upload(SLUG, year, results);
    await call("distances/add", {
      slug: SLUG,
      year,
      distances: [{ name: DISTANCE, certification: "WA02001AB" }],
    });
    const people = results.map(({ bib, first, last, gender, age_group, distance, anonymous }) =>
      participantOf(`p-${bib}`, { bib, first, last, gender, age_group, distance, anonymous }),
    );
    await enter(SLUG, year, people);
  }
  const distances = YEARS.map((year) => ({ year, name: DISTANCE, value: 10, type: "mi" }));
  await callAsAdmin(
    "r/series/update",
    {
      slug: SLUG,
      years: [{ display_year: 2002, series: [{ name: "Long Series", best: 2, distances }] }],
    },
    "PUT",
  );
  await callAsAdmin("r/standings/update", {
    slug: SLUG,
    year: YEARS[0],
    distance: DISTANCE,
    csv: STANDINGS.join("\n"),
  });
  for (const year of YEARS) await holds(SLUG, year, 40);
}
