import { useMemo } from "react";
import { instantOf } from "../format/date";
import { type BackyardRunner, bellsOf, loopsOf, loopsOfLine, readsOf } from "../scoring/backyard";
import { gunOf } from "../scoring/gun";
import type { Line } from "../scoring/row";
import type { RaceBoard } from "./boards";
import { runnerKey } from "./compare";
import type { Head } from "./head";
import { useFollowedRows } from "./use-followed";

interface BackyardRace {
  runners: readonly BackyardRunner<Line>[];
  /** The gun in milliseconds since 1970; else the year's start, 0 if unreadable. */
  start: number;
}

/**
 * The runners of a backyard with their loops; null while rows are loading. With `every`, all loops
 * of every runner are included, for which all rows are read. All rows are also read while the race
 * is live, since only they tell who started the loop under way. Otherwise the lines are enough,
 * except for a DNF.
 */
export function useBackyard(head: Head, board: RaceBoard, every: boolean): BackyardRace | null {
  const { live, dateTime } = head.eventYear;
  const { lines, distance } = board;
  const wanted = useMemo(
    () => (every || live ? lines : lines.filter((line) => loopsOfLine(line) === null)),
    [lines, every, live],
  );
  const rows = useFollowedRows(head, wanted);
  return useMemo(() => {
    if (wanted.some((line) => !rows.has(runnerKey(distance, line.row.bib)))) return null;
    const known = (line: Line) => rows.get(runnerKey(distance, line.row.bib))?.rows;
    const all = lines.flatMap((line) => known(line) ?? []);
    const bells = bellsOf(lines.map((line) => readsOf(known(line) ?? [])));
    return {
      runners: lines.flatMap((line) => {
        const own = known(line) ?? [];
        const loops = own.length === 0 ? loopsOfLine(line) : loopsOf(own, bells);
        return loops === null ? [] : [{ who: line, ...loops }];
      }),
      start: gunOf(all) ?? instantOf(dateTime) ?? 0,
    };
  }, [lines, distance, wanted, rows, dateTime]);
}
