/**
 * An event with two years whose runners are in the championship, the youth program and teams, with
 * a series and youth standings: what the ranking pages need. Uploaded and published through the
 * API, as timers and organisers do.
 */
import { call, callAsAdmin, published } from "./stack";

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
  return {
    person_id: `${place}-programs`,
    bib: String(place),
    first: FIRST[place % FIRST.length],
    last: LAST[place % LAST.length],
    age: division === "ytp" ? 8 + (place % 10) : 18 + place,
    gender: woman ? "Woman" : "Man",
    age_group: place < 20 ? "Under 40" : "40 and over",
    distance: DISTANCE,
    seconds,
    milliseconds: 500,
    chip_seconds: seconds - 9,
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
    local_time: "2002-05-05T09:00:00-07:00",
    division,
    division_ranking: -1,
  };
}

/**
 * Makes the event, its results, the series and the standings, and waits until all are published.
 */
export async function makePrograms(): Promise<void> {
  await call("event/add", {
    event: { name: NAME, slug: SLUG, contact_email: "test@example.org", type: "distance" },
  });
  for (const [index, year] of YEARS.entries()) {
    const event_year = {
      year,
      date_time: `2002-0${5 + index}-05T08:00:00-07:00`,
      live: false,
      days_allowed: 36_500,
      ranking_type: "gun",
    };
    await call("event-year/add", { slug: SLUG, event_year });
    const results = Array.from({ length: 40 }, (_, place) => runner(place + 1, index));
    for (const from of [0, 20])
      await call("results/add", { slug: SLUG, year, results: results.slice(from, from + 20) });
    await call("distances/add", {
      slug: SLUG,
      year,
      distances: [{ name: DISTANCE, certification: "WA02001AB" }],
    });
    const people = results.map(({ bib, first, last, gender, age_group, distance, anonymous }) => ({
      id: `p-${bib}`,
      bib,
      first,
      last,
      birthdate: "7/21/1980",
      gender,
      age_group,
      distance,
      anonymous,
    }));
    for (const from of [0, 20])
      await call("participants/add", {
        slug: SLUG,
        year,
        participants: people.slice(from, from + 20),
      });
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
  for (const year of YEARS)
    await published(
      `results/${SLUG}/${year}/current.json`,
      (text) => (JSON.parse(text) as { count: number }).count === 40,
    );
}
