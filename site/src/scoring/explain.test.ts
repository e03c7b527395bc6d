import { describe, expect, test } from "vitest";
import { finished } from "../test/rows";
import { explainPlace } from "./explain";
import type { Row } from "./row";

function finisher(bib: string, ranking: number, seconds: number, about: Partial<Row> = {}) {
  return finished({ bib, ranking, seconds, milliseconds: 0, chipSeconds: seconds - 5, finish: true, occurrence: 1, gender: "W", ageGroup: "30-39", type: 0, ...about });
}

describe("explainPlace", () => {
  const first = finisher("1", 1, 100);
  const second = finisher("2", 2, 107, { gender: "M" });
  const third = finisher("3", 3, 107, { ageGroup: "40-49" });
  const out = finisher("4", 3, 90, { type: 3, finish: false });
  const lines = [third, out, first, second];

  test("names the neighbours in the order of places and the gaps in the time that ranks", () => {
    const { before, behind } = explainPlace(lines, second, "distance", "clock");
    expect([before?.line, before?.gapMs, behind?.line, behind?.gapMs]).toEqual([first, 7000, third, 0]);
  });

  test("nobody is before the first or behind the last", () => {
    expect(explainPlace(lines, first, "distance", "clock").before).toBeNull();
    expect(explainPlace(lines, third, "distance", "clock").behind).toBeNull();
  });

  test("counts the placed only, by gender, and by gender and age group", () => {
    const { placed, ofGender, ofAgeGroup } = explainPlace(lines, first, "distance", "clock");
    expect([placed, ofGender, ofAgeGroup]).toEqual([3, 2, 1]);
  });

  test("a tie is the same time and the same laps", () => {
    expect([first, second, third].map((line) => explainPlace(lines, line, "distance", "clock").tied)).toEqual([false, true, true]);
    const lapped = finisher("5", 4, 107, { occurrence: 2 });
    expect(explainPlace([second, lapped], lapped, "time", "clock")).toMatchObject({ tied: false, before: { gapMs: null } });
    expect(explainPlace([second, lapped], lapped, "distance", "clock")).toMatchObject({ tied: true, before: { gapMs: 0 } });
  });
});
