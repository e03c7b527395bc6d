import { describe, expect, test } from "vitest";
import { aRow } from "../test/rows";
import type { Estimates } from "./estimates";
import { liveEstimates, shownEstimates } from "./field-estimates";
import type { Row } from "./row";
import type { Segment } from "./segments";

const COURSE: Segment[] = [
  ["5K", 5],
  ["10K", 10],
  ["15K", 15],
  ["Finish", 20],
].map(([name, value]) => ({
  name: String(name),
  distanceValue: Number(value),
  distanceUnit: "km",
  distanceName: "",
}));

/** All rows of a runner by chip times in minutes; the last of four is the finish. */
function runner(bib: string, ...minutes: number[]): Row[] {
  return minutes.map((at, index) =>
    aRow({
      bib,
      occurrence: 1,
      segment: ["5K", "10K", "15K", "Finish"][index] ?? "",
      finish: index === 3,
      seconds: Math.round(at * 60) + 100,
      chipSeconds: Math.round(at * 60),
      localTime: new Date(Date.UTC(2026, 4, 2, 8, 0, Math.round(at * 60) + 100))
        .toISOString()
        .replace(".000Z", "-07:00"),
    }),
  );
}

/** 5 km in 25 minutes, then in 26. */
const OWN = runner("1", 25, 51);

function answered(own: readonly Row[], field: readonly (readonly Row[])[]): Estimates {
  const answer = liveEstimates(COURSE, "", { rows: own, field });
  if (answer === null) throw new Error("no estimates");
  return answer;
}

/** Others, for whom the third stretch took this many times as long as the second. */
function others(count: number, times: number, { second = 26, finish = 0 } = {}): Row[][] {
  return Array.from({ length: count }, (_, index) =>
    runner(
      String(10 + index),
      25,
      25 + second,
      25 + second + second * times,
      ...(finish === 0 ? [] : [25 + second + second * times + finish]),
    ),
  );
}

