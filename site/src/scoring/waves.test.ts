import { expect, test } from "vitest";
import { aFinish, finished, unfinished } from "../test/rows";
import { gunOf, wavesOf } from "./waves";

/** Runners who cross the start one after the other, from this second of the clock on. */
const wave = (from: number, runners: number) =>
  Array.from({ length: runners }, (_, at) =>
    finished({ bib: `${from}-${at}`, seconds: from + 3000 + at * 4, chipSeconds: 3000 + at }),
  );

const at = (localTime: string, seconds: number, type = 0) =>
  aFinish({ localTime, seconds, milliseconds: 500, type });

test("the clock begins where most reads say", () => {
  expect(
    gunOf([
      at("2026-05-02T08:40:00.5-07:00", 2400),
      at("2026-05-02T15:50:02.5Z", 3000),
      at("2026-05-02T09:10:00.5-07:00", 4200),
      at("2026-05-02T12:00:00-07:00", 1),
      at("2026-05-02T08:00:00-07:00", 1, 31),
      at("2026-05-02T08:30:00", 1800),
      at("", 1800),
    ]),
  ).toBe(Date.UTC(2026, 4, 2, 15, 0, 2));
  expect(gunOf([])).toBeNull();
});

test("waves are told apart by a start that nobody crosses for a minute; late starters are none", () => {
  expect(wavesOf(wave(2, 30))).toEqual([0]);
  expect(wavesOf([...wave(302, 20), ...wave(2, 30)])).toEqual([0, 302_000]);
  expect(wavesOf([...wave(2, 30), ...wave(900, 4)])).toEqual([0]);
  expect(wavesOf([...wave(2, 400), ...wave(3900, 7)])).toEqual([0]);
  expect(wavesOf([unfinished("dns", { bib: "1", seconds: 1_000_000 })])).toEqual([0]);
  expect(wavesOf([])).toEqual([0]);
});
