/** Decodes boards (docs/decisions/snapshot-format.md "Board object"): columns into lines. */
import { type Board, type Line, type Row, STATES } from "../scoring/row";
import { isObject, type JsonObject, number, text } from "../api/types";

/** A column: one number per line, or one number for all lines. */
type Column = (line: number) => number;

const FINISHED = 2;

/**
 * The board of a `b-` file, of `first` in the head, or of `changed`. Names come from its own
 * `names` or from a names file; without either every line is named "Bib {bib}". The board holds
 * neither locations nor local times.
 */
export function decodeBoard(json: JsonObject, names?: JsonObject): Board {
  const { board, more } = beginBoard(json, names);
  more(Infinity);
  return board;
}

/** A board by pieces: `more` decodes that many lines and returns whether any are left. */
export function beginBoard(
  json: JsonObject,
  names?: JsonObject,
): { board: Board; more: (lines: number) => boolean } {
  const columns = columnsOf(json);
  const distance = text(json.distance);
  const { next, byClock } = lineReader(
    json,
    columns,
    rowReader(json, columns, distance, namesOf(names ?? json.names)),
  );
  const lines: Line[] = [];
  const length = lengthOf(json, columns);
  const more = (count: number) => {
    for (const end = Math.min(lines.length + count, length); lines.length < end; )
      lines.push(next(lines.length));
    return lines.length < length;
  };
  return { board: { distance, lines, passages: passagesOf(json.passages), byClock }, more };
}

export function movedBibs(json: JsonObject): string[] {
  const { bib } = columnsOf(json);
  return (Array.isArray(bib) ? bib : [bib]).map(String);
}

/** Lines of who moved on, derived from the previous ones; null when one of these is missing. */
export function decodeMoved(
  json: JsonObject,
  before: ReadonlyMap<string, Line>,
): Required<Pick<Board, "lines" | "byClock">> | null {
  const bibs = movedBibs(json);
  const known = bibs.flatMap((bib) => before.get(bib) ?? []);
  if (known.length < bibs.length) return null;
  const genders = new Numbers();
  const ageGroups = new Numbers();
  const progress = progressReader(json, columnsOf(json));
  const { next, byClock } = lineReader(json, columnsOf(json), (line) => {
    const { row } = known[line] as Line;
    const now = progress(line, genders.of(row.gender), ageGroups.of(row.ageGroup));
    // Nobody starts twice: the clock time at the start is the difference of the two times.
    const start =
      milliseconds(row.seconds, row.milliseconds) -
      milliseconds(row.chipSeconds, row.chipMilliseconds);
    const chip = milliseconds(now.seconds, now.milliseconds) - start;
    const chipSeconds = Math.floor(chip / 1000);
    return rowOf(row, now, chipSeconds, chip - chipSeconds * 1000);
  });
  return { lines: known.map((_, line) => next(line)), byClock };
}

function milliseconds(seconds: number, rest: number): number {
  return seconds * 1000 + rest;
}

/** Texts by number, numbered in the order of appearance. */
class Numbers {
  readonly #numbers = new Map<string, number>();

  of(value: string): number {
    const known = this.#numbers.get(value) ?? this.#numbers.size;
    this.#numbers.set(value, known);
    return known;
  }
}

/**
 * Reads the lines one after the other, and the result rows by clock that differ. The result row is
 * the row itself unless the file says otherwise.
 */
function lineReader(
  json: JsonObject,
  c: JsonObject,
  row: (line: number) => Row,
): { next: (line: number) => Line; byClock: Map<Line, Row | null> } {
  const counts = countsOf(json.counts);
  const countsByClock = countsOf(json.by_clock);
  const byClock = new Map<Line, Row | null>();
  const state = column(c.st);
  const next = (line: number): Line => {
    const shown = row(line);
    const finished = state(line) === FINISHED;
    const counted = counts.get(line);
    const result =
      counted === undefined ? (finished ? shown : null) : counted && withResult(shown, counted);
    const decoded = { row: shown, result, state: STATES[state(line)] ?? "not-started" };
    const clocked = countsByClock.get(line);
    if (clocked !== undefined) byClock.set(decoded, clocked && withResult(shown, clocked));
    return decoded;
  };
  return { next, byClock };
}

function rowReader(
  json: JsonObject,
  c: JsonObject,
  distance: string,
  names: Names,
): (line: number) => Row {
  const genders = texts(json.genders);
  const ageGroups = texts(json.age_groups);
  const divisions = texts(json.divisions);
  const progress = progressReader(json, c);
  const bib = bibColumn(c.bib);
  const [g, ag, div, age, an, cs, cm] = [
    column(c.g),
    column(c.ag),
    column(c.div),
    column(c.age),
    column(c.an),
    column(c.cs),
    column(c.cm),
  ];
  return (line) => {
    const now = progress(line, g(line), ag(line));
    const person = {
      bib: bib(line),
      first: names.first[line] ?? "",
      last: names.last[line] ?? "",
      anonymous: an(line) === 1,
      gender: genders[g(line)] ?? "",
      age: age(line),
      ageGroup: ageGroups[ag(line)] ?? "",
      distance,
      division: divisions[div(line)] ?? "",
    };
    return rowOf(person, now, now.seconds - cs(line), now.milliseconds - cm(line));
  };
}

