/**
 * One invented race, with all cases a table can hold: ties, unplaced and unnamed people, long
 * names.
 */
import type { RaceEvent } from "../api/types";
import type { RaceBoard } from "../race/boards";
import type { Head } from "../race/head";
import type { LiveRace } from "../race/use-feed";
import type { RunnerPoint } from "../scoring/live-segments";
import type { Line, Row } from "../scoring/row";
import type { CertificateParts } from "../ui/certificate/layout";

const DISTANCE = "Half Marathon";
const nothing = (): void => undefined;

export const EVENT: RaceEvent = {
  name: "River Run",
  certName: "",
  slug: "style",
  type: "distance",
  recentTime: "2026-05-02T08:00:00-07:00",
  website: "https://race.example/",
  image: "",
  accentColor: "",
  logo: "",
  sponsor: "",
};

/**
 * Faces of races: colours that are difficult in one scheme or both, and one that sets everything.
 */
export const FACES: readonly RaceEvent[] = [
  { ...EVENT, name: "Saturated Run", accentColor: "#ff2d00" },
  { ...EVENT, name: "Light Run", accentColor: "#ffe14d" },
  { ...EVENT, name: "Dark Run", accentColor: "#10204a" },
  {
    ...EVENT,
    name: "Dressed Run",
    accentColor: "#7a1fa2",
    logo: "/favicon.svg",
    sponsor: "Presented by the Ferry Inn, and by everybody who hands out water",
  },
];

const START = "2026-05-02T08:00:00-07:00";

function aRow(fields: Partial<Row> & Pick<Row, "bib" | "first" | "last">): Row {
  return {
    anonymous: false,
    gender: "Woman",
    age: 34,
    ageGroup: "30-39",
    distance: DISTANCE,
    division: "",
    divisionRanking: 0,
    seconds: 5_412,
    milliseconds: 300,
    chipSeconds: 5_409,
    chipMilliseconds: 100,
    segment: "Finish",
    location: "Finish",
    occurrence: 1,
    ranking: 1,
    ageRanking: 1,
    genderRanking: 1,
    finish: true,
    type: 0,
    localTime: "2026-05-02T09:30:12-07:00",
    ...fields,
  };
}

function finished(fields: Parameters<typeof aRow>[0]): Line {
  const row = aRow(fields);
  return { row, result: row, state: "finished" };
}

/** The bib of the line that changed just now. */
export const CHANGED = "7";

/** From the first finisher to those who did not start. */
export const LINES: readonly Line[] = [
  finished({ bib: "12", first: "Chiara", last: "Bianchi" }),
  finished({
    bib: CHANGED,
    first: "Ana",
    last: "Osei",
    seconds: 5_460,
    ranking: 2,
    genderRanking: 2,
    ageRanking: 2,
  }),
  finished({
    bib: "8",
    first: "Zoë",
    last: "Nguyễn",
    seconds: 5_460,
    ranking: 2,
    genderRanking: 2,
    ageRanking: 1,
    age: 41,
    ageGroup: "40-49",
  }),
  finished({
    bib: "1021",
    first: "",
    last: "",
    anonymous: true,
    seconds: 5_700,
    ranking: 4,
    gender: "",
  }),
  finished({
    bib: "33",
    first: "Maximiliane-Alexandrina",
    last: "von der Hohenlohe-Langenburg Featherstonehaugh",
    seconds: 6_010,
    ranking: 5,
    genderRanking: 3,
    ageRanking: 3,
  }),
  finished({
    bib: "114",
    first: "Lee",
    last: "Park",
    gender: "Man",
    seconds: 6_322,
    ranking: 6,
    genderRanking: 1,
    type: 12,
  }),
  {
    row: aRow({
      bib: "64",
      first: "Mia",
      last: "Torres",
      seconds: 4_010,
      chipSeconds: 4_001,
      segment: "15K",
      location: "15K",
      ranking: 9,
      finish: false,
    }),
    result: null,
    state: "started",
  },
  {
    row: aRow({
      bib: "65",
      first: "Jon",
      last: "Baker",
      gender: "Man",
      seconds: 0,
      milliseconds: 0,
      chipSeconds: 0,
      chipMilliseconds: 0,
      ranking: 0,
      type: 30,
      finish: false,
    }),
    result: null,
    state: "dnf",
  },
  {
    row: aRow({
      bib: "66",
      first: "Max",
      last: "Ruiz",
      gender: "Man",
      seconds: 0,
      milliseconds: 0,
      chipSeconds: 0,
      chipMilliseconds: 0,
      ranking: 0,
      type: 31,
      finish: false,
    }),
    result: null,
    state: "dns",
  },
];

