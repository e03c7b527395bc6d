import { expect, test } from "vitest";
import { aFinish, aRow } from "../test/rows";
import { compareLines } from "./board-order";
import type { EventType, Line, Row } from "./row";

function inOrder(eventType: EventType, rows: Row[]): string[] {
  return rows
    .map((row): Line => ({ row, result: null, state: "started" }))
    .toSorted(compareLines(eventType))
    .map(({ row }) => row.bib);
}

test("placed finishers stand first, then all others: by ranking, clock time, bib", () => {
  const rows = [
    aFinish({ bib: "4", ranking: -1, seconds: 50 }),
    aFinish({ bib: "3", ranking: 2, seconds: 200 }),
    aRow({ bib: "9", segment: "Mile 3", occurrence: 1, ranking: 1, seconds: 10 }),
    aFinish({ bib: "12", ranking: 2, seconds: 100, milliseconds: 5 }),
    aFinish({ bib: "2", ranking: 2, seconds: 100, milliseconds: 5 }),
    aFinish({ bib: "5", ranking: 2, seconds: 100, milliseconds: 4 }),
    aFinish({ bib: "1", ranking: 1, seconds: 300 }),
    aFinish({ bib: "6", ranking: 1, occurrence: 0 }),
    aFinish({ bib: "7", ranking: 1, type: 30 }),
  ];
  expect(inOrder("distance", rows)).toEqual(["1", "5", "2", "12", "3", "4", "6", "7", "9"]);
});

test("runners on a loop of a backyard ultra are placed", () => {
  const rows = [
    aFinish({ bib: "1", ranking: 2, occurrence: 3 }),
    aRow({ bib: "2", segment: "Start", occurrence: 4, ranking: 1 }),
    aRow({ bib: "3", segment: "Start", occurrence: 0, ranking: 1 }),
    aRow({ bib: "4", type: 31, occurrence: 1, ranking: 1 }),
  ];
  expect(inOrder("backyardultra", rows)).toEqual(["2", "1", "3", "4"]);
  expect(inOrder("time", rows)).toEqual(["1", "2", "3", "4"]);
});
