import { describe, expect, test } from "vitest";
import {
  ageOn,
  dateOrderOf,
  dayOfStart,
  hasEitherOrder,
  lastBirthday,
  readBirthdate,
  regionalBirthdate,
  typedBirthdate,
  writtenBirthdate,
} from "./birthdate";

const LAST = 20_260_502;

/** From the tables of functions/domain/src/birthdate.rs, where this rule comes from. */
test.each([
  ["3/9/1985", 19_850_309],
  ["1985/3/9", 19_850_309],
  ["1985-03-09", 19_850_309],
  ["3-9-1985", 19_850_309],
  ["9.3.1985", 19_850_309],
  ["31.12.1985", 19_851_231],
  ["25/12/1985", 19_851_225],
  ["1901/01/01", 19_010_101],
  ["3/9/1985 00:00:00", 19_850_309],
  ["1985-03-09T00:00:00", 19_850_309],
  ["5/2/2026", LAST],
  ["5/3/2026", null],
  ["", null],
  ["1985", null],
  ["2/30/1985", null],
  ["13/13/1985", null],
  ["3/9/85", null],
  ["3/9/2099", null],
  ["003/9/1985", null],
  ["3/9-1985", null],
  ["born in May", null],
  ["1985.3.9", 19_850_309],
  ["1985. 03. 09.", 19_850_309],
  ["9. 3. 1985", 19_850_309],
  ["9.\u00a03.\u00a01985", 19_850_309],
  ["09.03.1985.", 19_850_309],
  ["9.03.1985 г.", 19_850_309],
  ["9.03.1985 г. 0:00:00", 19_850_309],
  ["25\u200f/3\u200f/1985", 19_850_325],
  ["25/03 1985", 19_850_325],
  ["1985-25-03", 19_850_325],
  ["1985年3月9日", 19_850_309],
  ["12.25.1985", 19_851_225],
  ["18/12/1364", null],
  ["3 9 1985", null],
  ["3/9/1985x", null],
  ["-3/9/1985", null],
  ["3/9/1985/1", null],
  ["２/9/1985", null],
])("%j is the day %s", (text, day) => {
  expect(readBirthdate(text, LAST)).toBe(day);
});

test("the last day is tomorrow in UTC, as at the server", () => {
  expect(lastBirthday(Date.UTC(2026, 11, 31, 23))).toBe(20_270_101);
});

describe("which number is the day", () => {
  test.each([
    [["3/9/1985", "12/31/1990"], "month-first"],
    [["3/9/1985", "31/12/1990"], "day-first"],
    [["31/12/1990", "12/31/1990"], "month-first"],
    [["3/9/1985"], "month-first"],
    [["1985-12-31", "31.12.1990", ""], "month-first"],
    [[], "month-first"],
  ])("%j: %s", (texts, order) => {
    expect(dateOrderOf(texts)).toBe(order);
  });

  test.each([
    [["3/9/1985"], true],
    [["9/9/1985", "1985-03-09", "31/12/1990"], false],
  ])("%j can be read both ways: %s", (texts, either) => {
    expect(hasEitherOrder(texts)).toBe(either);
  });

  test.each([
    ["3/9/1985", "month-first", "1985/3/9"],
    ["3/9/1985", "day-first", "1985/9/3"],
    ["3-9-1985 00:00", "day-first", "1985/9/3"],
    ["25/12/1985", "day-first", "1985/12/25"],
    ["12/25/1985", "day-first", "1985/12/25"],
    ["9.3.1985", "month-first", "1985/3/9"],
    ["1985-03-09", "day-first", "1985/3/9"],
    ["1901/01/01", "day-first", "1901/01/01"],
    ["somewhen", "day-first", "somewhen"],
  ] as const)("%j, %s, is sent as %j", (text, order, written) => {
    expect(writtenBirthdate(text, order)).toBe(written);
  });
});

describe("typed and shown in the order of the region", () => {
  test.each([
    ["3/9/1985", "month-first", "1985/3/9"],
    ["03091985", "month-first", "1985/3/9"],
    ["03091985", "day-first", "1985/9/3"],
    ["25121985", "day-first", "1985/12/25"],
    ["19850309", "year-first", "1985/3/9"],
    ["19850309", "month-first", "1985/3/9"],
    ["19850309", "day-first", "1985/3/9"],
    ["1985-3-9", "year-first", "1985/3/9"],
    ["99991985", "month-first", "99991985"],
    ["0309198", "month-first", "0309198"],
    ["soon", "day-first", "soon"],
  ] as const)("%j, %s, is sent as %j", (text, order, sent) => {
    expect(typedBirthdate(text, order)).toBe(sent);
  });

  test.each([
    ["1985/3/9", "month-first", "3/9/1985"],
    ["3/9/1985", "day-first", "9/3/1985"],
    ["1985/3/9", "year-first", "1985/3/9"],
    ["1901/01/01", "day-first", "1901/01/01"],
    ["soon", "day-first", "soon"],
  ] as const)("%j, %s, is shown as %j", (stored, order, shown) => {
    expect(regionalBirthdate(stored, order)).toBe(shown);
    expect(typedBirthdate(shown, order)).toBe(typedBirthdate(stored, "month-first"));
  });
});

test.each([
  ["1985/5/2", 41],
  ["1985/5/3", 40],
  ["2026/5/2", 0],
  ["2026/5/3", null],
  ["1901/01/01", null],
  ["", null],
])("born on %j, the age on May 2, 2026 is %s", (birthdate, age) => {
  expect(ageOn(birthdate, dayOfStart("2026-05-02T23:30:00-07:00") ?? 0)).toBe(age);
});
