import { expect, test } from "vitest";
import { atWhen, ended, ofWhen, when } from "./when";

test.each([
  ["28 de noviembre de 2026, 16:45", "el 28", "del 28", "el 28"],
  ["16:45:12", "las 16:45:12", "de las 16:45:12", "a las 16:45:12"],
  ["1:45 p. m.", "la 1:45", "de la 1:45", "a la 1:45"],
  ["01:45", "la 01:45", "de la 01:45", "a la 01:45"],
  ["11:05", "las 11:05", "de las 11:05", "a las 11:05"],
])("%s has its article", (moment, ...begun) => {
  const written = [when(moment), ofWhen(moment), atWhen(moment)];
  expect(written.map((words, index) => words.startsWith(begun[index] ?? "?"))).toEqual([
    true,
    true,
    true,
  ]);
});

test("a sentence that ends in an abbreviation has one full stop", () => {
  expect([ended("a las 4:45 p. m."), ended("a las 16:45")]).toEqual([
    "a las 4:45 p. m.",
    "a las 16:45.",
  ]);
});
