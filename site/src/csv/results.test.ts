import { describe, expect, test } from "vitest";
import {
  guessTimed,
  headingsAt,
  recogniseResults,
  sentTable,
  splitName,
  tableBelow,
} from "./results";

function rows(...lines: string[]) {
  return lines.map((line, index) => ({ line: index + 1, cells: line.split("|") }));
}

describe("columns by their headings", () => {
  test.each([
    [
      "English",
      "Rank|Race No.|First Name|Surname|Sex|Age Group|Finish Time",
      { place: 0, bib: 1, first: 2, last: 3, gender: 4, age_group: 5, clock: 6 },
    ],
    [
      "German",
      "Platz|Stnr|Vorname|Nachname|AK|Nettozeit|Bruttozeit",
      { place: 0, bib: 1, first: 2, last: 3, age_group: 4, chip: 5, clock: 6 },
    ],
    [
      "Spanish",
      "Puesto|Dorsal|Nombre|Apellidos|Género|Edad|Tiempo",
      { place: 0, bib: 1, first: 2, last: 3, gender: 4, age: 5, clock: 6 },
    ],
    [
      "Spanish with the whole name",
      "Pos|Dorsal|Nombre|Categoría|Marca",
      { place: 0, bib: 1, name: 2, age_group: 3, clock: 4 },
    ],
    [
      "gun and chip, whichever comes first",
      "Bib|Chip Time|Gun Time|Time",
      { bib: 0, chip: 1, clock: 2 },
    ],
    [
      "teams, and a club",
      "Place|Bib|Team Name|Club|Time",
      { place: 0, bib: 1, team: 2, division: 3, clock: 4 },
    ],
    ["laps", "Bib|Name|Laps|Elapsed", { bib: 0, name: 1, laps: 2, clock: 3 }],
    ["nothing that is known", "a|b", {}],
  ])("%s", (_, headings, mapping) => {
    expect(recogniseResults(headings.split("|"))).toEqual({ system: null, mapping });
  });
});

test("headings stand below titles; printed again they are left out", () => {
  const all = rows(
    "River Run",
    "Saturday",
    "Place|Bib|Name|Time",
    "1|7|Ana|40:00",
    "Place|Bib|Name|Time",
    "2|8|Lee|41:00",
  );
  expect(headingsAt(all)).toBe(2);
  const table = tableBelow(all, 2);
  expect(table.headings).toEqual(["Place", "Bib", "Name", "Time"]);
  expect(table.rows.map(({ line }) => line)).toEqual([4, 6]);
});

test("a file without headings has none, and as many columns as its lines", () => {
  const all = rows("1|7|Ana", "2|8|Lee|41:00");
  expect(headingsAt(all)).toBe(-1);
  const table = tableBelow(all, -1);
  expect(table.headings).toEqual(["", "", "", ""]);
  expect(table.rows).toHaveLength(2);
});

test("times on the way are guessed by headings and values, and no place, pace or difference is one", () => {
  const all = rows(
    "Bib|Time|5K|5K Place|10 km Split|Pace|Diff|Half|Half Pace",
    "7|1:40:00|20:00|3|45:00|4:44|+1:00|1:30:00|4:40",
    "8|1:45:00||4|0.0326388|4:50||x|",
  );
  const table = tableBelow(all, 0);
  const { mapping } = recogniseResults(table.headings);
  expect(guessTimed(table, mapping, false)).toEqual([2, 4, 7]);
  const sent = sentTable(table, { mapping, timed: [2, 4, 7] }, false);
  expect(sent.columns).toEqual(["bib", "clock", "split:5K", "split:10 km", "split:Half"]);
  expect(sent.from).toEqual([0, 1, 2, 4, 7]);
});

test("laps where laps count", () => {
  const table = tableBelow(rows("Bib|Lap 1|Lap 2|Laps", "7|20:00|21:00|2"), 0);
  const { mapping } = recogniseResults(table.headings);
  expect(guessTimed(table, mapping, true)).toEqual([1, 2]);
  expect(sentTable(table, { mapping, timed: [1, 2] }, true).columns).toEqual([
    "bib",
    "lap",
    "lap",
    "laps",
  ]);
});

test.each([
  ["5K Split", "5K"],
  ["Split time 10 km", "10 km"],
  ["Zwischenzeit 1", "1"],
  ["Split", "Split"],
  ["", "3"],
])("the name of the split %o is %o", (heading, name) => {
  expect(splitName(heading, 2)).toBe(name);
});
