import { expect, test } from "vitest";
import { aBoard, finished, unfinished } from "../test/rows";
import { durationOf } from "./duration";
import { timedRace } from "./timed";

const HOUR = 3600;
const lapped = (bib: string, laps: number, hours: number) =>
  finished({ bib, first: bib, occurrence: laps, seconds: hours * HOUR, chipSeconds: hours * HOUR });
const LAP = { name: "Lap", distanceValue: 5.2, distanceUnit: "mi", distanceName: "" };
const race = (lines: Parameters<typeof aBoard>[0], distance = "24 Hour", segments = [LAP]) =>
  timedRace({ ...aBoard(lines), distance }, segments);

test.each([
  ["24 Hour", 24],
  ["6hr", 6],
  ["12-hours", 12],
  ["24h", 24],
  ["100 mile / 30 hrs", 30],
  ["6 Horas", 6],
  ["48 HOUR Relay", 48],
  ["10K", null],
  ["Half", null],
  ["", null],
  ["0 hour", null],
  ["1.5 hour", null],
  ["24 hotdogs", null],
])("%j lasts %j hours", (distance, hours) => {
  expect(durationOf(distance)).toBe(hours === null ? null : hours * HOUR * 1000);
});

test("most laps first, then who ran them sooner; the way is that of all laps", () => {
  const { runners, laps, unit } = race([
    lapped("1", 3, 3),
    lapped("2", 4, 3.5),
    lapped("3", 3, 2.5),
    unfinished("started", { bib: "4", occurrence: 0 }),
  ]);
  expect(runners.map(({ line, laps: own }) => [line.row.bib, own])).toEqual([
    ["2", 4],
    ["3", 3],
    ["1", 3],
  ]);
  expect([laps, unit, runners[0]?.way]).toEqual([10, "mi", 20.8]);
});

test("the uploaded place decides, as in the table; a distance in place of laps is not on the board", () => {
  const placed = (bib: string, laps: number, hours: number, ranking: number) => {
    const { row } = lapped(bib, laps, hours);
    return finished({ ...row, ranking });
  };
  const { runners } = race([placed("1", 3, 3, 1), placed("2", 3, 2.5, 2), lapped("3", 4, 4)]);
  expect(runners.map(({ line }) => line.row.bib)).toEqual(["1", "2", "3"]);
  const { row } = lapped("4", 1, 23);
  expect(race([finished({ ...row, segment: "102.4 mi", ranking: 1 })]).runners).toEqual([]);
});

test("a lap of the average so far until the hours are over; who is late for one comes in now at the best", () => {
  // At 12:00 one has run 12 laps of an hour each; the other 5, the last at 5:00, and has not been
  // seen since.
  const { runners } = race([lapped("1", 12, 12), lapped("2", 5, 5)]);
  expect(runners.map(({ projected }) => projected)).toEqual([24, 5 + 13]);
});

test("after the end no lap is added", () => {
  expect(race([lapped("1", 20, 24.2)]).runners[0]?.projected).toBe(20);
});

test("nothing is projected where no name says the hours; without a known lap there is no way", () => {
  const { runners, unit } = race([lapped("1", 3, 3)], "Solo", []);
  expect(runners.map(({ way, projected }) => [way, projected])).toEqual([[null, null]]);
  expect(unit).toBe("");
});

test.each([
  ["dnf", 3],
  ["dnf", 30],
  ["dns", 31],
] as const)("a row of %s (type %d) is no lap, whatever it carries", (state, type) => {
  const out = {
    bib: "2",
    type,
    finish: true,
    occurrence: 9,
    segment: "Finish",
    seconds: 1_000_000,
  };
  const { runners, laps } = race([lapped("1", 12, 12), unfinished(state, out)]);
  expect(runners.map(({ line, projected }) => [line.row.bib, projected])).toEqual([["1", 24]]);
  expect(laps).toBe(12);
});

test("the last lap of a runner may end after the hours", () => {
  const { runners } = race([lapped("1", 25, 24), lapped("2", 24, 24.1)]);
  expect(runners.map(({ late }) => late)).toEqual([false, true]);
  expect(race([lapped("1", 25, 24.1)], "Last One Standing").runners[0]?.late).toBe(false);
});
