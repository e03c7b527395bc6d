import { describe, expect, test } from "vitest";
import type { Line, Row, State } from "../../../scoring/row";
import { aRow } from "../../../test/rows";
import { isHere, placeAndStanding, placeWords, standing } from "./standing";

const FINISH = {
  segment: "Finish",
  finish: true,
  occurrence: 1,
  ranking: 5,
  seconds: 3012,
  chipSeconds: 3000,
};
const AT_5K = {
  segment: "5K",
  finish: false,
  occurrence: 1,
  ranking: 4,
  seconds: 1512,
  chipSeconds: 1500,
};

function line(row: Partial<Row>, state: State): Line {
  return { row: aRow(row), result: null, state };
}

describe("where a runner stands, in one line", () => {
  test.each([
    ["gun", "50:12.0 clock time"],
    ["", "50:12.0 clock time"],
    ["chip", "50:00.0 chip time"],
  ])("a finisher where places go by %j: %s", (rankingType, words) => {
    expect(standing("distance", rankingType, line(FINISH, "finished"))).toBe(words);
    expect(placeWords("distance", aRow(FINISH))).toBe("Place 5");
  });

  test("the place at a timing point is not final, and says so", () => {
    expect(standing("distance", "gun", line(AT_5K, "started"))).toBe("5K in 25:00.0");
    expect(placeWords("distance", aRow(AT_5K))).toBe("4th at 5K");
    expect(placeAndStanding("distance", "gun", line(AT_5K, "started"))).toEqual([
      "4th at 5K",
      "25:00.0",
    ]);
    const unplaced = line({ ...AT_5K, ranking: -1 }, "started");
    expect(placeAndStanding("distance", "gun", unplaced)).toEqual(["", "5K in 25:00.0"]);
    expect([isHere("distance", aRow(AT_5K)), isHere("distance", aRow(FINISH))]).toEqual([
      true,
      false,
    ]);
  });

  test.each([
    [AT_5K, "started"],
    [FINISH, "finished"],
  ] as const)("whose number is blank has only the meaning of the suffix", (row, state) => {
    const unofficial = line({ ...row, ranking: -1, type: 12 }, state);
    expect(placeAndStanding("distance", "chip", unofficial)[0]).toBe("unofficial");
  });

  test("by laps the place is the standing so far", () => {
    expect(isHere("time", aRow({ ...AT_5K, segment: "Mat" }))).toBe(false);
    expect(placeWords("backyardultra", aRow({ ...FINISH, occurrence: 3 }))).toBe("Place 5");
  });

  test("no words for a missing place", () => {
    expect([
      placeWords("distance", aRow({ ...AT_5K, ranking: -1 })),
      placeWords("distance", aRow({ ...FINISH, type: 30 })),
    ]).toEqual(["", ""]);
    expect(standing("distance", "gun", line({ ...FINISH, type: 30 }, "dnf"))).toBe("DNF");
  });
});
