/** Rows, lines and random boards for tests. */
import type { Board, Line, Row } from "../scoring/row";

/** A row with the given fields; everything else is "", 0 or false. */
export function aRow(fields: Partial<Row> = {}): Row {
  return {
    bib: "1",
    first: "",
    last: "",
    anonymous: false,
    gender: "",
    age: 0,
    ageGroup: "",
    distance: "",
    division: "",
    divisionRanking: 0,
    seconds: 0,
    milliseconds: 0,
    chipSeconds: 0,
    chipMilliseconds: 0,
    segment: "",
    location: "",
    occurrence: 0,
    ranking: 0,
    ageRanking: 0,
    genderRanking: 0,
    finish: false,
    type: 0,
    localTime: "",
    ...fields,
  };
}

/** A finish row of a distance event. */
export function aFinish(fields: Partial<Row> = {}): Row {
  return aRow({ segment: "Finish", occurrence: 1, finish: true, ...fields });
}

/** A line whose result row is its table row. */
export function finished(fields: Partial<Row> = {}): Line {
  const row = aFinish(fields);
  return { row, result: row, state: "finished" };
}

/** A line of a runner without a result. */
export function unfinished(state: Line["state"], fields: Partial<Row> = {}): Line {
  return { row: aRow(fields), result: null, state };
}

/** A board of lines; passages only as given. */
export function aBoard(lines: Line[], passages: Iterable<[string, number]> = []): Board {
  return { distance: "10K", lines, passages: new Map(passages) };
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const GENDERS = ["F", "Woman", "M", "Man", "NB", "Not Specified", "", "Agender"];
const GROUPS = ["Under 20", "20-29", "30-39", "40-49", "Over 49", "Open", ""];
const FIRST = ["Ana", "Zoë", "Bo", "Łucja", "", "Mia"];

/**
 * A random distance board: placed and unplaced finishers, runners on course, start reads, DNF and
 * DNS.
 */
export function randomBoard(seed: number, length: number): Board {
  const random = randomFrom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = (list: readonly string[]) => list[below(list.length)] ?? "";
  const lines = Array.from({ length }, (_, index): Line => {
    const seconds = 1000 + below(20);
    const person = {
      bib: below(20) === 0 ? `A${index}` : String(index),
      first: pick(FIRST),
      last: pick(["Lee", "O'Neill", "Müller"]),
      gender: pick(GENDERS),
      age: below(90),
      ageGroup: pick(GROUPS),
      seconds,
      milliseconds: below(3) * 400,
      chipSeconds: seconds - below(10),
    };
    const kind = below(10);
    if (kind === 0) return unfinished("dnf", { ...person, type: 30, finish: true, occurrence: 1 });
    if (kind === 1) return unfinished("dns", { ...person, type: 31 });
    if (kind === 2) return unfinished("started", { ...person, segment: "Start" });
    if (kind === 3)
      return unfinished("started", { ...person, segment: pick(["A", "B", "C"]), occurrence: 1 });
    return finished({ ...person, ranking: below(length), type: kind === 4 ? 12 : 0 });
  });
  return aBoard(lines, [
    ["A", 500_000],
    ["B", 500_000],
    ["C", 900_000],
    ["Finish", 1_000_000],
  ]);
}
