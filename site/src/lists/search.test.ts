import {
  array,
  assert,
  constant,
  constantFrom,
  integer,
  nat,
  pre,
  property,
  record,
  shuffledSubarray,
  string,
  stringMatching,
} from "fast-check";
import { describe, expect, test } from "vitest";
import { fold } from "../format/text";
import { orderTable } from "../scoring/table-order";
import { aRow, randomBoard } from "../test/rows";
import { search } from "./search";

describe("search (A14)", () => {
  const people = [
    aRow({ bib: "1", first: "Zoë", last: "O'Neill" }),
    aRow({ bib: "12", first: "Mary  Ann", last: "Lee" }),
    aRow({ bib: "a7", first: "Kim", last: "Roe", anonymous: true }),
    aRow({ bib: "9" }),
    aRow({ bib: "A-12", first: "Bob Lee", last: "Orr, Jr." }),
    aRow({ bib: "0012", first: "小明", last: "王" }),
    aRow({ bib: "77", first: "민준", last: "김" }),
  ];

  test.each([
    ["", ["1", "12", "a7", "9", "A-12", "0012", "77"]],
    [" # - ", ["1", "12", "a7", "9", "A-12", "0012", "77"]],
    ["zoe o", ["1"]],
    ["oneill z", ["1"]],
    ["o\u2019neill", ["1"]],
    ["mary ann  LEE", ["12"]],
    ["lee mary", ["12"]],
    ["lee b", ["A-12"]],
    ["jr. orr", ["A-12"]],
    ["rr bob", []],
    ["yann", ["12"]],
    ["1", ["1"]],
    ["12", ["12", "0012"]],
    ["#0012", ["12", "0012"]],
    ["2", []],
    ["a\u201312", ["A-12"]],
    ["a 12", ["A-12"]],
    ["王小明", ["0012"]],
    ["小明", ["0012"]],
    ["小明王", ["0012"]],
    ["明小", []],
    ["김민준", ["77"]],
    ["A7", ["a7"]],
    ["kim", []],
    ["bib", []],
    ["e", ["1", "12", "A-12"]],
  ])("%j keeps %j", (query, kept) => {
    expect(search(people, query, (row) => row).map((row) => row.bib)).toEqual(kept);
  });

  const word = string({ unit: "grapheme", minLength: 1, maxLength: 8 }).filter(
    (text) => fold(text) !== "",
  );
  const name = array(word, { minLength: 1, maxLength: 5 });
  const typedName = name.chain((words) =>
    record({
      words: constant(words),
      split: nat(words.length),
      typed: shuffledSubarray(fold(words.join(" ")).split(" ")),
      letters: integer({ min: 1, max: 8 }),
    }),
  );

  test("any words of a name, or their beginnings, find it in any order", () => {
    assert(
      property(typedName, ({ words, split, typed, letters }) => {
        const first = words.slice(0, split).join(" ");
        const last = words.slice(split).join(" ");
        const begun = typed.map((text) => [...text].slice(0, letters).join(""));
        expect(finds({ first, last }, typed.join(" "))).toBe(true);
        expect(finds({ first, last }, begun.join(", "))).toBe(true);
      }),
    );
  });

  test("a name is found by its words in any case, with other accents and apostrophes", () => {
    const latin = stringMatching(/^[a-zà-öø-ÿ]{1,8}$/);
    const change = constantFrom<(text: string) => string>(
      (text) => text.toUpperCase(),
      (text) => text.normalize("NFD"),
      (text) => text.normalize("NFD").replaceAll(/\p{M}/gu, ""),
      (text) => text.replaceAll(/(?<=.)(?=.)/gu, "\u2019"),
      (text) => text.replaceAll(/(?<=.)(?=.)/gu, "\u0301\u200d"),
    );
    assert(
      property(latin, latin, change, change, (first, last, one, other) => {
        expect(finds({ first: one(first), last: other(last) }, `${last}, ${first}`)).toBe(true);
        expect(finds({ first, last }, `${one(last)} ${other(first)}`)).toBe(true);
      }),
    );
  });

  test("an anonymous runner is not found by name", () => {
    assert(
      property(name, (words) => {
        const person = aRow({ bib: "x1", first: words.join(" "), anonymous: true });
        pre(!words.some((text) => fold(text) === "x1"));
        for (const text of words) expect(search([person], text, (row) => row)).toEqual([]);
      }),
    );
  });

  test("never changes the order", () => {
    const lines = orderTable(randomBoard(6, 200), "distance", "clock", { by: "gender" });
    for (const query of ["a", "1", "mull", "zoe lee", "17"]) {
      const kept = search(lines, query, (line) => line.row);
      expect(kept).toEqual(lines.filter((line) => kept.includes(line)));
    }
  });
});

function finds(person: { first: string; last: string }, query: string): boolean {
  return search([aRow({ bib: "", ...person })], query, (row) => row).length === 1;
}
