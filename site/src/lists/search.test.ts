import { describe, expect, test } from "vitest";
import { orderTable } from "../scoring/table-order";
import { aRow, randomBoard } from "../test/rows";
import { search } from "./search";

describe("search (A14)", () => {
  const people = [
    aRow({ bib: "1", first: "Zoë", last: "O'Neill" }),
    aRow({ bib: "12", first: "Mary  Ann", last: "Lee" }),
    aRow({ bib: "a7", first: "Kim", last: "Roe", anonymous: true }),
    aRow({ bib: "9" }),
  ];

  test.each([
    ["", ["1", "12", "a7", "9"]],
    ["   ", ["1", "12", "a7", "9"]],
    ["zoe o", ["1"]],
    ["mary ann  LEE", ["12"]],
    ["1", ["1"]],
    ["A7", ["a7"]],
    ["kim", []],
    ["bib", []],
    ["e", ["1", "12"]],
  ])("%j keeps %j", (query, kept) => {
    expect(search(people, query, (row) => row).map((row) => row.bib)).toEqual(kept);
  });

  test("never changes the order", () => {
    const lines = orderTable(randomBoard(6, 200), "distance", "clock", { by: "gender" });
    for (const query of ["a", "1", "mull", "zoe lee", "17"]) {
      const kept = search(lines, query, (line) => line.row);
      expect(kept).toEqual(lines.filter((line) => kept.includes(line)));
    }
  });
});
