/** Writes boards as they are published (docs/decisions/snapshot-format.md "Board object"). */
import { compareText } from "../format/text";
import { type Board, type Line, type Row, STATES } from "../scoring/row";

/** One value if all are the same, as in the files. */
function column(values: readonly unknown[]): unknown {
  return values.length > 0 && values.every((value) => value === values[0]) ? values[0] : values;
}

function deltas(
  values: readonly number[],
  keys: readonly string[] = values.map(() => ""),
): unknown {
  const last = new Map<string, number>();
  return column(
    values.map((value, index) => {
      const key = keys[index] ?? "";
      const delta = value - (last.get(key) ?? 0);
      last.set(key, value);
      return delta;
    }),
  );
}

function fieldsOf(row: Row | null) {
  return (
    row && {
      seconds: row.seconds,
      milliseconds: row.milliseconds,
      chip_seconds: row.chipSeconds,
      chip_milliseconds: row.chipMilliseconds,
      segment: row.segment,
      occurence: row.occurrence,
      ranking: row.ranking,
      age_ranking: row.ageRanking,
      gender_ranking: row.genderRanking,
      finish: row.finish,
      type: row.type,
    }
  );
}

/** Whether a line's result row differs from what its state implies. */
function isSpecial({ row, result, state }: Line): boolean {
  return result !== (state === "finished" ? row : null);
}

export function namesFile({ lines }: Board) {
  return { first: lines.map(({ row }) => row.first), last: lines.map(({ row }) => row.last) };
}

function textsOf(rows: readonly Row[], of: (row: Row) => string): string[] {
  return [...new Set(rows.map(of))];
}

/** The part that changes as runners move on: columns, and result rows that differ. */
function progressOf({ lines, byClock }: Board) {
  const rows = lines.map(({ row }) => row);
  const segments = textsOf(rows, (row) => row.segment);
  const each = (of: (row: Row) => unknown) => column(rows.map(of));
  return {
    segments,
    c: {
      bib: each(({ bib }) => (/^(0|[1-9]\d{0,8})$/.test(bib) ? Number(bib) : bib)),
      st: column(lines.map(({ state }) => STATES.indexOf(state))),
      seg: each((row) => segments.indexOf(row.segment)),
      r: deltas(rows.map(({ ranking }) => ranking)),
      gr: deltas(
        rows.map(({ genderRanking }) => genderRanking),
        rows.map(({ gender }) => gender),
      ),
      ar: deltas(
        rows.map(({ ageRanking }) => ageRanking),
        rows.map(({ gender, ageGroup }) => `${gender}\n${ageGroup}`),
      ),
      s: deltas(rows.map(({ seconds }) => seconds)),
      ms: each((row) => row.milliseconds),
      occ: each(({ occurrence }) => occurrence),
      fin: each(({ finish }) => (finish ? 1 : 0)),
      t: each(({ type }) => type),
      dr: each((row) => row.divisionRanking),
    },
    counts: lines.flatMap((line, index) =>
      isSpecial(line) ? [[index, fieldsOf(line.result)]] : [],
    ),
    by_clock: lines.flatMap((line, index) =>
      byClock?.has(line) === true ? [[index, fieldsOf(byClock.get(line) ?? null)]] : [],
    ),
  };
}

/** A board object; with names it is one of the head or of changes. */
export function boardFile(board: Board, { names = false } = {}): object {
  const rows = board.lines.map(({ row }) => row);
  const [genders, ageGroups, divisions] = [
    textsOf(rows, (row) => row.gender),
    textsOf(rows, (row) => row.ageGroup),
    textsOf(rows, (row) => row.division),
  ];
  const each = (of: (row: Row) => unknown) => column(rows.map(of));
  const { c, ...progress } = progressOf(board);
  return {
    format: 2,
    distance: board.distance,
    lines: rows.length,
    passages: [...board.passages],
    genders,
    age_groups: ageGroups,
    divisions,
    ...progress,
    c: {
      ...c,
      g: each((row) => genders.indexOf(row.gender)),
      ag: each((row) => ageGroups.indexOf(row.ageGroup)),
      div: each((row) => divisions.indexOf(row.division)),
      age: each(({ age }) => age),
      an: each(({ anonymous }) => (anonymous ? 1 : 0)),
      cs: each((row) => row.seconds - row.chipSeconds),
      cm: each((row) => row.milliseconds - row.chipMilliseconds),
    },
    ...(names ? { names: namesFile(board) } : {}),
  };
}

/**
 * Clock time minus chip time in milliseconds; null if the chip time is not written as whole seconds
 * and fewer than a thousand milliseconds.
 */
export function startOf({
  seconds,
  milliseconds,
  chipSeconds,
  chipMilliseconds,
}: Row): number | null {
  const regular = chipMilliseconds >= 0 && chipMilliseconds < 1000;
  return regular ? 1000 * (seconds - chipSeconds) + milliseconds - chipMilliseconds : null;
}

/** Whose row it is. */
export function personOf({
  bib,
  first,
  last,
  anonymous,
  gender,
  age,
  ageGroup,
  distance,
  division,
}: Row) {
  return { bib, first, last, anonymous, gender, age, ageGroup, distance, division };
}

/** The part of a line that stays the same while its runner moves on; null if that is uncertain. */
export function steadyOf({ row }: Line): string | null {
  const start = startOf(row);
  return start === null ? null : JSON.stringify([personOf(row), start]);
}

/** The lines of runners who moved on, grouped by segment. */
export function movedFile(board: Board): object {
  return progressOf({
    ...board,
    lines: board.lines.toSorted((a, b) => compareText(a.row.segment, b.row.segment)),
  });
}
