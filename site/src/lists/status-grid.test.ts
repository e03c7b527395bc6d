import { describe, expect, test } from "vitest";
import { finished, unfinished } from "../test/rows";
import { en } from "../text/en";
import { countStates, statusOf, unseenBibs } from "./status-grid";

describe("status (C5)", () => {
  test("bibs of the same value share a cell", () => {
    const status = statusOf([
      finished({ bib: "7" }),
      unfinished("dns", { bib: "007", type: 31 }),
      unfinished("started", { bib: "8" }),
      finished({ bib: "08" }),
    ]);
    const [first] = status.grid;
    expect(first?.kind === "cells" && first.cells.slice(0, 3)).toEqual([
      { number: 7, state: 0, bib: "007", taken: true },
      { number: 8, state: 2, bib: "08", taken: true },
      { number: 9, state: 0, bib: null, taken: false },
    ]);
  });

  test("a bib that is entered and has no row is taken; other numbers are nobody's", () => {
    const { grid } = statusOf([finished({ bib: "7" })], ["9", "007", "30"]);
    const taken = grid.flatMap((row) =>
      row.kind === "cells" ? row.cells.filter((cell) => cell.taken) : [],
    );
    expect(taken).toEqual([
      { number: 7, state: 2, bib: "7", taken: true },
      { number: 9, state: 0, bib: null, taken: true },
      { number: 30, state: 0, bib: null, taken: true },
    ]);
    expect(grid).toHaveLength(3);
  });

  test("entered for a distance: those of its name without a row in any distance", () => {
    const boards = [{ lines: [finished({ bib: "1" })] }, { lines: [finished({ bib: "2" })] }];
    const entrants = [
      { bib: "1", distance: "10K" },
      { bib: "2", distance: "10K" },
      { bib: " 3 ", distance: "10K" },
      { bib: "3", distance: "10K" },
      { bib: "4", distance: "5K" },
      { bib: "5", distance: "" },
      { bib: "", distance: "10K" },
    ];
    expect(unseenBibs(entrants, "10K", boards)).toEqual(["3"]);
    expect(unseenBibs(entrants, "10K", boards.slice(0, 1))).toEqual(["2", "3", "5"]);
  });

  test("a huge empty stretch costs nothing", () => {
    const { grid } = statusOf([finished({ bib: "5" }), finished({ bib: "999999999" })]);
    expect(grid).toHaveLength(3);
    expect(grid[1]).toEqual({ kind: "gap", from: 15, to: 999_999_994 });
  });

  test("every bib is in the grid exactly once", () => {
    const lines = Array.from({ length: 300 }, (_, index) =>
      finished({ bib: String(3 + index * index) }),
    );
    const cells = statusOf(lines).grid.flatMap((row) => (row.kind === "cells" ? row.cells : []));
    expect(cells.filter((cell) => cell.bib !== null).map((cell) => cell.bib)).toEqual(
      lines.map((line) => line.row.bib),
    );
    expect(new Set(cells.map((cell) => cell.number)).size).toBe(cells.length);
  });

  test("not a number: two lists, nobody hidden", () => {
    const status = statusOf([
      finished({ bib: "12" }),
      finished({ bib: "3" }),
      unfinished("dnf", { bib: "b" }),
      finished({ bib: "A" }),
    ]);
    expect(status).toEqual({
      message: en.status.notNumber,
      grid: [],
      notNumbers: [
        { bib: "A", state: 2, seen: true },
        { bib: "b", state: 3, seen: true },
      ],
      numbers: [
        { bib: "3", state: 2, seen: true },
        { bib: "12", state: 2, seen: true },
      ],
    });
    expect(statusOf([]).message).toBe(en.status.none);
  });

  test("counts for the key", () => {
    expect(countStates([finished(), unfinished("dns"), unfinished("dns")])).toMatchObject({
      finished: 1,
      dns: 2,
      dnf: 0,
    });
  });
});
