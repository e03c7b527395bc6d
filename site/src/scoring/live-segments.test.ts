import { describe, expect, test } from "vitest";
import { aBoard, aRow, finished, unfinished } from "../test/rows";
import { liveSegments, liveSegmentsOf, runnerPoints } from "./live-segments";
import type { Segment } from "./segments";

function mile(distanceValue: number): Segment {
  return { name: `${distanceValue} mi`, distanceValue, distanceUnit: "mi", distanceName: "" };
}

const COURSE = [{ ...mile(13), name: "Finish" }, mile(3), mile(6), mile(9)];

/** Rows of runners who were read at these points, each runner a minute after the one before. */
function rowsOf(seen: string[][]) {
  return seen.map((names, runner) =>
    names.map((segment) => aRow({ bib: `${runner}`, segment, seconds: 3600 + runner * 60 })),
  );
}

/** The points that are left for runners who were read at these. */
function left(...seen: string[][]) {
  return liveSegments(COURSE, "Half", rowsOf(seen)).map(({ name }) => name);
}

const ALL = ["Finish", "3 mi", "6 mi", "9 mi"];
const read = (count: number) => Array.from({ length: count }, () => ["3 mi", "6 mi", "9 mi"]);
const missing = (count: number) => Array.from({ length: count }, () => ["3 mi", "9 mi"]);
const near = (count: number) => Array.from({ length: count }, () => ["3 mi", "6 mi"]);
const behind = (count: number) => Array.from({ length: count }, () => ["3 mi"]);

test.each([
  ["dies", [...near(2), ...read(12), ...missing(5), ...behind(5)], ["Finish", "3 mi", "9 mi"]],
  ["dies for three", [...read(14), ...missing(3)], ["Finish", "3 mi", "9 mi"]],
  ["misses two", [...read(14), ...missing(2), ...behind(3)], ALL],
  ["missed the first ones", [...missing(3), ...read(4), ...behind(3)], ALL],
  ["dies after all have gone on", [...read(14), ...near(3), ...behind(3)], ALL],
])("a mat that %s in the middle of a race", (_, seen, names) => {
  expect(left(...seen)).toEqual(names);
  // Rows come in the order of bibs, not of the race.
  const rows = rowsOf(seen).toReversed();
  expect(liveSegments(COURSE, "Half", rows).map(({ name }) => name)).toEqual(names);
});

describe("a mat is dead where nobody was read though several were seen further on", () => {
  test.each([
    ["none", [["3 mi"], ["3 mi", "6 mi", "9 mi"]], ["Finish", "3 mi", "6 mi", "9 mi"]],
    ["one", [["3 mi", "9 mi"], ["3 mi", "9 mi"], ["3 mi"]], ["Finish", "3 mi", "9 mi"]],
    ["two", [["9 mi"], ["Finish"], ["Start"]], ["Finish", "9 mi"]],
    ["all", [["Finish"], ["Finish"], ["Start"]], ["Finish"]],
    [
      "for one runner, who leads",
      [["3 mi", "9 mi"], ["3 mi"], ["3 mi"]],
      ["Finish", "3 mi", "6 mi", "9 mi"],
    ],
    [
      "for one runner only",
      [
        ["3 mi", "9 mi"],
        ["3 mi", "6 mi", "9 mi"],
      ],
      ["Finish", "3 mi", "6 mi", "9 mi"],
    ],
    [
      "its reads come later",
      [["3 mi", "9 mi", "6 mi"], ["3 mi", "9 mi"], ["3 mi"]],
      ["Finish", "3 mi", "6 mi", "9 mi"],
    ],
    [
      "for most of four who went on",
      [
        ["3 mi", "6 mi", "9 mi"],
        ["3 mi", "9 mi"],
        ["3 mi", "9 mi"],
        ["9 mi", "3 mi"],
      ],
      ["Finish", "3 mi", "9 mi"],
    ],
    [
      "for half of them",
      [
        ["3 mi", "6 mi", "9 mi"],
        ["3 mi", "9 mi"],
        ["3 mi", "9 mi", "6 mi"],
        ["9 mi", "3 mi"],
      ],
      ["Finish", "3 mi", "6 mi", "9 mi"],
    ],
    [
      "for most of three",
      [
        ["3 mi", "6 mi", "9 mi"],
        ["3 mi", "9 mi"],
        ["3 mi", "9 mi"],
      ],
      ["Finish", "3 mi", "6 mi", "9 mi"],
    ],
    ["a finisher without any split", [["Finish"], ["3 mi"]], ["Finish", "3 mi", "6 mi", "9 mi"]],
  ])("%s", (_, seen, names) => {
    expect(left(...seen)).toEqual(names);
  });
});

test("first passages tell which points have reads, lines whether a runner is further on", () => {
  const lines = [
    finished({ bib: "1" }),
    unfinished("started", { bib: "2", segment: "9 mi", occurrence: 1 }),
    unfinished("dnf", { bib: "3", segment: "9 mi", type: 30 }),
  ];
  const names = (passages: [string, number][]) =>
    liveSegmentsOf(aBoard(lines, passages), COURSE).map(({ name }) => name);
  expect(names([["9 mi", 3_600_000]])).toEqual(["Finish", "9 mi"]);
  expect(
    names([
      ["3 mi", 1_200_000],
      ["9 mi", 3_600_000],
    ]),
  ).toEqual(["Finish", "3 mi", "9 mi"]);
});

const at9 = (bib: string) => unfinished("started", { bib, segment: "9 mi", occurrence: 1 });

test("of a board the rows that are known tell whom a mat missed that was read", () => {
  const board = aBoard(["1", "2", "3", "4"].map(at9), [
    ["3 mi", 1_200_000],
    ["6 mi", 2_400_000],
    ["9 mi", 3_600_000],
  ]);
  const names = (whole: string[][]) =>
    liveSegmentsOf(board, COURSE, rowsOf(whole)).map(({ name }) => name);
  const missed = ["3 mi", "9 mi"];
  expect(names([])).toEqual(["Finish", "3 mi", "6 mi", "9 mi"]);
  expect(names([["3 mi", "6 mi", "9 mi"], missed, missed, missed])).toEqual([
    "Finish",
    "3 mi",
    "9 mi",
  ]);
  // Nothing is known of who has not come yet.
  expect(names([["3 mi", "6 mi", "9 mi"], ["3 mi"], ["3 mi"], ["3 mi"]])).toHaveLength(4);
});

test.each([
  ["nobody", 4, "nobody"],
  ["hardly anybody", 3, "hardly"],
  ["enough", 1, ""],
])("the points of a runner: a mat that read %s of those further on", (_, missed, dead) => {
  const [own, ...others] = rowsOf([["3 mi"], ...missing(missed), ...read(4 - missed)]);
  const points = runnerPoints(COURSE, "Half", own ?? [], others);
  expect(points.map((point) => [point.name, point.passed, point.dead])).toEqual([
    ["3 mi", true, ""],
    ["6 mi", false, dead],
    ["9 mi", false, ""],
    ["Finish", false, ""],
  ]);
});