describe("estimates by the field's pace changes", () => {
  test("the stretch ahead takes as many times as long as the one behind as it took others, in the offset of the read", () => {
    const { next, finish } = answered(OWN, others(1_000, 1.25));
    expect(next?.chipSeconds).toBeGreaterThanOrEqual((51 + 26 * 1.25) * 60 - 5);
    expect(next?.chipSeconds).toBeLessThanOrEqual((51 + 26 * 1.25) * 60);
    expect(next?.chip).toMatch(/^1:23:2/);
    expect(next?.local).toMatch(/^2026-05-02T09:25:0.-07:00$/);
    expect(next?.range?.map(({ chip }) => chip.slice(0, 4))).toEqual(["1:23", "1:23"]);
    // nobody has finished yet
    expect(finish).toEqual(answered(OWN, []).finish);
  });

  test("few are believed less than many, and the range is wider", () => {
    const [few, many] = [answered(OWN, others(4, 1.25)).next, answered(OWN, others(40, 1.25)).next];
    const width = (one: typeof few) =>
      (one?.range?.[1].chipSeconds ?? 0) - (one?.range?.[0].chipSeconds ?? 0);
    const steady = (51 + 26) * 60;
    expect(few?.chipSeconds).toBeGreaterThan(steady);
    expect(few?.chipSeconds).toBeLessThan(many?.chipSeconds ?? 0);
    expect(width(few)).toBeGreaterThan(width(many));
  });

  test("a field of differing changes of pace gives a wider range, which holds four of five of them", () => {
    const changes = Array.from({ length: 99 }, (_, index) => 0.8 + index * 0.005);
    const field = changes.map((times, index) =>
      runner(String(10 + index), 25, 51, 51 + 26 * times),
    );
    const [early, late] = answered(OWN, field).next?.range ?? [];
    const held = field.filter(
      ([, , row]) =>
        (early?.chipSeconds ?? 0) <= (row?.chipSeconds ?? 0) &&
        (row?.chipSeconds ?? 0) <= (late?.chipSeconds ?? 0),
    );
    expect(held.length).toBeGreaterThan(70);
    expect(held.length).toBeLessThan(90);
  });

  test("fewer than three, or only others of quite another pace, tell too little: the pace of the last stretch, without a range", () => {
    const alone = answered(OWN, []);
    const minutes = [alone.next, alone.finish].map((one) => (one?.chipSeconds ?? 0) / 60);
    expect(minutes).toEqual([51 + 26, 51 + 26 * 2]);
    expect([alone.next?.range, alone.finish?.range]).toEqual([undefined, undefined]);
    expect(answered(OWN, others(2, 1.25))).toEqual(alone);
    // twice as slow
    expect(answered(OWN, others(50, 1.25, { second: 77 }))).toEqual(alone);
    expect(answered(OWN, others(4, 1.25)).next?.range).toBeDefined();
  });

  test.each([
    ["alone: a stop, at an even pace", 60, [], 25],
    ["alone: slower, but no stop", 37, [], 37],
    ["what others took as well is a hill", 60, others(50, 1, { second: 60 }), 60],
    ["a stop where others ran on", 60, others(50, 1), 26],
    ["a stop on a hill", 130, others(50, 1, { second: 60 }), 60],
  ])("%s", (_, second, field, ahead) => {
    const { next } = answered(runner("1", 25, 25 + second), field);
    expect((next?.chipSeconds ?? 0) / 60 - 25 - second).toBeGreaterThan(ahead * 0.94);
    expect((next?.chipSeconds ?? 0) / 60 - 25 - second).toBeLessThan(ahead * 1.02);
  });

  test("the finish by those who have finished", () => {
    expect(answered(OWN, others(1_000, 1, { finish: 39 })).finish?.chipSeconds).toBeCloseTo(
      (51 + 26 + 39) * 60,
      -2,
    );
  });

  test("after the first point others are compared by the way there", () => {
    const { next } = answered(OWN.slice(0, 1), others(1_000, 1, { second: 30 }));
    expect(next?.chipSeconds).toBeCloseTo(55 * 60, -2);
  });

  test("runners who missed a point, ran backwards in time or dropped out there are ignored", () => {
    const missed = others(50, 1.25).map((rows) => rows.filter(({ segment }) => segment !== "5K"));
    const wrong = others(50, 1.25).map((rows) =>
      rows.map((row) => (row.segment === "15K" ? { ...row, chipSeconds: 60 } : row)),
    );
    const out = others(50, 1.25).map(([first, second]) =>
      [
        first,
        second,
        aRow({ type: 3, segment: "15K", occurrence: 1, chipSeconds: 1_000_000 }),
      ].filter((row) => row !== undefined),
    );
    expect(answered(OWN, [...missed, ...wrong, ...out])).toEqual(answered(OWN, []));
  });
});

test.each([true, false])("no time is expected at a dead mat (live: %s)", (live) => {
  const beyond = others(4, 1).map((rows) => rows.filter(({ segment }) => segment !== "10K"));
  const known = { rows: OWN.slice(0, 1), field: beyond };
  expect(shownEstimates(COURSE, "", known, live)?.next?.name).toBe("15K");
  expect(shownEstimates(COURSE, "", { ...known, field: [] }, live)?.next?.name).toBe("10K");
});

/** Mile 50, mats in and out at mile 60, mile 70 and the finish at 100 miles. */
const aidCourse = (gap: number): Segment[] =>
  Object.entries({ "50": 50, In: 60, Out: 60 + gap, "70": 70, Finish: 100 }).map(
    ([name, distanceValue]) => ({ name, distanceValue, distanceUnit: "mi", distanceName: "" }),
  );
/** Reads at these points, by minutes since the gun. */
const reads = (bib: string, ...seen: [string, number][]): Row[] =>
  seen.map(([name, minutes]) =>
    aRow({
      bib,
      segment: name,
      occurrence: 1,
      seconds: minutes * 60,
      chipSeconds: minutes * 60,
    }),
  );

