import { memo, type ReactNode, useCallback, useRef } from "react";
import type { GridRow, StatusCell } from "../../lists/status-grid";
import { text } from "../../text/text";
import { KeepPlace } from "../../ui/KeepPlace";
import { useRows } from "../../ui/use-rows";
import { type Links, nobodySaying, type Saying, StateLink } from "./StateLink";
import styles from "./Status.module.css";

const COLUMNS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/**
 * The estimated height of a row until it is measured: narrow screens have its range above the
 * numbers, small ones show these as two lines of five.
 */
function rowHeight(): number {
  if (window.matchMedia("(max-width: 575.98px)").matches) return 121;
  return window.matchMedia("(max-width: 767.98px)").matches ? 73 : 48;
}

function keyOf(row: GridRow): string {
  return row.kind === "gap" ? `gap ${row.from}` : String(row.cells[0]?.number);
}

/**
 * The grid as a real table: rows of ten, or two lines of five on small screens in the same reading
 * order. The roles are explicit because the small layout is not a CSS table, and some browsers then
 * no longer expose it as one.
 */
export function Grid({
  caption,
  rows,
  links,
  all,
  data,
  head,
}: {
  caption: string;
  rows: readonly GridRow[];
  links: Links;
  all: boolean | "now";
  /** The data behind the rows: when it is replaced, the first visible row stays where it is. */
  data: unknown;
  /** Rendered at the top of every printed page; null on screen. */
  head: ReactNode;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { drawn, measure, whole, topOf } = useRows(body, rows, keyOf, all, rowHeight);
  const topOfKey = useCallback(
    (key: string) => topOf(rows.findIndex((row) => keyOf(row) === key)),
    [topOf, rows],
  );
  return (
    <KeepPlace body={body} data={data} topOf={topOfKey}>
      <table
        role="table"
        className={styles.grid}
        aria-rowcount={whole ? undefined : rows.length + 1}
      >
        <caption className="hidden">{caption}</caption>
        <thead role="rowgroup">
          {head !== null && (
            <tr>
              <td colSpan={11}>{head}</td>
            </tr>
          )}
          <tr role="row" aria-rowindex={whole ? undefined : 1}>
            <th role="columnheader" scope="col">
              <span className="hidden">{text.status.bibs}</span>
            </th>
            {COLUMNS.map((column) => (
              <th key={column} role="columnheader" scope="col">
                <span className="hidden">{column}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} role="rowgroup">
          {drawn.map((item) =>
            "gap" in item ? (
              <tr key={item.key} aria-hidden="true">
                <td className={styles.space} style={{ height: item.gap }} />
              </tr>
            ) : (
              <Row
                key={item.key}
                rowKey={item.key}
                row={item.row}
                index={item.index}
                counted={!whole}
                links={links}
                measure={measure}
              />
            ),
          )}
        </tbody>
      </table>
    </KeepPlace>
  );
}

const Row = memo(function Row({
  rowKey,
  row,
  index,
  counted,
  links,
  measure,
}: {
  rowKey: string;
  row: GridRow;
  index: number;
  counted: boolean;
  links: Links;
  measure: ((row: HTMLElement | null) => void) | undefined;
}) {
  return (
    <tr
      role="row"
      ref={measure}
      data-key={rowKey}
      data-index={index}
      aria-rowindex={counted ? index + 2 : undefined}
    >
      {row.kind === "gap" ? (
        <td role="cell" colSpan={11} className={styles.nobody}>
          {text.status.nobody(row.from, row.to)}
        </td>
      ) : (
        <>
          <th role="rowheader" scope="row">
            {text.status.range(row.cells[0]?.number ?? 0, row.cells.at(-1)?.number ?? 0)}
          </th>
          {row.cells.map((cell) => (
            <Cell
              key={cell.number}
              cell={cell}
              says={cell.taken ? links.saying(cell.bib, cell.state) : nobodySaying()}
              links={links}
            />
          ))}
        </>
      )}
    </tr>
  );
});

/** One number with the letter of its state. Without a runner it is not a link. */
function Cell({
  cell: { number, state, bib },
  says: { fill, letter, words },
  links,
}: {
  cell: StatusCell;
  says: Saying | ReturnType<typeof nobodySaying>;
  links: Links;
}) {
  return (
    <td role="cell" data-state={fill}>
      {bib === null ? (
        <>
          {number}{" "}
          <b role="img" aria-label={words}>
            {letter}
          </b>
        </>
      ) : (
        <StateLink bib={bib} state={state} links={links}>
          {number} <b>{letter}</b>
        </StateLink>
      )}
    </td>
  );
}
