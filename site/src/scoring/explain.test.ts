import { describe, expect, test } from "vitest";
import { finished, unfinished } from "../test/rows";
import { explainPlace, goesByLaps } from "./explain";
import type { Row } from "./row";

function finisher(bib: string, ranking: number, seconds: number, about: Partial<Row> = {}) {
  return finished({
    bib,
    ranking,
    seconds,
    milliseconds: 0,
    chipSeconds: seconds - 5,
    finish: true,
    occurrence: 1,
    gender: "W",
    ageGroup: "30-39",
    type: 0,
    ...about,
  });
}

describe("explainPlace", () => {
  const first = finisher("1", 1, 100);
  const second = finisher("2", 2, 107, { gender: "M" });
  const third = finisher("3", 3, 107, { ageGroup: "40-49" });
  const out = unfinished("dnf", {
    bib: "4",
    ranking: 3,
    occurrence: 1,
    seconds: 90,
    type: 3,
    gender: "W",
    ageGroup: "30-39",
  });
  const onCourse = unfinished("started", {
    bib: "6",
    ranking: 2,
    occurrence: 1,
    segment: "5K",
    seconds: 50,
    gender: "W",
    ageGroup: "30-39",
  });
  const unplaced = finisher("7", -1, 120, { type: 1 });
  const lines = [third, out, first, onCourse, second, unplaced];

  test("names the neighbours in the order of places and the gaps in the time that ranks", () => {
    const { before, behind } = explainPlace(lines, second, "distance", "clock");
    expect([before?.line, before?.gapMs, behind?.line, behind?.gapMs]).toEqual([
      first,
      7000,
      third,
      0,
    ]);
  });

  test("the first has nobody before, the last nobody behind", () => {
    expect(explainPlace(lines, first, "distance", "clock").before).toBeNull();
    expect(explainPlace(lines, third, "distance", "clock").behind).toBeNull();
  });

  test("counts who has finished, by gender, and by gender and age group; of a backyard who has started", () => {
    expect(explainPlace(lines, first, "distance", "clock")).toMatchObject({
      counted: 4,
      ofGender: 3,
      ofAgeGroup: 2,
    });
    expect(explainPlace(lines, first, "time", "clock")).toMatchObject({
      counted: 4,
      ofGender: 3,
      ofAgeGroup: 2,
    });
    expect(explainPlace(lines, first, "backyardultra", "clock")).toMatchObject({
      counted: 6,
      ofGender: 5,
      ofAgeGroup: 4,
    });
  });

  test("a tie is the same time and the same laps", () => {
    expect(
      [first, second, third].map((line) => explainPlace(lines, line, "distance", "clock").tied),
    ).toEqual([null, "time", "time"]);
    const lapped = finisher("5", 4, 107, { occurrence: 2 });
    expect(explainPlace([second, lapped], lapped, "time", "clock")).toMatchObject({
      tied: null,
      before: { laps: 1 },
    });
    expect(explainPlace([second, lapped], lapped, "distance", "clock")).toMatchObject({
      tied: "time",
      before: { laps: 0, gapMs: 0 },
    });
  });

  test("runners of one place tie, whatever their times; another suffix is another place", () => {
    const one = finisher("1", 3, 100);
    const other = finisher("2", 3, 101);
    const drop = finisher("3", 3, 102, { type: 10 });
    const all = [one, other, drop];
    expect(all.map((line) => explainPlace(all, line, "distance", "clock").tied)).toEqual([
      "place",
      "place",
      null,
    ]);
  });

  test("who shares the place is neither before nor behind", () => {
    const [lead, one, two, three, last] = [
      finisher("1", 1, 90),
      finisher("2", 2, 100),
      finisher("3", 2, 100),
      finisher("4", 2, 100),
      finisher("5", 5, 110),
    ];
    const all = [last, one, two, three, lead];
    for (const line of [one, two, three]) {
      const { before, behind, sharedBy } = explainPlace(all, line, "distance", "clock");
      expect([before?.line, before?.gapMs, behind?.line, behind?.gapMs]).toEqual([
        lead,
        10_000,
        last,
        10_000,
      ]);
      expect(sharedBy).toEqual([one, two, three].filter((other) => other !== line));
    }
    expect(explainPlace(all, lead, "distance", "clock").sharedBy).toEqual([]);
  });

  test.each([
    ["time", 5, 3, 2],
    ["time", 5, 5, 0],
    ["backyardultra", 8, 8, 0],
    ["backyardultra", 8, 6, 1],
    ["backyardultra", 9, 4, 2],
    ["distance", 3, 1, 0],
  ] as const)("%s: passages %i and %i are %i laps apart", (type, ahead, back, laps) => {
    const [one, other] = [
      finisher("1", 1, 100, { occurrence: ahead }),
      finisher("2", 2, 200, { occurrence: back }),
    ];
    expect(explainPlace([one, other], other, type, "clock").before?.laps).toBe(laps);
    expect(explainPlace([one, other], one, type, "clock").behind?.laps).toBe(laps);
  });
});

test.each<[string, [ranking: number, laps: number, seconds: number][], boolean]>([
  [
    "laps, then time",
    [
      [1, 10, 100],
      [2, 10, 110],
      [3, 9, 90],
    ],
    true,
  ],
  [
    "a slower one before",
    [
      [1, 10, 110],
      [2, 10, 100],
    ],
    false,
  ],
  [
    "fewer laps before",
    [
      [1, 9, 90],
      [2, 10, 100],
    ],
    false,
  ],
  [
    "a shared place",
    [
      [1, 10, 110],
      [1, 10, 100],
      [3, 9, 90],
    ],
    true,
  ],
  [
    "without a place",
    [
      [1, 10, 110],
      [-1, 10, 100],
    ],
    true,
  ],
  ["nobody", [], true],
])("places of a timed race go by laps: %s", (_, runners, expected) => {
  const lines = runners.map(([ranking, occurrence, seconds], index) =>
    finisher(String(index), ranking, seconds, { occurrence }),
  );
  expect(goesByLaps(lines)).toBe(expected);
  expect(goesByLaps(lines.toReversed())).toBe(expected);
});
