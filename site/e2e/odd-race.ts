/**
 * Oddities of real start lists that pages must cope with: very long names, no gender or age at all,
 * bibs that are not numbers, every letter after a place, runners still on course, a distance with
 * one runner, one where nobody has a number. Uploaded through the API.
 */
import { enter, eventOf, holds, resultOf, upload, yearOf } from "./race";
import { call } from "./stack";

export const SLUG = "browser-odd";
export const YEAR = "2003";
export const NAME =
  "37th Annual St. Bartholomew-on-the-Hill & Upper Valley Memorial Ten Mile, Relay and Kids' Fun Run";
export const DISTANCES = {
  main: "10 Mile",
  one: "Kids’ Mile (5 to 12 years, with a parent)",
  words: "Relay",
} as const;

const NAMES: readonly [first: string, last: string][] = [
  [
    "Maria-Magdalena Concepción",
    "de los Santos y Fernández-Kowalczyk of the Upper Chattahoochee Valley",
  ],
  ["Bo", "Li"],
  [
    "Taumatawhakatangihangakoauauotamateaturipukakapikimaungahoronukupokaiwhenuakitanatahu",
    "O’Hara",
  ],
  ["Ana", ""],
  ["محمد", "القحطاني"],
  ["小林", "さくら"],
  ["Åsa", "Öström"],
];
const GENDERS = ["Woman", "Man", "Non-Binary", "", "Genderqueer", "Prefer not to say", "F", "M"];
const TYPES = [0, 0, 0, 0, 10, 11, 12, 13, 14];

interface Start {
  distance: string;
  bib: string;
  number: number;
}

function person({ distance, bib, number }: Start) {
  const [first, last] = NAMES[number % NAMES.length] ?? ["", ""];
  const age = number % 5 === 0 ? 0 : 9 + ((number * 7) % 80);
  const group = age === 0 ? "" : `${Math.floor(age / 10) * 10}-${Math.floor(age / 10) * 10 + 9}`;
  return {
    person_id: `${distance} ${bib}`,
    bib,
    first,
    last,
    age,
    gender: GENDERS[number % GENDERS.length] ?? "",
    age_group: group,
    distance,
    anonymous: number === 11,
    division: "",
    division_ranking: -1,
  };
}

function row(start: Start, change: { segment?: string; [field: string]: unknown }) {
  const seconds = 3_900 + start.number * 301;
  return resultOf(start.bib, {
    ...person(start),
    seconds,
    milliseconds: 900,
    chip_seconds: seconds - 14,
    chip_milliseconds: 100,
    ranking: start.number,
    age_ranking: 1,
    gender_ranking: 1 + Math.floor(start.number / 8),
    local_time: "2003-05-02T09:00:00.0000000-07:00",
    ...change,
  });
}

const starts = (distance: string, bibs: readonly string[]) =>
  bibs.map((bib, index) => ({ distance, bib, number: index + 1 }));
const main = starts(
  DISTANCES.main,
  Array.from({ length: 36 }, (_, index) => String(index === 35 ? 10_412 : index + 1)),
);

function course(segment: string, seconds: number) {
  return {
    segment,
    finish: false,
    ranking: -1,
    age_ranking: -1,
    gender_ranking: -1,
    seconds,
    chip_seconds: Math.max(0, seconds - 14),
  };
}

/** Finishers of every type, then runners at two places of the course, DNF and DNS. */
function mainRows() {
  return main.flatMap((start) => {
    const { number } = start;
    if (number <= 24) {
      return [
        row(start, {
          ...course("Mile 5", 1_900 + number * 150),
          ranking: number,
          gender_ranking: 1,
          age_ranking: 1,
        }),
        row(start, { type: TYPES[number % TYPES.length], ranking: number % 9 === 5 ? -1 : number }),
      ];
    }
    if (number <= 28)
      return [
        row(start, course("Mile 5", 5_400 + number)),
        row(
          start,
          course("Mile 8: turn at St. Bartholomew’s churchyard gate", 9_000 + number * 10),
        ),
      ];
    if (number <= 31) return [row(start, { ...course("Start", number), occurence: 0 })];
    return [row(start, { ...course("Finish", 0), type: number <= 33 ? 30 : 31 })];
  });
}

/** Makes the race, and waits until it is published. */
export async function makeOdd(): Promise<void> {
  await call("event/add", eventOf(SLUG, { name: NAME }));
  await call("event-year/add", yearOf(SLUG, YEAR, { live: true, days_allowed: 36_500 }));
  await call("distances/add", {
    slug: SLUG,
    year: YEAR,
    distances: [{ name: DISTANCES.main, certification: "Course certified as WA03001AB" }],
  });
  const segment = {
    location: "course",
    distance_name: DISTANCES.main,
    distance_unit: "mi",
    gps: "",
    map_link: "",
  };
  await call("segments/add", {
    slug: SLUG,
    year: YEAR,
    segments: [
      { ...segment, name: "Mile 5", distance_value: 5 },
      { ...segment, name: "Mile 8: turn at St. Bartholomew’s churchyard gate", distance_value: 8 },
      { ...segment, name: "Finish", distance_value: 10 },
    ],
  });
  const results = [
    ...mainRows(),
    ...starts(DISTANCES.one, ["601"]).map((start) => row(start, {})),
    ...starts(DISTANCES.words, ["A12", "B7", "Ω", "7"]).map((start) => row(start, {})),
  ];
  await upload(SLUG, YEAR, results);
  const people = main
    .slice(0, 20)
    .map((start) => Object.assign(person(start), { id: `o-${start.bib}`, birthdate: "7/21/1980" }));
  await enter(SLUG, YEAR, people);
  await holds(SLUG, YEAR, results.length);
}

/** One of its years, which is empty. */
export const EMPTY_YEAR = "2004";

export async function makeEmptyYear(): Promise<void> {
  await call("event-year/add", yearOf(SLUG, EMPTY_YEAR));
}
