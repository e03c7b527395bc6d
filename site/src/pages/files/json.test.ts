import { describe, expect, test } from "vitest";
import {
  fieldText,
  offsetOf,
  partOf,
  pathOf,
  positionOf,
  readJson,
  settledNumber,
  typedNumber,
  withPart,
  writeJson,
} from "./json";

const VALUE = [
  {
    display_year: 2026,
    series: [
      {
        name: "Long Series",
        best: 3,
        distances: [{ year: "2026-May", name: "10K", value: 10.5, type: "km" }],
      },
    ],
  },
];

describe("reading", () => {
  test("JSON reads as its value", () => {
    expect(readJson(writeJson(VALUE))).toEqual({ value: VALUE });
    expect(readJson(" null ")).toEqual({ value: null });
  });

  test.each([
    ["", 1, 1],
    ["[", 1, 2],
    ["[\n  1,\n]", 3, 1],
    ['[{"a" 1}]', 1, 7],
    ["// note\n[]", 1, 1],
    ["[1] x", 1, 5],
    ["{a: 1}", 1, 2],
    ["['a']", 1, 2],
    ["[01]", 1, 3],
  ])("%j stops being JSON at line %i, column %i", (text, line, column) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(readJson(text)).toEqual({ problem: { line, column } });
  });

  test.each([['["a\nb"]'], ['["\\x"]'], ["[1e400, NaN]"], ['["\u0001"]'], ['{"a":1,}']])(
    "%j is refused wherever it breaks",
    (text) => {
      const read = readJson(text);
      expect("problem" in read && read.problem.line).toBeGreaterThan(0);
    },
  );
});

describe("places", () => {
  const text = writeJson(VALUE);

  test.each([
    ["years[0].series[0].best", "3,"],
    ["years[0].series[0].distances[0].value", "10.5"],
    ["years[0].series", "[\n      {"],
    ["years", "["],
    // for a missing field, the object in which it is missing
    ["years[0].series[0].distances[0].gone", '{\n              "year"'],
    ["years[7].display_year", "["],
  ])("%s", (at, begins) => {
    const position = positionOf(text, pathOf(at));
    if (position === null) throw new Error("no position");
    const found = text.slice(offsetOf(text, position));
    expect(found.replace(/\s+/g, " ").startsWith(begins.replace(/\s+/g, " "))).toBe(true);
  });

  test("paths", () => {
    expect(pathOf("years[0].series[12].distances[3].type")).toEqual([
      0,
      "series",
      12,
      "distances",
      3,
      "type",
    ]);
    expect(pathOf("years")).toEqual([]);
  });
});

describe("parts", () => {
  test("are read and replaced, and nothing else changes", () => {
    expect(partOf(VALUE, [0, "series", 0, "best"])).toBe(3);
    expect(partOf(VALUE, [0, "series", "best"])).toBeUndefined();
    const changed = withPart(VALUE, [0, "series", 0, "best"], 4);
    expect(partOf(changed, [0, "series", 0, "best"])).toBe(4);
    expect(withPart(changed, [0, "series", 0, "best"], 3)).toEqual(VALUE);
    expect(VALUE[0]?.series[0]?.best).toBe(3);
  });

  test("a value of another type on the path is replaced", () => {
    expect(withPart("text", [0, "series"], [])).toEqual([{ series: [] }]);
    expect(withPart(undefined, ["a"], 1)).toEqual({ a: 1 });
  });
});

describe("numbers", () => {
  test.each([
    ["10", 10],
    ["10.5", 10.5],
    ["0", 0],
    ["-1", -1],
    ["10.", "10."],
    ["10.0", "10.0"],
    ["010", "010"],
    ["", ""],
    ["far", "far"],
    ["1e3", "1e3"],
    ["NaN", "NaN"],
    ["Infinity", "Infinity"],
  ])("%j typed is %j", (typed, value) => {
    expect(typedNumber(typed)).toBe(value);
    expect(fieldText(typedNumber(typed))).toBe(typed);
  });

  test.each([
    ["10.", 10],
    ["10.0", 10],
    ["10,25", 10.25],
    [" 7 ", 7],
    ["", ""],
    ["far", "far"],
    ["1,000,000", "1,000,000"],
    [5, 5],
    [undefined, ""],
  ])("%j left is %j", (typed, value) => {
    expect(settledNumber(typed)).toBe(value);
  });
});
