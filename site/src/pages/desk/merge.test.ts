import { expect, test } from "vitest";
import { merge } from "./merge";

const LOADED = { date: "May 2", live: false, days: 2 };

test.each([
  ["nothing changed", LOADED, LOADED, { result: LOADED, conflicts: [], elsewhere: [] }],
  [
    "changed here alone",
    { ...LOADED, date: "May 3" },
    LOADED,
    { result: { ...LOADED, date: "May 3" }, conflicts: [], elsewhere: [] },
  ],
  [
    "changed elsewhere alone",
    LOADED,
    { ...LOADED, live: true },
    { result: { ...LOADED, live: true }, conflicts: [], elsewhere: ["live"] },
  ],
  [
    "different fields",
    { ...LOADED, date: "May 3" },
    { ...LOADED, live: true },
    { result: { date: "May 3", live: true, days: 2 }, conflicts: [], elsewhere: ["live"] },
  ],
  [
    "the same field to the same",
    { ...LOADED, days: 3 },
    { ...LOADED, days: 3 },
    { result: { ...LOADED, days: 3 }, conflicts: [], elsewhere: [] },
  ],
  [
    "the same field to something else",
    { ...LOADED, days: 3 },
    { ...LOADED, days: 4, live: true },
    { result: { ...LOADED, days: 3, live: true }, conflicts: ["days"], elsewhere: ["live"] },
  ],
])("%s", (_what, wanted, stored, merged) => {
  expect(merge(LOADED, wanted, stored)).toEqual(merged);
});

test("every way in which three versions of two fields can differ: what was changed elsewhere is never lost without a word", () => {
  const values = ["a", "b", "c"];
  const versions = values.flatMap((one) => values.map((two) => ({ one, two })));
  for (const wanted of versions) {
    for (const stored of versions) {
      const loaded = { one: "a", two: "a" };
      const { result, conflicts, elsewhere } = merge(loaded, wanted, stored);
      for (const field of ["one", "two"] as const) {
        const overwritten = stored[field] !== loaded[field] && result[field] !== stored[field];
        expect(conflicts.includes(field), JSON.stringify({ wanted, stored, field })).toBe(
          overwritten,
        );
        expect(result[field]).toBe(wanted[field] === loaded[field] ? stored[field] : wanted[field]);
        if (elsewhere.includes(field)) expect(result[field]).toBe(stored[field]);
      }
    }
  }
});
