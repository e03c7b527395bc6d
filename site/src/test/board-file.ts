/** Writes boards as they are published (docs/decisions/snapshot-format.md "Board object"). */
import { type Board, type Line, type Row, STATES } from "../scoring/row";

/** One value where all are the same, as in the files. */
function column(values: readonly unknown[]): unknown {
  return values.length > 0 && values.every((value) => value === values[0]) ? values[0] : values;
}

function deltas(values: readonly number[], keys: readonly string[] = values.map(() => "")): unknown {
  const last = new Map<string, number>();
  return column(values.map((value, index) => {
    const key = keys[index] ?? "";
    const delta = value - (last.get(key) ?? 0);
    last.set(key, value);
    return delta;
  }));
}

function fieldsOf(row: Row | null) {
  return row && {
    seconds: row.seconds, milliseconds: row.milliseconds, chip_seconds: row.chipSeconds, chip_milliseconds: row.chipMilliseconds,
    segment: row.segment, occurence: row.occurrence, ranking: row.ranking, age_ranking: row.ageRanking, gender_ranking: row.genderRanking,
    finish: row.finish, type: row.type,
  };
}

/** Whether a line's result row is another than its state says. */
function isSpecial({ row, result, state }: Line): boolean {
  return result !== (state === "finished" ? row : null);
}

/** The names of a board's lines: a names file. */
export function namesFile({ lines }: Board) {
  return { first: lines.map(({ row }) => row.first), last: lines.map(({ row }) => row.last) };
}

/** A board object; with names it is one of the head or of changes. */
export function boardFile(board: Board, { names = false } = {}): object {
  const rows = board.lines.map(({ row }) => row);
  const texts = (of: (row: Row) => string) => [...new Set(rows.map(of))];
  const [genders, ageGroups, segments, divisions] = [texts((row) => row.gender), texts((row) => row.ageGroup), texts((row) => row.segment), texts((row) => row.division)];
  const each = (of: (row: Row) => unknown) => column(rows.map(of));
  return {
    format: 2, distance: board.distance, lines: rows.length, passages: [...board.passages],
    genders, age_groups: ageGroups, segments, divisions,
    c: {
      bib: each(({ bib }) => (/^(0|[1-9]\d{0,8})$/.test(bib) ? Number(bib) : bib)),
      st: column(board.lines.map(({ state }) => STATES.indexOf(state))),
      g: each((row) => genders.indexOf(row.gender)), ag: each((row) => ageGroups.indexOf(row.ageGroup)),
      seg: each((row) => segments.indexOf(row.segment)), div: each((row) => divisions.indexOf(row.division)),
      age: each(({ age }) => age), an: each(({ anonymous }) => (anonymous ? 1 : 0)),
      r: deltas(rows.map(({ ranking }) => ranking)),
      gr: deltas(rows.map(({ genderRanking }) => genderRanking), rows.map(({ gender }) => gender)),
      ar: deltas(rows.map(({ ageRanking }) => ageRanking), rows.map(({ gender, ageGroup }) => `${gender}\n${ageGroup}`)),
      s: deltas(rows.map(({ seconds }) => seconds)), ms: each(({ milliseconds }) => milliseconds),
      cs: each((row) => row.seconds - row.chipSeconds), cm: each((row) => row.milliseconds - row.chipMilliseconds),
      occ: each(({ occurrence }) => occurrence), fin: each(({ finish }) => (finish ? 1 : 0)), t: each(({ type }) => type), dr: each((row) => row.divisionRanking),
    },
    counts: board.lines.flatMap((line, index) => (isSpecial(line) ? [[index, fieldsOf(line.result)]] : [])),
    by_clock: board.lines.flatMap((line, index) => (board.byClock?.has(line) === true ? [[index, fieldsOf(board.byClock.get(line) ?? null)]] : [])),
    ...(names ? { names: namesFile(board) } : {}),
  };
}
