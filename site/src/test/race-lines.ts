/**
 * Publishes an event year from lines as the rules use them: finishers, runners on course, DNF and
 * DNS.
 */
import type { Finishers } from "../scoring/of-how-many";
import type { Line, Row } from "../scoring/row";
import { boardFile } from "./board-file";
import { type Network, publishPointer, raceYear } from "./published";
import { aBoard } from "./rows";

/** A published year: its lines by distance. */
export interface LinesYear {
  live?: boolean;
  version?: number;
  type?: string;
  ranking?: string;
  segments?: object[];
  /** The participants' list as it is published; no list without it. */
  people?: object[];
  boards: Record<string, Line[]>;
}

function ofDistance(distance: string, line: Line): Line {
  const row: Row = { ...line.row, distance };
  return { ...line, row, result: line.result === line.row ? row : line.result };
}

function finishersOf(lines: readonly Line[]): Line[] {
  return lines.filter(({ state }) => state === "finished");
}

function groupsOf(finishers: readonly Line[]): Finishers["groups"] {
  const counts = new Map<string, number>();
  for (const { row } of finishers) {
    const key = JSON.stringify([row.gender, row.ageGroup]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => {
    const [gender, ageGroup] = JSON.parse(key) as [string, string];
    return [gender, ageGroup, count];
  });
}

/** Publishes a version of "River Run" 2026, whose slug is "race", all of it in the head. */
export function publishLines(
  network: Network,
  {
    live = true,
    version = 1,
    type = "distance",
    ranking = "gun",
    segments = [],
    people,
    boards,
  }: LinesYear,
): void {
  const folder = "results/race/2026/";
  const eventYear = raceYear("2026", { live, ranking_type: ranking });
  network.files.set("results/race/current.json", {
    slug: "race",
    latest: "2026",
    years: [eventYear],
  });
  publishPointer(network, version, { year: "2026", live });
  if (people !== undefined) network.files.set(`${folder}p-${version}.json`, people);
  network.files.set(`${folder}h-${version}.json`, {
    event: { name: "River Run", slug: "race", type },
    event_year: eventYear,
    years: [eventYear],
    distances: [],
    segments,
    age_groups: [],
    shards: null,
    people: people === undefined ? null : { files: [`p-${version}.json`], named: people.length },
    boards: Object.entries(boards).map(([distance, lines]) => ({
      distance,
      lines: lines.length,
      finished: finishersOf(lines).length,
      groups: groupsOf(finishersOf(lines)),
      first: boardFile(
        { ...aBoard(lines.map((line) => ofDistance(distance, line))), distance },
        { names: true },
      ),
    })),
  });
}
