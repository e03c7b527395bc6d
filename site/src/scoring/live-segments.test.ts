import { describe, expect, test } from "vitest";
import { aBoard, finished, unfinished } from "../test/rows";
import { liveSegments, liveSegmentsOf } from "./live-segments";
import type { Segment } from "./segments";

function mile(distanceValue: number): Segment {
  return { name: `${distanceValue} mi`, distanceValue, distanceUnit: "mi", distanceName: "" };
}

const COURSE = [{ ...mile(13), name: "Finish" }, mile(3), mile(6), mile(9)];

/** The points that are left for runners who were read at these. */
function left(...seen: string[][]) {
  return liveSegments(COURSE, "Half", seen).map(({ name }) => name);
}

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
  const names = (whole: string[][]) => liveSegmentsOf(board, COURSE, whole).map(({ name }) => name);
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