/** Twelve who run as evenly, after stops of 2 to 15 minutes. */
const TWELVE = Array.from({ length: 12 }, (_, index) => {
  const [start, stop] = [600 + index, [2, 4, 7, 15][index % 4] ?? 0];
  return reads(
    String(index + 10),
    ["50", start],
    ["In", start + 120],
    ["Out", start + 120 + stop],
    ["70", start + 240 + stop],
  );
});
const tenMilesOn = (gap: number, out: number, field: readonly (readonly Row[])[]) => {
  const rows = reads("1", ["50", 600], ["In", 720], ["Out", out]);
  return liveEstimates(aidCourse(gap), "", { rows, field });
};

describe("mats at both ends of an aid station", () => {
  test.each([
    ["both at mile 60", 0, 5],
    ["15 metres apart", 0.01, 5],
    ["80 metres apart", 0.05, 1],
    ["somebody sleeps there", 0.01, 150],
    ["half a mile apart", 0.5, 16],
  ])("%s: the time between is no pace, with and without others", (_, gap, stop) => {
    for (const field of [[], TWELVE]) {
      const answer = tenMilesOn(gap, 720 + stop, field);
      expect(answer?.current.text).toBe("12:00 / mi");
      const onward = (answer?.next?.chipSeconds ?? 0) / 60 - 720 - stop;
      expect(onward).toBeGreaterThan(113);
      expect(onward).toBeLessThan(121);
      const late = (answer?.next?.range?.[1].chipSeconds ?? 0) / 60 - 720 - stop;
      expect(late).toBeLessThan(130);
      expect((answer?.finish?.chipSeconds ?? 0) / 60).toBeCloseTo(720 + stop + 12 * (40 - gap), 1);
    }
  });

  test("a longer way is a stretch of its own", () => {
    const answer = tenMilesOn(1.5, 738, []);
    expect(answer?.behind.to.segment).toBe("Out");
    expect((answer?.next?.chipSeconds ?? 0) / 60).toBeCloseTo(738 + 8.5 * 12, 1);
    expect(tenMilesOn(1.5, 735, [])?.current.text).toBe("10:00 / mi");
  });

  test.each([
    [
      "at the first aid station the pace is that from the start",
      [
        ["In", 720],
        ["Out", 735],
      ],
    ],
    [
      "a mat that reads twice",
      [
        ["50", 600],
        ["In", 720],
        ["In", 732],
        ["Out", 735],
      ],
    ],
    [
      "In was missed: the stop is in the stretch, but no multiple of it",
      [
        ["50", 600],
        ["Out", 720],
      ],
    ],
  ] as [string, [string, number][]][])("%s", (_, seen) => {
    const last = seen.at(-1)?.[1] ?? 0;
    const rows = reads("1", ...seen);
    const answer = liveEstimates(aidCourse(0.01), "", { rows, field: [] });
    expect(answer?.current.text).toMatch(/^1[12]:../);
    expect((answer?.next?.chipSeconds ?? 0) / 60 - last).toBeCloseTo(120, 0);
  });

  test("loops shorter than a place: the pace of the last ones", () => {
    const loops = Array.from({ length: 400 }, (_, index) => ({
      name: index === 399 ? "Finish" : `Loop ${index + 1}`,
      distanceValue: (index + 1) / 4,
      distanceUnit: "mi",
      distanceName: "",
    }));
    // two minutes a loop at first, then three
    const rows = reads(
      "1",
      ...Array.from({ length: 40 }, (_, index): [string, number] => [
        `Loop ${index + 1}`,
        index < 20 ? 2 * (index + 1) : 40 + 3 * (index - 19),
      ]),
    );
    const answer = liveEstimates(loops, "", { rows, field: [] });
    expect(answer?.current.text).toBe("12:00 / mi");
    expect(answer?.next?.chipSeconds).toBe(103 * 60);
  });

  test("an even pace across both mats is the same with and without the second", () => {
    const rows = reads("1", ["50", 600], ["In", 720], ["Out", 720.6]);
    const one = liveEstimates(aidCourse(0.05), "", { rows: rows.slice(0, 2), field: [] });
    const two = liveEstimates(aidCourse(0.05), "", { rows, field: [] });
    expect(two?.finish?.chipSeconds).toBe(one?.finish?.chipSeconds);
  });
});
