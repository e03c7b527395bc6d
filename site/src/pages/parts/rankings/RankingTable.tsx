import type { ReactNode } from "react";
import type { RaceBoard } from "../../../race/boards";
import { runnerKey } from "../../../race/compare";
import { text } from "../../../text/text";
import type { Line } from "../../../scoring/row";
import { Table } from "../../../ui/Table";
import type { Column, TableList } from "../../../ui/table-props";
import { type LongList, LongNote } from "../tables/LongNote";
import type { LoadedRace } from "../race/RaceScreen";
import { tableCaption } from "../tables/table-caption";
import styles from "./Ranking.module.css";

export interface ListSource extends LoadedRace {
  board: RaceBoard;
  /** Whether columns fold; on paper everything is wide. */
  folds: boolean;
  long?: LongLists;
}

/** Whether long lists are rendered in full, and how to find somebody in them. */
interface LongLists extends LongList {
  /** Whether the page has a search box. */
  searchable: boolean;
}

export interface Searched {
  /** Result rows by the distance rule (pages.md A3). */
  lines: readonly Line[];
  /** The search text; "" without one. */
  search: string;
}

/** The data the tables of one distance are rendered from. */
export interface RankingPanel extends ListSource, Searched {}

interface RankedList<T> extends Pick<TableList<T>, "rows" | "keyOf"> {
  /** Bibs that a row stands for: if one of them changed, the row did. By default the key. */
  bibsOf?: (row: T) => readonly string[];
}

/** One list with its heading, which is the distance's own if it is the only list. */
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
  heading: string;
  /** By default: event, distance and heading. */
  caption?: string;
  only?: boolean;
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
