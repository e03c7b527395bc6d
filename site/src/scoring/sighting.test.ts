import { describe, expect, test } from "vitest";
import { aRow } from "../test/rows";
import { coursePoints } from "./course";
import { estimates } from "./estimates";
import type { Segment } from "./segments";
import { alongAt, sightingAt } from "./sighting";
import { stretches } from "./stretches";

const at = (
  name: string,
  distanceValue: number,
  distanceUnit = "km",
  distanceName = "",
): Segment => ({ name, distanceValue, distanceUnit, distanceName });
const COURSE = [
  at("Finish", 20),
  at("10K", 10),
  at("5K", 5),
  at("Lake", 0),
  at("Mile 9", 9, "mi"),
  at("5K", 4, "km", "Half"),
  at("Far", 99),
];

describe("the points of a course", () => {
  test("in order, of this distance, between start and finish, in any unit", () => {
    const points = coursePoints(COURSE, "20K", new Set(["5K"]));
    expect(points.map(({ name, passed }) => [name, passed])).toEqual([
      ["5K", true],
      ["10K", false],
      ["Mile 9", false],
      ["Finish", false],
    ]);
    expect(points.map(({ along }) => Math.round(along * 100))).toEqual([25, 50, 72, 100]);
    expect(coursePoints(COURSE, "Half", new Set())[0]).toEqual({
      name: "5K",
      along: 0.2,
      passed: false,
      read: false,
    });
  });

  test.each([
    ["a dead mat", ["5K", "Mile 9"], ["passed", "not read", "passed", "to come"]],
    ["two dead mats", ["Mile 9"], ["not read", "not read", "passed", "to come"]],
    ["its reads come later", ["Mile 9", "10K"], ["not read", "passed", "passed", "to come"]],
    ["a finisher without any split", ["Finish"], ["not read", "not read", "not read", "passed"]],
    ["nothing ahead is passed", ["5K"], ["passed", "to come", "to come", "to come"]],
    ["only a start", ["Start"], ["to come", "to come", "to come", "to come"]],
  ])("every point before the furthest is passed: %s", (_, read, words) => {
    expect(
      coursePoints(COURSE, "20K", new Set(read)).map((point) =>
        point.read ? "passed" : point.passed ? "not read" : "to come",
      ),
    ).toEqual(words);
  });

  test("of two mats at one point one is enough", () => {
    const points = coursePoints([...COURSE, at("10K b", 10)], "20K", new Set(["10K"]));
    expect(points.map(({ passed }) => passed)).toEqual([true, true, true, false, false]);
  });

  test("none where the distance of the finish is unknown", () => {
    expect(coursePoints(COURSE.slice(1), "20K", new Set())).toEqual([]);
  });
});

describe("where a runner is", () => {
  const read = aRow({
    occurrence: 1,
    segment: "5K",
    seconds: 1500,
    chipSeconds: 1500,
    localTime: "2026-05-02T08:25:00-07:00",
  });
  const answer = estimates(COURSE, [read], "");
  const points = coursePoints(COURSE, "", new Set(["5K"]));
  const seen = Date.UTC(2026, 4, 2, 15, 25);
  const minute = 60_000;

  // 5 km in 25 minutes: at 10K 25 minutes later
  test.each([
    [-5, 0.25, null, false],
    [0, 0.25, 0, false],
    [12.5, 0.375, 12, false],
    [25, 0.4875, 25, false],
    [25.9, 0.4875, 25, false],
    [26, 0.4875, 26, true],
    [600, 0.4875, 600, true],
  ])("%s minutes after the last passage", (minutes, along, minutesAgo, overdue) => {
    const now = seen + minutes * minute;
    const sighting = sightingAt(now, read, answer);
    expect(sighting).toMatchObject({ minutesAgo, overdue, next: { name: "10K" } });
    expect(alongAt(now, points, read, sighting)).toBeCloseTo(along);
  });

  test("without a time of day or an estimate nothing is made up", () => {
    const silent = { ...read, localTime: "" };
    const sighting = sightingAt(seen, silent, estimates(COURSE, [silent], ""));
    expect(sighting).toMatchObject({ minutesAgo: null, overdue: false });
    expect(alongAt(seen, points, silent, sighting)).toBe(0.25);
    expect(sightingAt(seen, read, null)).toEqual({ minutesAgo: 0, next: null, overdue: false });
  });
});

describe("stretches", () => {
  test("time, pace and places since the point before, also over other units", () => {
    const rows = [
      aRow({ occurrence: 1, segment: "5K", chipSeconds: 1500, ranking: 4 }),
      aRow({ occurrence: 1, segment: "10K", chipSeconds: 3100, chipMilliseconds: 500, ranking: 6 }),
      aRow({ occurrence: 1, segment: "Mile 9", chipSeconds: 4600, ranking: 2 }),
    ];
    const [first, second, third] = stretches(COURSE, "", rows);
    expect(first).toMatchObject({
      ms: 1_500_000,
      pace: { text: "5:00 / km" },
      end: 5,
      gained: null,
    });
    expect(second).toMatchObject({ ms: 1_600_500, pace: { text: "5:20 / km" }, gained: -2 });
    // 9 mi are 14.484096 km: 4.484096 km or 2.786288 mi in 1,499.5 s
    expect(third).toMatchObject({ ms: 1_499_500, pace: { text: "8:58 / mi" }, gained: 4 });
  });

  test("nothing is said where it is not known", () => {
    const rows = [
      aRow({ occurrence: 1, segment: "Lake", chipSeconds: 100, ranking: 3 }),
      aRow({ occurrence: 1, segment: "5K", chipSeconds: 90, ranking: 0 }),
      aRow({ occurrence: 1, segment: "5K", chipSeconds: 1500, ranking: 2 }),
    ];
    expect(
      stretches(COURSE, "", rows).map(({ ms, pace, gained }) => [ms, pace.text, gained]),
    ).toEqual([
      [100_000, "", null],
      [null, "", null],
      [1_410_000, "", null],
    ]);
  });
});
