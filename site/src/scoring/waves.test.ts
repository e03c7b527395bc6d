import { expect, test } from "vitest";
import { finished, unfinished } from "../test/rows";
import { wavesOf } from "./waves";

/** Runners who cross the start one after the other, from this second of the clock on. */
const wave = (from: number, runners: number) =>
  Array.from({ length: runners }, (_, at) =>
    finished({ bib: `${from}-${at}`, seconds: from + 3000 + at * 4, chipSeconds: 3000 + at }),
  );

test("waves are told apart by a start that nobody crosses for a minute; late starters are none", () => {
  expect(wavesOf(wave(2, 30))).toEqual([0]);
  expect(wavesOf([...wave(302, 20), ...wave(2, 30)])).toEqual([0, 302_000]);
  expect(wavesOf([...wave(2, 30), ...wave(900, 4)])).toEqual([0]);
  expect(wavesOf([...wave(2, 400), ...wave(3900, 7)])).toEqual([0]);
  expect(wavesOf([unfinished("dns", { bib: "1", seconds: 1_000_000 })])).toEqual([0]);
  expect(wavesOf([])).toEqual([0]);
});
