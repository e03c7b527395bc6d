/** Label of the rank-by box and headings of the two time columns (pages.md A13). */
import { hasOneTime, otherBasis, rankingBasis } from "../scoring/rank-by";
import { type Basis, basisOf, type EventType, type Line } from "../scoring/row";
import { text } from "../text/text";

/** The labels of the box and the columns, and the time that each column shows. */
export interface RankByLabels {
  /** Label of the box; "" for time events, which have none. */
  box: string;
  /** Heading of the starred column; "" when there is only one time column. */
  starred: string;
  /** Heading of the last column, the one that ranks. */
  last: string;
  /** The time shown in the starred column; null when there is none. */
  starredColumn: Basis | null;
  /** The time that ranks, shown in the last column. */
  lastColumn: Basis;
}

/** Label, headings and columns for a type, a `ranking_type` and the state of the box (A13). */
export function rankByLabels(
  eventType: EventType,
  rankingType: string,
  boxOn: boolean,
): RankByLabels {
  if (eventType === "time")
    return {
      box: "",
      starred: "",
      last: text.rankBy.time,
      starredColumn: null,
      lastColumn: "clock",
    };
  const { boxes, headings } = text.rankBy[eventType];
  const last = rankingBasis(eventType, rankingType, boxOn);
  const starred = otherBasis(last);
  return {
    box: boxes[otherBasis(basisOf(rankingType))],
    starred: `${headings[starred]}*`,
    last: headings[last],
    starredColumn: starred,
    lastColumn: last,
  };
}

/**
 * The labels of a table with these lines: where all clock and chip times of a distance are the same,
 * as those of a race timed by hand are, it has one column of times (C2). While a race is live they
 * may differ yet.
 */
export function tableLabels(
  eventType: EventType,
  { rankingType, live }: { rankingType: string; live: boolean },
  lines: readonly Line[],
  boxOn = false,
): RankByLabels {
  const labels = rankByLabels(eventType, rankingType, boxOn);
  return eventType === "distance" && !live && hasOneTime(lines)
    ? { ...labels, starred: "", starredColumn: null }
    : labels;
}
