/** View state of the results page in the address (pages.md D2). */
import { type Basis, basisOf, type EventType } from "../scoring/row";
import { type SortOption, sortOptions } from "../lists/sort-options";

/** The event year's own settings and data, against which a query is read. */
export interface ResultsContext {
  eventType: EventType;
  /** The year's `ranking_type`. */
  rankingType: string;
  /** Names of the distances that have rows, in any order. */
  distances: readonly string[];
  /** The one that is shown if the address names none; "" when there is none. */
  opening: string;
  /** The one that an address does without ({@link unnamedDistance}). */
  unnamed: string | null;
  /** Age groups of all rows of all distances; duplicates and empty ones are allowed. */
  ageGroups: Iterable<string>;
}

/** The visitor's choices. */
export interface ResultsView {
  /** Name of the shown distance; "" when there is none. */
  distance: string;
  /** Number of the sort option (A15). */
  option: number;
  search: string;
  /** The rank-by box. */
  ticked: boolean;
}

/** Longest search text (pages.md D2). */
export const SEARCH_LIMIT = 100;

/** Reads a query, with or without "?"; anything unknown falls back to its default (D2). */
export function readResultsQuery(query: string, context: ResultsContext): ResultsView {
  const params = new URLSearchParams(query);
  const distance = params.get("distance");
  const rank = tickedRank(context);
  return {
    distance:
      distance !== null && context.distances.includes(distance) ? distance : context.opening,
    option: readOption(params, sortOptions(context.ageGroups)),
    search: readSearch(params.get("q")),
    ticked: rank !== null && params.get("rank") === rank,
  };
}

function readOption(params: URLSearchParams, options: readonly SortOption[]): number {
  const show = params.get("show");
  const shown = options.find(({ sort }) => sort.by === "show-only" && sort.ageGroup === show);
  if (shown !== undefined) return shown.number;
  const by = params.get("sort");
  return by === "gender" ? 1 : by === "age-group" ? 2 : 0;
}

/** The search text of an address: as typed, cut at 100 characters; "" if only blanks (D2). */
export function readSearch(text: string | null): string {
  const cut = Array.from(text ?? "")
    .slice(0, SEARCH_LIMIT)
    .join("");
  return cut.trim() === "" ? "" : cut;
}

/**
 * The value of `rank` that ticks the box: the basis that is not the year's; null for time events.
 */
function tickedRank(context: ResultsContext): Basis | null {
  if (context.eventType === "time") return null;
  return basisOf(context.rankingType) === "chip" ? "clock" : "chip";
}

/**
 * Writes a view as a query without "?": keys in the order distance, sort or show, q, rank; defaults
 * are left out (D2). Reading the result yields the same view.
 */
export function writeResultsQuery(view: ResultsView, context: ResultsContext): string {
  const params = new URLSearchParams();
  if (view.distance !== context.unnamed) params.set("distance", view.distance);
  const sort = sortOptions(context.ageGroups)[view.option]?.sort;
  if (sort?.by === "show-only") params.set("show", sort.ageGroup);
  else if (sort !== undefined && sort.by !== "ranking") params.set("sort", sort.by);
  const search = readSearch(view.search);
  if (search !== "") params.set("q", search);
  const rank = tickedRank(context);
  if (view.ticked && rank !== null) params.set("rank", rank);
  return params.toString();
}
