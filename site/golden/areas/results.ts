/** Section "Results tables". */
import { openingDistance, unnamedDistance } from "../../src/address/distance-query";
import { readResultsQuery, writeResultsQuery } from "../../src/address/results-query";
import { csvText } from "../../src/csv/csv-text";
import { instantOf } from "../../src/format/date";
import { placeText } from "../../src/format/place";
import { keyOf, shardsFor } from "../../src/lists/name-index";
import { search } from "../../src/lists/search";
import { afterRace } from "../../src/scoring/after-race";
import {
  backyardAt,
  type BackyardState,
  bellsOf,
  loopsOf,
  readsOf,
} from "../../src/scoring/backyard";
import { lapLabel } from "../../src/scoring/cells";
import { rankBy } from "../../src/scoring/rank-by";
import { rankByLabels } from "../../src/lists/rank-by-labels";
import { type Basis, type Board, eventTypeOf } from "../../src/scoring/row";
import { sortOptions } from "../../src/lists/sort-options";
import { type GridRow, type StatusEntry, statusOf } from "../../src/lists/status-grid";
import { orderTable, type TableSort } from "../../src/scoring/table-order";
import { type Area, direct, each, onBoard } from "../area";
import { type WireRow, wireRows } from "../wire";

interface TableInput {
  event_type?: string;
  basis?: Basis;
  rows: WireRow[];
}

type BackyardInput = WireRow[] | { over: boolean; rows: WireRow[] };

const rowsOf = (input: BackyardInput) => ("rows" in input ? input.rows : input);

interface BoardInput {
  gun: string;
  now: string;
  live: boolean;
  rows: WireRow[];
}

interface QueryInput {
  query: string;
  event_type?: string;
  ranking_type: string;
  distances: string[];
  /** How many runners each has; 1 unless given. */
  runners?: Record<string, number>;
  /** The distances of followed runners. */
  followed?: string[];
  groups: string[];
}

const boardOf = (input: TableInput) => ({ event_type: input.event_type ?? "", rows: input.rows });

function at(time: string): number {
  return instantOf(time) ?? 0;
}

/** The loop that a state names; null for those without one. */
function loopOf(state: BackyardState): number | null {
  if ("loop" in state) return state.loop;
  return state.is === "out" ? state.after : null;
}

export const RESULTS: Record<string, Area> = {
  "name-shards": direct(({ starts, queries }: { starts: string[]; queries: string[] }) =>
    queries.map((query) => shardsFor(query, starts)),
  ),
  "name-key": each(([first, last]: [string, string]) => keyOf(first, last)),
  "backyard-board": direct((input: BoardInput) => {
    const rows = wireRows(input.rows);
    const people = [...new Set(rows.map(({ bib }) => bib))].map((who) => ({
      who,
      own: rows.filter(({ bib }) => bib === who),
    }));
    const bells = bellsOf(people.map(({ own }) => readsOf(own)));
    const runners = people.map(({ who, own }) => Object.assign({ who }, loopsOf(own, bells)));
    const race = backyardAt(runners, at(input.gun), at(input.now), input.live);
    return {
      phase: race.phase,
      loop: race.loop,
      bell: race.bell === null ? null : (race.bell - at(input.gun)) / 60_000,
      nothing_of: race.unheard,
      winner: race.winner?.who ?? null,
      states: race.field.map(({ who, state }) => [who, state.is, loopOf(state)]),
    };
  }),
  "backyard-rows": onBoard(
    (input: BackyardInput) => ({ event_type: "backyardultra", rows: rowsOf(input) }),
    (board, input) => {
      const shown = "over" in input && input.over ? afterRace(board) : board;
      return orderTable(shown, "backyardultra", "clock", { by: "ranking" }).map(({ row }) => [
        row.bib,
        lapLabel("backyardultra", row),
        row.occurrence,
        row.type,
        placeText(row) !== "",
      ]);
    },
  ),
  "table-order": onBoard(boardOf, (board, input: TableInput & { sort_by: number | string }) =>
    orderTable(
      board,
      eventTypeOf(input.event_type ?? ""),
      input.basis ?? "clock",
      sortOf(input.sort_by),
    ).map(({ row }) => row.bib),
  ),
  "sort-options": direct((groups: string[]) =>
    sortOptions(groups).map(({ number, label }) => [number, label]),
  ),
  search: direct((input: { rows: WireRow[]; queries: string[] }) => {
    const rows = wireRows(input.rows);
    return input.queries.map((query) => search(rows, query, (row) => row).map(({ bib }) => bib));
  }),
  "rank-by": onBoard(boardOf, rankings),
  "rank-by-labels": each(([eventType, rankingType, boxOn]: [string, string, boolean]) => {
    const { box, starred, last } = rankByLabels(eventTypeOf(eventType), rankingType, boxOn);
    return [box, starred, last];
  }),
  "results-query": direct((input: QueryInput) => {
    const fields = input.distances.map((distance) => ({
      distance,
      total: input.runners?.[distance] ?? 1,
    }));
    const followed = (input.followed ?? []).map((distance) => ({ distance }));
    const opening = openingDistance(fields, followed);
    const context = {
      eventType: eventTypeOf(input.event_type ?? ""),
      rankingType: input.ranking_type,
      distances: input.distances,
      opening,
      unnamed: unnamedDistance(opening, fields),
      ageGroups: input.groups,
    };
    const { distance, option, search: q, ticked } = readResultsQuery(input.query, context);
    return {
      distance,
      option,
      q,
      ticked,
      canonical: writeResultsQuery({ distance, option, search: q, ticked }, context),
    };
  }),
  csv: direct((input: { head: string[]; rows: string[][] }) => csvText(input.head, input.rows)),
  status: onBoard(
    (rows: WireRow[]) => ({ event_type: "", rows }),
    (board) => {
      const { message, grid, notNumbers, numbers } = statusOf(board.lines);
      return {
        message,
        grid: grid.map(gridRow),
        not_numbers: notNumbers.map(pair),
        numbers: numbers.map(pair),
      };
    },
  ),
};

function sortOf(sortBy: number | string): TableSort {
  if (typeof sortBy === "string") return { by: "show-only", ageGroup: sortBy };
  return { by: sortBy === 1 ? "gender" : sortBy === 2 ? "age-group" : "ranking" };
}

function rankings(board: Board, input: TableInput): unknown {
  const places = rankBy(board.lines, eventTypeOf(input.event_type ?? ""), input.basis ?? "clock");
  return Object.fromEntries(
    board.lines.map(({ row }, index) => {
      const { overall, gender, ageGroup } = places[index] ?? {
        overall: -1,
        gender: -1,
        ageGroup: -1,
      };
      return [row.bib, [overall, gender, ageGroup]];
    }),
  );
}

function gridRow(row: GridRow): unknown {
  return row.kind === "gap"
    ? { gap: [row.from, row.to] }
    : row.cells.map(({ number, state }) => [number, state]);
}

function pair({ bib, state }: StatusEntry): unknown {
  return [bib, state];
}
