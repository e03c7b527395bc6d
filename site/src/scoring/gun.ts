/** When a race was started, and what its clock says. */
import { instantAt, readWrittenTime } from "../format/date";
import { isOutType, typeSuffix } from "../format/result-type";
import { clockMs } from "../format/time";
import type { Row } from "./row";

/** Guns nearer to each other than this are one that was read differently. */
const APART_MS = 60_000;
/** Fewer runners tell no gun of their own: rows written by hand. */
const FEWEST = 3;

/**
 * When the gun went off, in milliseconds since 1970: the median of local time minus clock time over
 * all rows, so that one row written by hand does not move the bells. Null if no row has a readable
 * local time.
 */
export function gunOf(rows: Iterable<Row>): number | null {
  return middle([...rows].flatMap((row) => gunOfRow(row) ?? []));
}

/**
 * When the clock of each wave began, the first one first, as {@link gunOf}: one gun, but where
 * several runners each have clocks that began at least a minute apart. Empty if no row tells.
 */
export function gunsOf(rows: Iterable<Row>): number[] {
  const told = [...rows]
    .flatMap((row) => {
      const gun = gunOfRow(row);
      return gun === null || isOfOtherStart(row) ? [] : [{ gun, bib: row.bib }];
    })
    .toSorted((a, b) => a.gun - b.gun);
  const groups: { gun: number; bib: string }[][] = [];
  for (const one of told) {
    const group = groups.at(-1);
    if (group === undefined || one.gun - (group.at(-1)?.gun ?? 0) >= APART_MS) groups.push([one]);
    else group.push(one);
  }
  const several = groups.filter((group) => new Set(group.map(({ bib }) => bib)).size >= FEWEST);
  const guns = (several.length > 1 ? several : [told]).map((group) =>
    middle(group.map(({ gun }) => gun)),
  );
  return guns.filter((gun) => gun !== null);
}

/**
 * When the clock of each runner began, by bib, as one of their reads tells; empty where there is one
 * clock: then the times of all compare.
 */
export function ownGunsOf(rows: readonly Row[]): Map<string, number> {
  if (gunsOf(rows).length < 2) return new Map();
  const guns = new Map<string, number>();
  for (const row of rows) {
    const gun = gunOfRow(row);
    if (gun !== null && !guns.has(row.bib)) guns.set(row.bib, gun);
  }
  return guns;
}

function middle(guns: readonly number[]): number | null {
  return guns.toSorted((a, b) => a - b)[Math.floor(guns.length / 2)] ?? null;
}

/** Null for an out row, whose times mean nothing, and without a moment. */
function gunOfRow(row: Row): number | null {
  const read = readWrittenTime(row.localTime);
  return read === null || read.offset === "" || isOutType(row.type)
    ? null
    : instantAt(read) - clockMs(row);
}

/** An early or late start is no wave. */
function isOfOtherStart({ type }: Row): boolean {
  const suffix = typeSuffix(type);
  return suffix !== "" && suffix !== "u";
}
