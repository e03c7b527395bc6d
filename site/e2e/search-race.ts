/**
 * An event of three years and two distances for searching and following: the last year is live and
 * its runners are on course. Uploaded and published through the API, as a timing client does.
 */
import { eventOf, holds, resultOf, upload, yearOf } from "./race";
import { call, isPublished, published } from "./stack";

export const SLUG = "browser-search";
export const NAME = "Two Rivers";
export const LIVE_YEAR = "2005";
const YEARS = ["2003", "2004", LIVE_YEAR];
export const LONG = "10 Mile";
export const SHORT = "5K";

interface Passage {
  bib: string;
  name: string;
  distance: string;
  segment: "Start" | "Mile 3" | "Mile 6" | "Finish";
  /** Seconds since the gun, which goes off at 8:00. */
  seconds: number;
  place: number;
  anonymous?: boolean;
}

function row({ bib, name, distance, segment, seconds, place, anonymous = false }: Passage) {
  const [first = "", last = ""] = name.split(" ");
  const clock = new Date(Date.UTC(2005, 4, 5, 8) + seconds * 1000).toISOString().slice(0, 19);
  return resultOf(bib, {
    person_id: `${bib}-${distance}`,
    first,
    last,
    distance,
    seconds,
    segment,
    occurence: segment === "Start" ? 0 : 1,
    ranking: place,
    anonymous,
    local_time: `${clock}-07:00`,
  });
}

/** Uploads passages of the live year that are new, and waits until they are published. */
export async function pass(...passages: Passage[]): Promise<void> {
  const before = await published(fileOf(LIVE_YEAR), () => true);
  const { count } = JSON.parse(before) as { count: number };
  await upload(SLUG, LIVE_YEAR, passages.map(row));
  await holds(SLUG, LIVE_YEAR, count + passages.length);
}

/** Finishers of the years before. */
const FINISHED: Readonly<Record<string, Passage[]>> = {
  2003: [
    { bib: "41", name: "Zoë Marsh", distance: LONG, segment: "Finish", seconds: 5_025, place: 1 },
    { bib: "42", name: "Ben Okafor", distance: LONG, segment: "Finish", seconds: 5_400, place: 2 },
  ],
  2004: [
    { bib: "8", name: "Zoë Marsh", distance: SHORT, segment: "Finish", seconds: 1_500, place: 1 },
    {
      bib: "9",
      name: "Zoë Hidden",
      distance: SHORT,
      segment: "Finish",
      seconds: 1_600,
      place: 2,
      anonymous: true,
    },
  ],
};

/** Ana leads Zoë at mile 3 of the live year; Zoe of the 5K has finished. */
const UNDERWAY: readonly Passage[] = [
  { bib: "1", name: "Ana Ruiz", distance: LONG, segment: "Start", seconds: 0, place: 0 },
  { bib: "2", name: "Zoë Marsh", distance: LONG, segment: "Start", seconds: 0, place: 0 },
  { bib: "1", name: "Ana Ruiz", distance: LONG, segment: "Mile 3", seconds: 1_440, place: 1 },
  { bib: "2", name: "Zoë Marsh", distance: LONG, segment: "Mile 3", seconds: 1_500, place: 2 },
  { bib: "3", name: "Zoe Baker", distance: SHORT, segment: "Finish", seconds: 1_300, place: 1 },
];

function fileOf(year: string): string {
  return `results/${SLUG}/${year}/current.json`;
}

/** Makes the event, re-creates its live year, and waits until every year is published. */
export async function makeSearchRace(): Promise<void> {
  await call("event/add", eventOf(SLUG, { name: NAME }));
  for (const year of YEARS) {
    const date_time = `${year}-05-05T08:00:00-07:00`;
    await call("event-year/add", yearOf(SLUG, year, { date_time, live: year === LIVE_YEAR }));
    const segments = [
      ["Mile 3", 3],
      ["Mile 6", 6],
      ["Finish", 10],
    ].map(([name, distance_value]) => ({
      name,
      location: name,
      distance_name: LONG,
      distance_value,
      distance_unit: "mi",
      gps: "",
      map_link: "",
    }));
    await call("segments/add", { slug: SLUG, year, segments });
    const passages = FINISHED[year] ?? UNDERWAY;
    if (year === LIVE_YEAR) {
      await call("results/delete", { slug: SLUG, year }, "DELETE");
      // Otherwise what an earlier test left behind could pass for the new race. A year that never
      // had a row has no file.
      if (await isPublished(fileOf(year))) await holds(SLUG, year, 0);
    }
    await upload(SLUG, year, passages.map(row));
    await holds(SLUG, year, passages.length);
  }
}
