import { expect, test } from "vitest";
import { meaningOf, openLetters, withMeaning } from "./genders";

test.each([
  [["F", "M"], []],
  [["H", "M"], ["M"]],
  [
    ["V40", "M 35", "m"],
    ["V", "M"],
  ],
  [
    ["d", "Divers", "N"],
    ["D", "N"],
  ],
  [["H", "F", ""], []],
])("letters to explain in %j", (cells, letters) => {
  expect(openLetters(cells)).toEqual(letters);
});

test("a meaning is added, changed and taken out", () => {
  const one = withMeaning("", "V", "man");
  const two = withMeaning(one, "M", "woman");
  expect(two).toBe("V:man,M:woman");
  expect(meaningOf(two, "M")).toBe("woman");
  expect(meaningOf(two, "D")).toBe("");
  expect(withMeaning(two, "V", "woman")).toBe("M:woman,V:woman");
  expect(withMeaning(one, "V", "")).toBe("");
});
