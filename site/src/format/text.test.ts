import { array, assert, constantFrom, property, string } from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fold } from "./text";

describe("fold (A14)", () => {
  const cases = JSON.parse(
    readFileSync(new URL("../../golden/cases/fold.json", import.meta.url), "utf8"),
  ) as { input: string[]; expected: string[] }[];

  test("the golden cases", () => {
    for (const { input, expected } of cases) expect(input.map(fold)).toEqual(expected);
  });

  test("folding once is enough, and leaves words with single blanks between them", () => {
    assert(
      property(string({ unit: "binary" }), (text) => {
        const folded = fold(text);
        expect(fold(folded)).toBe(folded);
        expect(folded).toMatch(/^(?:[^\s\p{P}\p{M}]+(?: [^\s\p{P}\p{M}]+)*)?$/u);
      }),
    );
  });

  test("a text is folded character by character", () => {
    const letter = constantFrom(..."AbÉñßøıſσΣςﬁ王가ёй-.', ");
    assert(
      property(array(letter), array(letter), (before, after) => {
        const [a, b] = [before.join(""), after.join("")];
        expect(fold(`${a} ${b}`)).toBe(`${fold(a)} ${fold(b)}`.trim());
      }),
    );
  });
});
