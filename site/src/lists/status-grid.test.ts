import { describe, expect, test } from "vitest";
import { finished, unfinished } from "../test/rows";
import { en } from "../text/en";
import { countStates, statusOf } from "./status-grid";

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
      { number: 7, state: 0, bib: "007" },
      { number: 8, state: 2, bib: "08" },
      { number: 9, state: 0, bib: null },
    ]);
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
        { bib: "A", state: 2 },
        { bib: "b", state: 3 },
      ],
      numbers: [
        { bib: "3", state: 2 },
        { bib: "12", state: 2 },
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
