/**
 * Publishes a backyard at the point where some of its reads are in, for tests of how it is shown.
 */
import type { Line, Row } from "../scoring/row";
import { loopOfRow, rowKind, runnerState } from "../scoring/row-kind";
import type { Network } from "./published";
import { type FileRow, publishRace } from "./race-files";
import { aRow } from "./rows";

/** The gun of {@link publishBackyard}. */
export const GUN = Date.parse("2026-05-02T08:00:00-07:00");

/** A runner: the minutes each loop took, in order; then whether they started the next loop. */
export interface BackyardFile {
  bib: string;
  first: string;
  place: number;
  loops: number[];
  started: boolean;
  /** Whether a DNF row follows. */
  out?: boolean;
}

function rowsOf(
  { bib, first, place, loops, started, out = false }: BackyardFile,
  bells: readonly number[],
): Row[] {
  const bellOf = (index: number) => (bells[index] ?? index * 60) * 60;
  const person = {
    bib,
    first,
    last: "Runner",
    gender: "Woman",
    age: 40,
    distance: "Loops",
    ranking: place,
  };
  let chipSeconds = 0;
  const rows: Row[] = [];
  for (const [index, minutes] of [...loops, ...(started ? [null] : [])].entries()) {
    rows.push(
      aRow({
        ...person,
        segment: "Start",
        occurrence: index * 2,
        seconds: bellOf(index),
        chipSeconds,
      }),
    );
    if (minutes === null) continue;
    chipSeconds += minutes * 60;
    rows.push(
      aRow({
        ...person,
        segment: "Finish",
        finish: true,
        occurrence: index * 2 + 1,
        seconds: bellOf(index) + minutes * 60,
        chipSeconds,
      }),
    );
  }
  if (out)
    rows.push(aRow({ ...person, segment: "", type: 30, occurrence: 1, ranking: -1, seconds: 0 }));
  return rows;
}

/** The row that represents the runner (pages.md A3), as far as these rows go. */
function lineOf(rows: readonly Row[], lastHour: number): Line {
  const dnf = rows.find(({ type }) => type === 30);
  if (dnf !== undefined) return { row: dnf, result: null, state: "dnf" };
  const finish = rows.findLast((row) => row.finish) ?? null;
  const start = rows.at(-1)?.finish === false ? rows.at(-1) : undefined;
  const shown = start !== undefined && loopOfRow(start) > lastHour ? start : finish;
  const madeUp = aRow({
    ...(rows[0] as Row),
    type: 30,
    occurrence: 1,
    segment: "",
    ranking: -1,
    seconds: 0,
    chipSeconds: 0,
  });
  return {
    row: shown ?? (lastHour > 1 ? madeUp : (rows[0] as Row)),
    result: finish,
    state: runnerState(rows),
  };
}

function fileRow(row: Row): FileRow {
  return {
    segment: row.segment,
    occurrence: row.occurrence,
    clock: row.seconds,
    chip: row.chipSeconds,
    finish: row.finish,
    type: row.type,
    places: [row.ranking, 0, 0],
    local: new Date(GUN + row.seconds * 1000).toISOString(),
  };
}

/**
 * Publishes "River Run" 2026 as a backyard with these runners; `bells` are the minutes from the gun
 * to the start of each loop, by default an hour from one to the next.
 */
export function publishBackyard(
  network: Network,
  runners: readonly BackyardFile[],
  {
    live = true,
    version = 1,
    bells = [],
  }: { live?: boolean; version?: number; bells?: readonly number[] } = {},
): void {
  const all = runners.map((runner) => rowsOf(runner, bells));
  const lastHour = Math.max(
    0,
    ...all
      .flat()
      .filter((row) => rowKind(row) === "finish")
      .map(loopOfRow),
  );
  publishRace(network, {
    type: "backyardultra",
    live,
    version,
    people: all.map((rows) => ({
      bib: rows[0]?.bib ?? "",
      first: rows[0]?.first ?? "",
      last: "Runner",
      distance: "Loops",
      rows: rows.map(fileRow),
    })),
    lines: { Loops: all.map((rows) => lineOf(rows, lastHour)) },
  });
}
