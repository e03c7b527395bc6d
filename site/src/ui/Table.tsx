import { type CSSProperties, lazy, memo, Suspense, useCallback, useRef } from "react";
import { text } from "../text/text";
import { WHOLE_LIMIT } from "./drawn";
import { KeepPlace } from "./KeepPlace";
import styles from "./Table.module.css";
import type { Column, FrameProps, TableProps } from "./table-props";

/** Rows of a long table that are rendered until the code of long tables has loaded. */
const MEANWHILE = 40;

/**
 * Renders only the rows of a long table that are near the screen; fetched when there is one. If it
 * cannot be fetched, every row is rendered.
 */
const LongTable = lazy(() => import("./LongTable").catch(() => ({ default: FirstRows })));

/**
 * A real table that folds columns on narrow screens, keeps its headings in view, and, if long,
 * renders only what is near the screen.
 */
export function Table<T>(props: TableProps<T>) {
  const { list, all = false, long = list.rows.length > WHOLE_LIMIT } = props;
  const table = props as TableProps<unknown>;
  if (!long || all === "now") return <FirstRows table={table} />;
  return (
    <Suspense fallback={<FirstRows table={table} count={MEANWHILE} />}>
      <LongTable table={table} Frame={TableFrame} />
    </Suspense>
  );
}

/** All rows of a short list; the first of a long one while the code of long tables is loading. */
function FirstRows({ table, count = Infinity }: { table: TableProps<unknown>; count?: number }) {
  const { rows, keyOf } = table.list;
  const body = useRef<HTMLTableSectionElement>(null);
  const drawn = rows.slice(0, count).map((row, index) => ({ key: keyOf(row), row, index }));
  return (
    <TableFrame
      table={table}
      body={body}
      drawing={{ drawn, whole: count >= rows.length, measure: undefined, topOf: nowhere }}
    />
  );
}

function nowhere(): undefined {}

/** The table around the rendered rows. */
function TableFrame<T>({ table, body, drawing }: FrameProps<T>) {
  const { caption, captioned = false, compact = false, columns } = table;
  const { rows, keyOf, changedOf, onPress, data } = table.list;
  const { drawn, measure, whole, topOf } = drawing;
  const topOfKey = useCallback(
    (key: string) => topOf(rows.findIndex((row) => keyOf(row) === key)),
    [topOf, rows, keyOf],
  );
  return (
    <KeepPlace body={body} data={data} topOf={topOfKey}>
      <table
        className={compact ? styles.compact : styles.table}
        style={compact ? besideName(columns) : undefined}
        aria-rowcount={whole ? undefined : rows.length + 1}
      >
        <caption className={captioned ? styles.caption : "hidden"}>{caption}</caption>
        <thead>
          <tr aria-rowindex={whole ? undefined : 1}>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-label={column.name}
                aria-sort={column.sorted === true ? "ascending" : undefined}
                className={classOf(column)}
                style={widthOf(column)}
              >
                {column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {drawn.map((item) =>
            "gap" in item ? (
              <Gap key={item.key} height={item.gap} />
            ) : (
              <TableRow
                key={item.key}
                rowKey={item.key}
                columns={columns}
                row={item.row}
                index={item.index}
                counted={!whole}
                changed={changedOf?.(item.row) ?? false}
                onPress={onPress}
                measure={measure}
              />
            ),
          )}
        </tbody>
      </table>
    </KeepPlace>
  );
}

/**
 * The space of rows that are not rendered. A single cell without a span: a span over folded columns
 * would create new ones.
 */
function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden="true" className={styles.gap}>
      <td style={{ height }} />
    </tr>
  );
}

interface TableRowProps<T> {
  rowKey: string;
  columns: readonly Column<T>[];
  row: T;
  index: number;
  counted: boolean;
  changed: boolean;
  onPress: ((row: T) => void) | undefined;
  measure: ((row: HTMLTableRowElement | null) => void) | undefined;
}

function PlainTableRow<T>({
  rowKey,
  columns,
  row,
  index,
  counted,
  changed,
  onPress,
  measure,
}: TableRowProps<T>) {
  return (
    <tr
      onClick={onPress && (() => onPress(row))}
      style={onPress && { cursor: "pointer" }}
      ref={measure}
      data-key={rowKey}
      data-index={index}
      data-changed={changed || undefined}
      aria-rowindex={counted ? index + 2 : undefined}
    >
      {columns.map((column) => {
        const mark = changed && column.marks === true && (
          <i className={styles.mark}>{text.changed}</i>
        );
        return column.names === true ? (
          <th key={column.key} scope="row" className={classOf(column)}>
            {mark}
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.key} className={classOf(column)}>
            {mark}
            {column.cell(row)}
          </td>
        );
      })}
    </tr>
  );
}

const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

function widthOf({
  width,
  narrow = width,
}: Pick<Column<never>, "width" | "narrow">): CSSProperties | undefined {
  return width === undefined
    ? undefined
    : ({ "--wide": width, "--narrow": narrow } as CSSProperties);
}

/** How far the name's link has to reach on phones, to cover the cells beside its own. */
function besideName<T>(columns: readonly Column<T>[]): CSSProperties {
  const stay = columns.filter(({ folds }) => folds === undefined);
  const name = stay.findIndex(({ names }) => names === true);
  const widths = (beside: readonly Column<T>[]) =>
    `calc(0px ${beside.map(({ width = "0px", narrow = width }) => `+ ${narrow}`).join(" ")})`;
  return {
    "--before": widths(stay.slice(0, name)),
    "--behind": widths(stay.slice(name + 1)),
  } as CSSProperties;
}

const FOLDS = { medium: styles.foldsMedium, small: styles.foldsSmall };

function classOf({
  folds,
  align,
  names,
}: Pick<Column<never>, "folds" | "align" | "names">): string | undefined {
  const classes = [
    folds === undefined ? undefined : FOLDS[folds],
    align === "end" ? styles.end : undefined,
    names === true ? styles.names : undefined,
  ].filter((name) => name !== undefined);
  return classes.length === 0 ? undefined : classes.join(" ");
}
