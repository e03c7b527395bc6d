import { describe, expect, test } from "vitest";
import { aFinish, aRow, finished, randomFrom, unfinished } from "../test/rows";
import { changeSince, progressOf, type Progress } from "./progress";

const START = aRow({ segment: "Start" });
const MILE_3 = aRow({ segment: "Mile 3", occurrence: 1, seconds: 1200, ranking: 12 });
const SEEN: Progress = { splits: 1, place: 12, state: "started" };

describe("the progress of a runner", () => {
  test("splits after the start, each once, and the place of the table row", () => {
    expect(
      progressOf("distance", { row: MILE_3, result: null, state: "started" }, [
        START,
        MILE_3,
        { ...MILE_3 },
      ]),
    ).toEqual(SEEN);
  });

  test("in lap events only laps count", () => {
    const laps = [1, 2].map((occurrence) =>
      aFinish({ occurrence, seconds: 600 * occurrence, ranking: 3 }),
    );
    expect(
      progressOf("time", finished({ occurrence: 2, ranking: 3 }), [START, ...laps, MILE_3]).splits,
    ).toBe(2);
  });

  test("a runner who is out has no place", () => {
    expect(
      progressOf("distance", unfinished("dnf", { type: 30, ranking: 12, occurrence: 1 }), [MILE_3])
        .place,
    ).toBe(0);
  });
});

describe("changes since a visit", () => {
  test.each<[string, Partial<Progress>, ReturnType<typeof changeSince>]>([
    ["nothing", {}, null],
    ["a split", { splits: 2 }, { splits: 1, places: 0, out: null }],
    [
      "a split and four places gained",
      { splits: 2, place: 8 },
      { splits: 1, places: 4, out: null },
    ],
    ["two places lost", { place: 14 }, { splits: 0, places: -2, out: null }],
    ["a place where none is known now", { place: 0 }, null],
    ["a split taken back", { splits: 0 }, null],
    ["out of the race", { state: "dnf", place: 0 }, { splits: 0, places: 0, out: "dnf" }],
    [
      "finished, which is a split",
      { splits: 2, state: "finished" },
      { splits: 1, places: 0, out: null },
    ],
  ])("%s", (_, now, change) => {
    expect(changeSince(SEEN, { ...SEEN, ...now })).toEqual(change);
  });

  test("of any two sights: nothing new against itself, and places the other way round are the opposite", () => {
    const random = randomFrom(3);
    const progress = (): Progress => ({
      splits: Math.floor(random() * 4),
      place: Math.floor(random() * 4),
      state: "started",
    });
    for (let round = 0; round < 200; round++) {
      const [a, b] = [progress(), progress()];
      expect(changeSince(a, a)).toBeNull();
      expect((changeSince(a, b)?.places ?? 0) + (changeSince(b, a)?.places ?? 0)).toBe(0);
      expect(changeSince(a, b)?.splits ?? 0).toBeGreaterThanOrEqual(0);
    }
  });
});
