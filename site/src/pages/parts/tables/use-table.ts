import { useMemo, useState } from "react";
import type { ResultsContext, ResultsView } from "../../../address/results-query";
import { search, searchTest } from "../../../lists/search";
import type { RaceBoard } from "../../../race/boards";
import { afterRace } from "../../../scoring/after-race";
import { rankBy, rankingBasis, withPlaces } from "../../../scoring/rank-by";
import type { Line } from "../../../scoring/row";
import { sortOptions } from "../../../lists/sort-options";
import { orderTable, type TableSort } from "../../../scoring/table-order";
import { peopleOfBoard, peopleOfBoards, useFoldAhead } from "../search/use-fold-ahead";

export interface TableRows {
  /** From top to bottom; null while the loaded lines are not enough for this view. */
  rows: readonly Line[] | null;
  /** All loaded lines of the distance, with the places shown. */
  ranked: readonly Line[];
  /** Number of runners in the distance. */
  total: number;
  /** Whether somebody has won the race once it is over. */
  isWon: boolean;
  /** Is told whether a backyard was won, null while it goes on: only its board knows. */
  onEnd: (won: boolean | null) => void;
}

const NONE: TableSort = { by: "ranking" };

function sortOf(option: number, context: ResultsContext): TableSort {
  return sortOptions(context.ageGroups)[option]?.sort ?? NONE;
}

/** Ranks, orders and searches a board; each step anew only when its own input changed. */
export function useTable(loaded: RaceBoard, view: ResultsView, context: ResultsContext): TableRows {
  const [won, onEnd] = useState<boolean | null>(null);
  const over = won !== null;
  const board = useMemo(() => (over ? afterRace(loaded) : loaded), [over, loaded]);
  const { eventType, rankingType } = context;
  const { option, ticked, search: query } = view;
  const sort = useMemo(() => sortOf(option, context), [option, context]);
  const enough =
    board.complete || (board.lines.length > 0 && option === 0 && query === "" && !ticked);
  const basis = rankingBasis(eventType, rankingType, ticked);
  const ranked = useMemo(
    () =>
      ticked && board.complete ? withPlaces(board, rankBy(board.lines, eventType, basis)) : board,
    [board, ticked, eventType, basis],
  );
  useFoldAhead(ranked, peopleOfBoard);
  const ordered = useMemo(
    () => orderTable(ranked, eventType, basis, sort),
    [ranked, eventType, basis, sort],
  );
  const rows = useMemo(() => search(ordered, query, ({ row }) => row), [ordered, query]);
  return {
    rows: enough ? rows : null,
    ranked: ranked.lines,
    total: board.total,
    isWon: won ?? eventType !== "backyardultra",
    onEnd,
  };
}

/** How many of each distance match search text and age group; empty without a text. */
export function useMatches(
  boards: readonly RaceBoard[],
  view: ResultsView,
  context: ResultsContext,
): ReadonlyMap<string, number> {
  useFoldAhead(boards, peopleOfBoards);
  return useMemo(() => {
    if (view.search === "") return new Map<string, number>();
    const test = searchTest(view.search);
    const sort = sortOf(view.option, context);
    const kept = ({ row }: Line) =>
      (sort.by !== "show-only" || row.ageGroup === sort.ageGroup) && test(row);
    return new Map(
      boards
        .filter((board) => board.complete)
        .map((board) => [board.distance, board.lines.filter(kept).length]),
    );
  }, [boards, view, context]);
}
