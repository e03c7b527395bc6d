/**
 * A race whose texts are as long as a start list can make them: names of two hundred letters, with
 * and without blanks, age groups of forty, points of a hundred, and letters under a pile of marks.
 */
import { enter, eventOf, holds, participantOf, resultOf, upload, yearOf } from "./race";
import { call } from "./stack";

export const SLUG = "browser-long";
export const YEAR = "2003";

const letters = (count: number) => "abcdefghijklmnopqrstuvwxyz".repeat(10).slice(0, count);
/** Letters that carry more marks than there is room for: each as tall as several lines. */
const PILE = [..."Zalgo"].map((letter) => letter + "\u0301\u0327\u0489\u035B".repeat(12)).join("");
const GROUPS = ["Veteranas B de la comarca del Alto Turia", letters(40), "30-39"];
const PEOPLE: readonly [first: string, last: string][] = [
  [letters(100), letters(100).toUpperCase()],
  ["Maria Theodora ".repeat(6).trim(), "de la Vega y Montenegro ".repeat(4).trim()],
  [PILE, PILE],
  ["W".repeat(100), "W".repeat(100)],
  ["Bo", "Li"],
];

const DISTANCE = "10 Mile";
const POINT = `Turn at ${letters(90)}`;

function rows() {
  return PEOPLE.flatMap(([first, last], index) =>
    [0, PEOPLE.length].map((more) => {
      const number = index + more + 1;
      const out = more > 0;
      return resultOf(number * 1000, {
        person_id: `long ${number}`,
        first,
        last,
        gender: number % 2 === 0 ? "Woman" : "Selbstbestimmt und nicht eingeordnet",
        age_group: GROUPS[index % GROUPS.length] ?? "",
        distance: DISTANCE,
        seconds: 3_900 + number * 301,
        milliseconds: 900,
        chip_seconds: 3_886 + number * 301,
        chip_milliseconds: 100,
        segment: out ? POINT : "Finish",
        ranking: out ? -1 : number,
        age_ranking: out ? -1 : 1,
        local_time: "2003-05-02T09:00:00.0000000-07:00",
      });
    }),
  );
}

/** Makes the race, and waits until it is published. */
export async function makeLong(): Promise<void> {
  await call("event/add", eventOf(SLUG, { name: "Long Names Run" }));
  await call("event-year/add", yearOf(SLUG, YEAR, { live: true, days_allowed: 36_500 }));
  const segment = {
    location: "course",
    distance_name: DISTANCE,
    distance_unit: "mi",
    gps: "",
    map_link: "",
  };
  await call("segments/add", {
    slug: SLUG,
    year: YEAR,
    segments: [
      { ...segment, name: POINT, distance_value: 5 },
      { ...segment, name: "Finish", distance_value: 10 },
    ],
  });
  const results = rows();
  await upload(SLUG, YEAR, results);
  const people = results.map(({ bib, first, last, age_group, gender, distance }) =>
    participantOf(`l-${bib}`, { bib, first, last, age_group, gender, distance, apparel: "" }),
  );
  await enter(SLUG, YEAR, people);
  await holds(SLUG, YEAR, results.length);
}
