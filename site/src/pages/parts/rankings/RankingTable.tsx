import type { ReactNode } from "react";
import type { RaceBoard } from "../../../race/boards";
import { runnerKey } from "../../../race/compare";
import { text } from "../../../text/text";
import type { Line } from "../../../scoring/row";
import { type Column, Table, type TableList } from "../../../ui/Table";
import { type LongList, LongNote } from "../tables/LongNote";
import type { LoadedRace } from "../race/RaceScreen";
import { tableCaption } from "../tables/table-caption";
import styles from "./Ranking.module.css";

/** What a list is drawn from. */
export interface ListSource extends LoadedRace {
  board: RaceBoard;
  /** On paper everything is wide. */
  folds: boolean;
  /** How lists are drawn that may be long. */
  long?: LongLists;
}

/** Whether long lists are drawn whole, and what leads to somebody in them. */
export interface LongLists extends LongList {
  /** The page has a search box. */
  searchable: boolean;
}

/** Result rows, and what is searched for in them. */
export interface Searched {
  /** Result rows by the distance rule (pages.md A3). */
  lines: readonly Line[];
  /** The search text; "" without one. */
  search: string;
}

/** What the tables of one distance are drawn from. */
export interface RankingPanel extends ListSource, Searched {}

/** The rows of a list. */
export interface RankedList<T> extends Pick<TableList<T>, "rows" | "keyOf"> {
  /**
   * The runners of this race a row stands for: when one of them changed, it did. The key, unless
   * given.
   */
  bibsOf?: (row: T) => readonly string[];
}

/** One list with its heading; the only list of a distance stands under the distance's own. */
export function RankingTable<T>({
  of,
  heading,
  caption,
  only = false,
  note,
  columns,
  list,
}: {
  of: ListSource;
  /** What is listed. */
  heading: string;
  /** Event, distance and heading, unless given. */
  caption?: string;
  only?: boolean;
  /** What is said of the list, below its heading. */
  note?: ReactNode;
  columns: readonly Column<T>[];
  list: RankedList<T>;
}) {
  const { rows, keyOf, bibsOf } = list;
  const { race, head, board, folds, long } = of;
  const all = long?.all ?? false;
  return (
    <div className={rows.length <= 12 ? styles.list : undefined}>
      {!only && <h3 className={styles.heading}>{heading}</h3>}
      {note}
      {long !== undefined && (
        <LongNote
          count={rows.length}
          large={long.searchable ? text.results.large : text.results.largeUnsearched}
          all={all}
          onShowAll={long.onShowAll}
        />
      )}
      <Table
        caption={
          caption ?? tableCaption(head.event.name, head.eventYear.year, board.distance, heading)
        }
        columns={columns}
        list={{
          rows,
          keyOf,
          changedOf: (row) =>
            (bibsOf?.(row) ?? [keyOf(row)]).some((bib) =>
              race.changed.has(runnerKey(board.distance, bib)),
            ),
          data: board,
        }}
        all={folds ? all : "now"}
      />
    </div>
  );
}
