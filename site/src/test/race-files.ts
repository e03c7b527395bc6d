/**
 * Published files of any kind of race, from short descriptions: people with all their rows, and
 * boards of states.
 */
import { hashOf } from "../race/shard";
import { type Line, STATES } from "../scoring/row";
import { boardFile } from "./board-file";
import { type Network, publishPointer, raceYear } from "./published";

/** A row of a person; fields left out are "", 0 or false. */
export interface FileRow {
  segment: string;
  occurrence?: number;
  clock?: number;
  chip?: number;
  places?: [overall: number, age: number, gender: number];
  finish?: boolean;
  type?: number;
  local?: string;
  /** The location; that of the point's name if left out. */
  mat?: string;
}

/** A person of a shard. */
export interface FilePerson {
  bib: string;
  first?: string;
  last?: string;
  anonymous?: boolean;
  gender?: string;
  age?: number;
  age_group?: string;
  distance?: string;
  rows: FileRow[];
}

/** A runner of a board: bib and state (0 not started, 1 started, 2 finished, 3 DNF, 4 DNS). */
export type FileState = [bib: string, state: number];

/** The race to publish. */
export interface FileRace {
  type?: string;
  live?: boolean;
  version?: number;
  years?: string[];
  /** Days during which alerts may be subscribed to. */
  daysAllowed?: number;
  segments?: object[];
  distances?: string[];
  people?: FilePerson[];
  /** The public list of participants. */
  entered?: { bib: string; distance: string; first?: string; last?: string }[];
  /** Distance → its runners. */
  boards?: Record<string, FileState[]>;
  /** Distance → its complete lines, instead of states. */
  lines?: Record<string, Line[]>;
}

function fileRow({
  segment,
  occurrence = 1,
  clock = 0,
  chip = 0,
  places = [0, 0, 0],
  finish = false,
  type = 0,
  local = "",
  mat = segment,
}: FileRow) {
  const [overall, age, gender] = places;
  return [
    segment,
    mat,
    occurrence,
    Math.floor(clock),
    Math.round((clock % 1) * 1000),
    Math.floor(chip),
    Math.round((chip % 1) * 1000),
    overall,
    age,
    gender,
    finish ? 1 : 0,
    type,
    local,
    -1,
  ];
}

function board(distance: string, runners: readonly FileState[]) {
  return {
    format: 2,
    distance,
    lines: runners.length,
    passages: [],
    genders: [""],
    age_groups: [""],
    segments: [""],
    divisions: [""],
    c: {
      bib: runners.map(([bib]) => bib),
      st: runners.map(([, state]) => state),
      g: 0,
      ag: 0,
      seg: 0,
      div: 0,
      age: 0,
      an: 0,
      r: 0,
      gr: 0,
      ar: 0,
      s: 0,
      ms: 0,
      cs: 0,
      cm: 0,
      occ: 1,
      fin: 0,
      t: 0,
      dr: 0,
    },
    counts: [],
    names: { first: runners.map(() => "A"), last: runners.map(([bib]) => bib) },
  };
}

/** Publishes "River Run" 2026 under the slug "race". */
export function publishRace(network: Network, race: FileRace): void {
  const {
    type = "distance",
    live = false,
    version = 1,
    years = ["2026"],
    daysAllowed = 0,
    segments = [],
    distances = [],
    people = [],
    entered = [],
    boards = {},
    lines = {},
  } = race;
  const folder = "results/race/2026/";
  const yearOf = (year: string) => raceYear(year, { live, days_allowed: daysAllowed });
  const names = new Set([
    ...Object.keys(boards),
    ...Object.keys(lines),
    ...people.map(({ distance = "" }) => distance),
  ]);
  network.files.set("results/race/current.json", {
    slug: "race",
    latest: "2026",
    years: years.map(yearOf),
  });
  publishPointer(network, version, { year: "2026", live });
  network.files.set(`${folder}h-${version}.json`, {
    event: { name: "River Run", slug: "race", type },
    event_year: yearOf("2026"),
    years: years.map(yearOf),
    distances: distances.map((name) => ({ name, certification: "" })),
    segments,
    age_groups: [],
    people: entered.length === 0 ? null : { files: ["p-1.json"], named: entered.length },
    boards: [...names].map((distance) => {
      const own = lines[distance];
      const states =
        own === undefined
          ? (boards[distance] ?? []).map(([, state]) => state)
          : own.map(({ state }) => STATES.indexOf(state));
      const first =
        own === undefined
          ? board(distance, boards[distance] ?? [])
          : boardFile({ distance, lines: own, passages: new Map() }, { names: true });
      return {
        distance,
        lines: states.length,
        finished: states.filter((state) => state === 2).length,
        first,
      };
    }),
    shards: [`s-${version}-0.json`, `t-${version}.json`],
  });
  network.files.set(`${folder}p-1.json`, entered);
  network.files.set(`${folder}t-${version}.json`, {
    format: 2,
    tree: [`s-${version}-1.json`, `s-${version}-3.json`],
  });
  // By the lowest bits of the hash: half of the people are in one shard, the others in two, which a
  // directory names.
  for (const shard of [0, 1, 3]) {
    const runners = people.filter(
      ({ bib }) => (shard === 0 ? hashOf(bib) % 2 : hashOf(bib) % 4) === shard,
    );
    network.files.set(`${folder}s-${version}-${shard}.json`, {
      format: 2,
      runners: runners.map((person) =>
        Object.assign({}, person, { rows: person.rows.map(fileRow) }),
      ),
    });
  }
}
