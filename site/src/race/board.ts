/** Decodes board files (docs/decisions/snapshot-format.md "Board object"): columns back into lines. */
import { type Board, type Line, type Row, STATES } from "../scoring/row";
import { isObject, type JsonObject, number, text } from "../api/types";

/** A column: one number per line, or one number for all lines. */
type Column = (line: number) => number;

const FINISHED = 2;

/**
 * The board of a `b-` file, of `first` in the head, or of `changed`. Names come from its own `names` or from a names file;
 * without either every line stands as "Bib {bib}". The board holds neither locations nor local times.
 */
export function decodeBoard(json: JsonObject, names?: JsonObject): Board {
  const { board, more } = beginBoard(json, names);
  more(Infinity);
  return board;
}

/** A board that is decoded piece by piece: `more` decodes so many lines more, and tells whether the board is not whole yet. */
export function beginBoard(json: JsonObject, names?: JsonObject): { board: Board; more: (lines: number) => boolean } {
  const columns = isObject(json.c) ? json.c : {};
  const distance = text(json.distance);
  const row = rowReader(json, columns, distance, namesOf(names ?? json.names));
  const counts = countsOf(json.counts);
  const countsByClock = countsOf(json.by_clock);
  const byClock = new Map<Line, Row | null>();
  const state = column(columns.st);
  const lines: Line[] = [];
  const length = lengthOf(json, columns);
  const decode = (line: number) => {
    const shown = row(line);
    const finished = state(line) === FINISHED;
    const counted = counts.get(line);
    const result = counted === undefined ? (finished ? shown : null) : counted && withResult(shown, counted);
    const decoded = { row: shown, result, state: STATES[state(line)] ?? "not-started" };
    lines.push(decoded);
    const clocked = countsByClock.get(line);
    if (clocked !== undefined) byClock.set(decoded, clocked && withResult(shown, clocked));
  };
  const more = (count: number) => {
    for (const end = Math.min(lines.length + count, length); lines.length < end;) decode(lines.length);
    return lines.length < length;
  };
  return { board: { distance, lines, passages: passagesOf(json.passages), byClock }, more };
}

/** Reads the row of one line after the other: places and seconds are kept as differences to earlier lines. */
function rowReader(json: JsonObject, c: JsonObject, distance: string, names: Names): (line: number) => Row {
  const genders = texts(json.genders);
  const ageGroups = texts(json.age_groups);
  const segments = texts(json.segments);
  const divisions = texts(json.divisions);
  const bib = bibColumn(c.bib);
  const [g, ag, seg, div] = [column(c.g), column(c.ag), column(c.seg), column(c.div)];
  const [age, an, occ, fin] = [column(c.age), column(c.an), column(c.occ), column(c.fin)];
  const [type, divisionRanking] = [column(c.t), column(c.dr)];
  const [r, gr, ar] = [column(c.r), column(c.gr), column(c.ar)];
  const [s, ms, cs, cm] = [column(c.s), column(c.ms), column(c.cs), column(c.cm)];
  const lastGender = new Map<number, number>();
  const lastAgeGroup = new Map<number, number>();
  let ranking = 0;
  let seconds = 0;
  return (line) => {
    const gender = g(line);
    const ageGroup = ag(line);
    const group = gender * (ageGroups.length + 1) + ageGroup;
    const genderRanking = gr(line) + (lastGender.get(gender) ?? 0);
    const ageRanking = ar(line) + (lastAgeGroup.get(group) ?? 0);
    const milliseconds = ms(line);
    lastGender.set(gender, genderRanking);
    lastAgeGroup.set(group, ageRanking);
    ranking += r(line);
    seconds += s(line);
    return {
      bib: bib(line),
      first: names.first[line] ?? "",
      last: names.last[line] ?? "",
      anonymous: an(line) === 1,
      gender: genders[gender] ?? "",
      age: age(line),
      ageGroup: ageGroups[ageGroup] ?? "",
      distance,
      division: divisions[div(line)] ?? "",
      divisionRanking: divisionRanking(line),
      seconds,
      milliseconds,
      chipSeconds: seconds - cs(line),
      chipMilliseconds: milliseconds - cm(line),
      segment: segments[seg(line)] ?? "",
      location: "",
      occurrence: occ(line),
      ranking,
      ageRanking,
      genderRanking,
      finish: fin(line) === 1,
      type: type(line),
      localTime: "",
    };
  };
}

interface Names {
  first: readonly string[];
  last: readonly string[];
}

/** Reads a names file: the names of a board's lines, in the same order; those of anonymous people are "". */
export function namesOf(json: unknown): Names {
  return isObject(json) ? { first: texts(json.first), last: texts(json.last) } : { first: [], last: [] };
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

function passagesOf(json: unknown): Map<string, number> {
  const passages = new Map<string, number>();
  for (const entry of Array.isArray(json) ? json : []) {
    if (Array.isArray(entry)) passages.set(text(entry[0]), number(entry[1]));
  }
  return passages;
}
