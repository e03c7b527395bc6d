import { describe, expect, test } from "vitest";
import { aBoard, aFinish, aRow, finished, randomBoard, unfinished } from "../test/rows";
import { lapLabel, timeCell } from "./cells";
import { rankBy, rankingBasis, withPlaces } from "./rank-by";
import type { Board, Line } from "./row";
import { orderTable, type TableSort } from "./table-order";

const bibs = (lines: readonly Line[]) => lines.map((line) => line.row.bib);
const SORTS: TableSort[] = [
  { by: "ranking" },
  { by: "gender" },
  { by: "age-group" },
  { by: "show-only", ageGroup: "20-29" },
];

describe("table order (A12)", () => {
  test("classes of a distance table", () => {
    const board = aBoard(
      [
        unfinished("dns", { bib: "8", type: 31 }),
        unfinished("dnf", { bib: "7", type: 3, finish: true, seconds: 1_000_000 }),
        unfinished("started", { bib: "6", segment: "Start 2", seconds: 5 }),
        unfinished("started", { bib: "5", segment: "A", occurrence: 1, ranking: 9, seconds: 50 }),
        unfinished("started", { bib: "4", segment: "A", occurrence: 1, ranking: 0, seconds: 40 }),
        unfinished("started", { bib: "3", segment: "B", occurrence: 1, ranking: 0, seconds: 90 }),
        finished({ bib: "2", seconds: 10, ranking: 0 }),
        finished({ bib: "1", seconds: 100, ranking: 1 }),
      ],
      [
        ["A", 40],
        ["B", 90],
      ],
    );
    expect(bibs(orderTable(board, "distance", "clock", { by: "ranking" }))).toEqual([
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      "7",
      "8",
    ]);
  });

  test("equal first passages: the segment name, Z first", () => {
    const lines = [
      unfinished("started", { bib: "1", segment: "A", occurrence: 1 }),
      unfinished("started", { bib: "2", segment: "Z", occurrence: 1 }),
    ];
    expect(
      bibs(
        orderTable(
          aBoard(lines, [
            ["A", 5],
            ["Z", 5],
          ]),
          "distance",
          "clock",
          { by: "ranking" },
        ),
      ),
    ).toEqual(["2", "1"]);
  });

  test("a backyard start read of the current hour stands at its runner's place", () => {
    const lines = [
      {
        row: aRow({ bib: "1", segment: "Start 3", occurrence: 4, ranking: 2 }),
        result: aFinish(),
        state: "finished" as const,
      },
      finished({ bib: "2", occurrence: 3, ranking: 1 }),
      finished({ bib: "3", occurrence: 5 }),
      unfinished("started", { bib: "4", type: 30, occurrence: 1 }),
    ];
    expect(bibs(orderTable(aBoard(lines), "backyardultra", "clock", { by: "ranking" }))).toEqual([
      "2",
      "1",
      "3",
      "4",
    ]);
  });

  test.each([1, 2, 3, 4, 5])(
    "board %i: a permutation, the same from any order, and nothing is changed",
    (seed) => {
      const board = randomBoard(seed, 300);
      const before = JSON.stringify(board.lines);
      const reversed: Board = { ...board, lines: board.lines.toReversed() };
      for (const eventType of ["distance", "time", "backyardultra"] as const) {
        for (const sort of SORTS) {
          const ordered = bibs(orderTable(board, eventType, "chip", sort));
          expect(bibs(orderTable(reversed, eventType, "chip", sort))).toEqual(ordered);
          if (sort.by !== "show-only")
            expect(ordered.toSorted()).toEqual(bibs(board.lines).toSorted());
        }
      }
      expect(JSON.stringify(board.lines)).toBe(before);
    },
  );

  test("show only keeps exactly one group", () => {
    const board = randomBoard(9, 300);
    const kept = orderTable(board, "distance", "clock", { by: "show-only", ageGroup: "Open" });
    expect(kept.every((line) => line.row.ageGroup === "Open")).toBe(true);
    expect(kept).toHaveLength(board.lines.filter((line) => line.row.ageGroup === "Open").length);
  });
});

describe("rank-by (A13)", () => {
  test.each([1, 2, 3])(
    "board %i: places run 1 … n for exactly the runners with a result",
    (seed) => {
      const { lines } = randomBoard(seed, 200);
      const overall = rankBy(lines, "distance", "chip").map((places) => places.overall);
      const expected = lines.map((line) => line.result !== null && line.result.occurrence >= 1);
      expect(overall.map((place) => place > 0)).toEqual(expected);
      const taken = overall.filter((place) => place > 0).toSorted((a, b) => a - b);
      expect(taken).toEqual(taken.map((_, index) => index + 1));
    },
  );

  test("the new places stand on copies; the board keeps the uploaded ones", () => {
    const board = randomBoard(4, 50);
    const before = JSON.stringify(board.lines);
    const changed = withPlaces(board, rankBy(board.lines, "distance", "chip"));
    expect(JSON.stringify(board.lines)).toBe(before);
    expect(bibs(changed.lines)).toEqual(bibs(board.lines));
    expect(changed.passages).toBe(board.passages);
  });

  test("texts of one gender are one group, others by all their letters", () => {
    const lines = [
      finished({ bib: "1", gender: "F", chipSeconds: 1 }),
      finished({ bib: "2", gender: "woman", chipSeconds: 2 }),
      finished({ bib: "3", gender: "Girl", chipSeconds: 3 }),
      finished({ bib: "4", gender: "Gi", chipSeconds: 4 }),
      finished({ bib: "5", gender: "girl ", chipSeconds: 5 }),
    ];
    expect(rankBy(lines, "distance", "chip").map((places) => places.gender)).toEqual([
      1, 2, 1, 1, 2,
    ]);
  });

  test("a box that is on ranks by the other time", () => {
    expect(rankingBasis("distance", "chip", true)).toBe("clock");
  });
});

describe("cells (A8)", () => {
  test("occurrence 0 and the states are blank in time tables", () => {
    expect(timeCell("time", "clock", aFinish({ seconds: 5, occurrence: 0 }))).toBe("");
    expect(timeCell("backyardultra", "chip", aFinish({ type: 31 }))).toBe("");
    expect(timeCell("time", "chip", aRow({ occurrence: 1, chipSeconds: 61 }))).toBe("01:01.0");
  });

  test("lap labels keep a segment's own name", () => {
    expect(lapLabel("time", aFinish({ segment: "Lap 4", occurrence: 4 }))).toBe("Lap 4");
    expect(lapLabel("backyardultra", aFinish({ occurrence: 5 }))).toBe("Hour 3");
    expect(lapLabel("distance", aFinish())).toBe("Finish");
  });
});
