import { describe, expect, test } from "vitest";
import { aBoard, finished, unfinished } from "../test/rows";
import { durationOf } from "./duration";
import { laps as lapTable } from "./laps";
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
  ["24 Stunden", 24],
  ["24-Stundenlauf", 24],
  ["12 Std.", 12],
  ["24 heures", 24],
  ["6 Horas", 6],
  ["24 ore", 24],
  ["1 ora", 1],
  ["24 uur", 24],
  ["12-uursloop", 12],
  ["24 timer", 24],
  ["6-timersløb", 6],
  ["24-timmars", 24],
  ["24 tunnin juoksu", 24],
  ["12 tuntia", 12],
  ["24‑godzinny", 24],
  ["6 часов", 6],
  ["24小时", 24],
  ["24時間", 24],
  ["Six Hour", 6],
  ["Twenty-Four Hours", 24],
  ["thirty-six hour", 36],
  ["Twenty four hour", 24],
  ["Seven Hour", 7],
  ["6 Day", 144],
  ["6 Days", 144],
  ["6-Tage-Lauf", 144],
  ["6 jours", 144],
  ["6 días", 144],
  ["6 dias", 144],
  ["6 giorni", 144],
  ["6 dagen", 144],
  ["6-dagars", 144],
  ["6 päivää", 144],
  ["6 dni", 144],
  ["Six Day", 144],
  ["48 HOUR Relay", 48],
  ["10K", null],
  ["Half", null],
  ["", null],
  ["0 hour", null],
  ["1.5 hour", null],
  ["24 hotdogs", null],
  ["1,5 Stunden", null],
  ["1h30", null],
  ["6 Hügel", null],
  ["100 orange", null],
  ["5 daylight laps", null],
  ["Day 2", null],
  ["Someone hour", null],
  ["Happy Hour", null],
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

const ofSixHours = (...lines: Parameters<typeof aBoard>[0]) => race(lines, "6 Hour").runners;

const wave = (bib: string, laps: number, hours: number, from = 0.5) =>
  finished({
    bib,
    occurrence: laps,
    seconds: (hours + from) * HOUR,
    chipSeconds: hours * HOUR,
  });

describe("a wave that starts half an hour after the gun has its own hours", () => {
  test.each([
    ["within its hours", 5.9, 0.5, false],
    ["after them", 6.1, 0.5, true],
    ["the first wave after them", 6.1, 0, true],
  ])("a lap ends late: %s", (_, hours, from, late) => {
    const line = wave("1", 10, hours, from);
    expect(ofSixHours(line)[0]?.late).toBe(late);
    const row = { ...line.row, distance: "6 Hour" };
    expect(lapTable([row]).map((lap) => lap.late)).toEqual([late]);
  });

  test("its average and what it may reach count from its own start", () => {
    const [first, second] = ofSixHours(wave("1", 6, 3, 0), wave("2", 6, 3));
    expect([first?.average, second?.average]).toEqual([0.5 * HOUR * 1000, 0.5 * HOUR * 1000]);
    // The first is late for a lap; the second has just come in.
    expect([first?.projected, second?.projected]).toEqual([12, 12]);
    // At 5:30 on the race's clock the second wave runs for 5 hours.
    const [last, slow] = ofSixHours(wave("1", 11, 5.5, 0), wave("2", 4, 4));
    expect([last?.projected, slow?.projected]).toEqual([12, 6]);
  });

  test("without a chip time the clock counts", () => {
    const [runner] = ofSixHours(
      finished({ bib: "1", occurrence: 6, seconds: 3 * HOUR, chipSeconds: 0 }),
    );
    expect([runner?.average, runner?.projected]).toEqual([0.5 * HOUR * 1000, 12]);
  });
});

test("the last lap of a runner may end after the hours", () => {
  const { runners } = race([lapped("1", 25, 24), lapped("2", 24, 24.1)]);
  expect(runners.map(({ late }) => late)).toEqual([false, true]);
  expect(race([lapped("1", 25, 24.1)], "Last One Standing").runners[0]?.late).toBe(false);
});
