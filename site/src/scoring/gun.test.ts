import { expect, test } from "vitest";
import { aFinish } from "../test/rows";
import { gunOf, gunsOf, ownGunsOf } from "./gun";

const at = (localTime: string, seconds: number, type = 0, bib = "1") =>
  aFinish({ bib, localTime, seconds, milliseconds: 500, type });
const EIGHT = Date.UTC(2026, 4, 2, 15);
/** Reads of runners whose clock began at this moment. */
const wave = (gun: number, bibs: readonly string[], type = 0) =>
  bibs.flatMap((bib) =>
    [600, 3600].map((seconds) =>
      aFinish({ bib, type, seconds, localTime: new Date(gun + seconds * 1000).toISOString() }),
    ),
  );

test("the clock begins where most reads say", () => {
  const rows = [
    at("2026-05-02T08:40:00.5-07:00", 2400),
    at("2026-05-02T15:50:02.5Z", 3000),
    at("2026-05-02T09:10:00.5-07:00", 4200),
    at("2026-05-02T12:00:00-07:00", 1),
    at("2026-05-02T08:00:00-07:00", 1, 31),
    at("2026-05-02T08:30:00", 1800),
    at("", 1800),
  ];
  expect(gunOf(rows)).toBe(Date.UTC(2026, 4, 2, 15, 0, 2));
  expect(gunsOf(rows)).toEqual([Date.UTC(2026, 4, 2, 15, 0, 2)]);
  expect([gunOf([]), gunsOf([])]).toEqual([null, []]);
});

test("waves with a gun each have a clock each; a runner or two, or an early start, have none", () => {
  const [first, second] = [
    wave(EIGHT, ["1", "2", "3", "4"]),
    wave(EIGHT + 900_000, ["5", "6", "7"]),
  ];
  expect(gunsOf([...second, ...first])).toEqual([EIGHT, EIGHT + 900_000]);
  expect(gunsOf([...first, ...wave(EIGHT + 900_000, ["5", "6"])])).toEqual([EIGHT]);
  expect(gunsOf([...first, ...wave(EIGHT + 20_000, ["5", "6", "7", "8"])])).toHaveLength(1);
  expect(gunsOf([...first, ...wave(EIGHT - 3_600_000, ["5", "6", "7"], 1)])).toEqual([EIGHT]);
  const own = ownGunsOf([...second, ...first]);
  expect([own.size, own.get("1"), own.get("7")]).toEqual([7, EIGHT, EIGHT + 900_000]);
  expect(ownGunsOf(first).size).toBe(0);
});