/** The fields of a row that stay the same while its runner moves on. */
type Person = Pick<
  Row,
  "bib" | "first" | "last" | "anonymous" | "gender" | "age" | "ageGroup" | "distance" | "division"
>;

/** The fields that change; the chip time follows from them. */
type Progress = Omit<
  Row,
  keyof Person | "chipSeconds" | "chipMilliseconds" | "location" | "localTime"
>;

function rowOf(person: Person, now: Progress, chipSeconds: number, chipMilliseconds: number): Row {
  return {
    bib: person.bib,
    first: person.first,
    last: person.last,
    anonymous: person.anonymous,
    gender: person.gender,
    age: person.age,
    ageGroup: person.ageGroup,
    distance: person.distance,
    division: person.division,
    divisionRanking: now.divisionRanking,
    seconds: now.seconds,
    milliseconds: now.milliseconds,
    chipSeconds,
    chipMilliseconds,
    segment: now.segment,
    location: "",
    occurrence: now.occurrence,
    ranking: now.ranking,
    ageRanking: now.ageRanking,
    genderRanking: now.genderRanking,
    finish: now.finish,
    type: now.type,
    localTime: "",
  };
}

/** More age groups than any race has. */
const AGE_GROUPS = 1_000_000;

/** Reads line after line; places and seconds are differences to earlier ones. */
function progressReader(
  json: JsonObject,
  c: JsonObject,
): (line: number, gender: number, ageGroup: number) => Progress {
  const segments = texts(json.segments);
  const [seg, occ, fin, type, divisionRanking] = [
    column(c.seg),
    column(c.occ),
    column(c.fin),
    column(c.t),
    column(c.dr),
  ];
  const [r, gr, ar, s, ms] = [column(c.r), column(c.gr), column(c.ar), column(c.s), column(c.ms)];
  const lastGender = new Map<number, number>();
  const lastAgeGroup = new Map<number, number>();
  let ranking = 0;
  let seconds = 0;
  return (line, gender, ageGroup) => {
    const group = gender * AGE_GROUPS + ageGroup;
    const genderRanking = gr(line) + (lastGender.get(gender) ?? 0);
    const ageRanking = ar(line) + (lastAgeGroup.get(group) ?? 0);
    lastGender.set(gender, genderRanking);
    lastAgeGroup.set(group, ageRanking);
    ranking += r(line);
    seconds += s(line);
    return {
      divisionRanking: divisionRanking(line),
      seconds,
      milliseconds: ms(line),
      segment: segments[seg(line)] ?? "",
      occurrence: occ(line),
      ranking,
      ageRanking,
      genderRanking,
      finish: fin(line) === 1,
      type: type(line),
    };
  };
}

function columnsOf(json: JsonObject): JsonObject {
  return isObject(json.c) ? json.c : {};
}

interface Names {
  first: readonly string[];
  last: readonly string[];
}

/** A names file: those of a board's lines, in its order; "" of anonymous people. */
export function namesOf(json: unknown): Names {
  return isObject(json)
    ? { first: texts(json.first), last: texts(json.last) }
    : { first: [], last: [] };
}

/** The texts of a list, each at its own position; anything else is "". */
function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(text) : [];
}

function column(value: unknown): Column {
  if (!Array.isArray(value)) {
    const constant = number(value);
    return () => constant;
  }
  const values: readonly unknown[] = value;
  return (line) => number(values[line]);
}

function bibColumn(value: unknown): (line: number) => string {
  const values: readonly unknown[] = Array.isArray(value) ? value : [];
  return (line) => String((Array.isArray(value) ? values[line] : value) ?? "");
}

/** Number of lines held: the length of any column, or `lines` when all of them are constant. */
function lengthOf(json: JsonObject, columns: JsonObject): number {
  const list = Object.values(columns).find(Array.isArray);
  return Array.isArray(list) ? list.length : number(json.lines);
}

/** Result rows that are not the table row: line → its fields, or null for no result row. */
function countsOf(json: unknown): Map<number, JsonObject | null> {
  const counts = new Map<number, JsonObject | null>();
  for (const entry of Array.isArray(json) ? json : []) {
    if (Array.isArray(entry)) counts.set(number(entry[0]), isObject(entry[1]) ? entry[1] : null);
  }
  return counts;
}

function withResult(person: Row, json: JsonObject): Row {
  return {
    ...person,
    seconds: number(json.seconds),
    milliseconds: number(json.milliseconds),
    chipSeconds: number(json.chip_seconds),
    chipMilliseconds: number(json.chip_milliseconds),
    segment: text(json.segment),
    occurrence: number(json.occurence),
    ranking: number(json.ranking),
    ageRanking: number(json.age_ranking),
    genderRanking: number(json.gender_ranking),
    finish: json.finish === true,
    type: number(json.type),
  };
}

/** First passages by segment. */
export function passagesOf(json: unknown): Map<string, number> {
  const passages = new Map<string, number>();
  for (const entry of Array.isArray(json) ? json : []) {
    if (Array.isArray(entry)) passages.set(text(entry[0]), number(entry[1]));
  }
  return passages;
}