function aBoard(distance: string, lines: readonly Line[]): RaceBoard {
  return {
    distance,
    lines: [...lines],
    passages: new Map([
      ["15K", 3_000_000],
      ["Finish", 5_412_300],
    ]),
    total: lines.length,
    complete: true,
  };
}

export const BOARDS: RaceBoard[] = [aBoard(DISTANCE, LINES), aBoard("10K", LINES.slice(0, 2))];

export const HEAD: Head = {
  folder: "results/style/2026/",
  file: "",
  newest: "",
  event: EVENT,
  eventYear: {
    year: "2026",
    dateTime: START,
    live: true,
    daysAllowed: 36_500,
    rankingType: "gun",
    official: "",
  },
  years: ["2024", "2025", "2026"].map((year) => ({ year, dateTime: START.replace("2026", year) })),
  distances: [{ name: DISTANCE, certification: "OR21034DL" }],
  segments: [],
  ageGroups: ["30-39", "40-49"],
  boards: BOARDS.map(({ distance, lines }) => ({
    distance,
    lines: lines.length,
    finished: lines.length,
    groups: [],
    first: {},
  })),
  shards: null,
  people: null,
};

/** The race a day before anybody has run, while it is live, and after it. */
export function emptyHead(when: "ahead" | "live" | "over"): Head {
  const dateTime = when === "ahead" ? new Date(Date.now() + 86_400_000).toISOString() : START;
  return { ...HEAD, boards: [], eventYear: { ...HEAD.eventYear, dateTime, live: when === "live" } };
}

/** The nineteenth version; the one before corrected something. */
const EDITION = {
  version: 19,
  number: 19,
  corrected: { file: "results/style/2026/v-0.json", version: 18, at: "2026-05-02T16:40:00Z" },
};

/** The possible states of a page's freshness. */
export const FRESHNESS: Readonly<Record<"live" | "paused" | "lost" | "over", LiveRace>> = {
  live: freshness({ live: true }),
  paused: freshness({ live: true, paused: true }),
  lost: freshness({ live: true, lost: true }),
  over: freshness({ live: false }),
};

function freshness(fields: Partial<LiveRace>): LiveRace {
  return {
    updatedAt: "2026-05-02T16:45:12Z",
    edition: EDITION,
    live: false,
    paused: false,
    lost: false,
    changed: new Set(),
    announcement: { changes: 0, id: 0 },
    pause: nothing,
    resume: nothing,
    retry: nothing,
    ...fields,
  };
}

/** The course: before the first point, between two, past the last. */
export const COURSES: readonly { points: RunnerPoint[]; along: number | null }[] = [
  { points: coursePassed(0), along: null },
  { points: coursePassed(2), along: 0.62 },
  { points: coursePassed(5), along: null },
];

function coursePassed(count: number): RunnerPoint[] {
  const points = ["5K", "Covered Bridge", "15K", "The Long Hill at Sauvie Island", "Finish"];
  return points.map((name, index) => ({
    name,
    along: (index + 1) / points.length,
    passed: index < count,
    read: index < count && index !== 1,
    dead: index === 1 ? "nobody" : "",
  }));
}

export const CERTIFICATE: CertificateParts = {
  name: "Chiara Bianchi",
  event: "2026 River Run Half Marathon",
  time: "1:30:09",
  date: "May 2, 2026",
  text: "OR21034DL",
  bib: "12",
  facts: [
    { name: "Overall", value: "1 of 814" },
    { name: "Women", value: "1 of 402" },
  ],
  splits: [
    { name: "15K", value: "1:02:40" },
    { name: "Finish", value: "1:30:09" },
  ],
  address: "https://race.example/results/style/2026/12",
};
