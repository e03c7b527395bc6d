import { describe, expect, test } from "vitest";
import { checkinName, orderCheckin, searchCheckin } from "./checkin-list";
import { orderDistances, orderEvents } from "./event-order";
import { paginate } from "./pagination";
import { orderYears } from "./year-order";

test("distances in natural order (A16)", () => {
  expect(
    orderDistances(["Half", "10 Mile", "5K", "10 mile", "5k", "", "10.5K", "10K", "050K"]),
  ).toEqual(["", "5K", "5k", "10 Mile", "10 mile", "10.5K", "10K", "050K", "Half"]);
});

test("events newest first, unreadable last, ties as listed (A16)", () => {
  const events: [string, string | null][] = [
    ["a", null],
    ["b", "2024-05-01T10:00:00+02:00"],
    ["c", "2024-05-01T08:00:00Z"],
    ["d", "soon"],
    ["e", "2024-05-01T08:00:01Z"],
  ];
  expect(orderEvents(events, ([, time]) => time).map(([slug]) => slug)).toEqual([
    "e",
    "b",
    "c",
    "a",
    "d",
  ]);
});

test("years oldest first, unreadable last, ties by key (A16)", () => {
  const years = [
    ["x", "?"],
    ["2024-b", "2024-01-01T00:00:00Z"],
    ["2024-a", "2024-01-01T01:00:00+01:00"],
    ["2023", "2023-01-01T00:00:00Z"],
    ["w", ""],
  ];
  expect(
    orderYears(years.map(([year = "", dateTime = ""]) => ({ year, dateTime }))).map(
      ({ year }) => year,
    ),
  ).toEqual(["2023", "2024-a", "2024-b", "w", "x"]);
});

describe("pagination (C17)", () => {
  test.each([
    [0, 1, [], [0, 0]],
    [1, 5, [1], [0, 1]],
    [5, 1, [1], [0, 5]],
    [6, 1, [1, 2], [0, 5]],
    [6, 2, [1, 2], [5, 6]],
    [30, 3, [1, 2, 3, 4, 5, 6], [10, 15]],
    [31, 1, [1, 2, 3, "…", 5, 6, 7], [0, 5]],
    [31, 2, [1, 2, 3, 4, "…", 6, 7], [5, 10]],
    [31, 6, [1, 2, "…", 4, 5, 6, 7], [25, 30]],
    [31, 7, [1, 2, 3, "…", 5, 6, 7], [30, 31]],
    [36, 1, [1, 2, 3, "…", 6, 7, 8], [0, 5]],
    [36, 2, [1, 2, 3, 4, "…", 7, 8], [5, 10]],
    [36, 4, [1, "…", 3, 4, 5, "…", 8], [15, 20]],
    [36, 7, [1, 2, "…", 5, 6, 7, 8], [30, 35]],
    [36, 99, [1, 2, 3, "…", 6, 7, 8], [35, 36]],
    [31, 4, [1, "…", 3, 4, 5, "…", 7], [15, 20]],
    [35, 3, [1, 2, 3, 4, "…", 7], [10, 15]],
    [35, 7, [1, 2, 3, "…", 5, 6, 7], [30, 35]],
    [50, -3, [1, 2, 3, "…", 8, 9, 10], [0, 5]],
    [50, 9, [1, 2, "…", 7, 8, 9, 10], [40, 45]],
  ])("%i events, page %i", (total, page, pages, items) => {
    const answer = paginate(total, page);
    expect(answer.pages).toEqual(pages);
    expect([answer.from, answer.to]).toEqual(items);
  });

  test("every item is on exactly one page; an ellipsis leaves at least one number out", () => {
    for (let total = 1; total <= 80; total++) {
      const last = Math.ceil(total / 5);
      const items = Array.from({ length: last }, (_, index) => paginate(total, index + 1));
      expect(items.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(total);
      for (const { pages, page } of items) {
        expect(pages).toContain(page);
        pages.forEach((entry, index) => {
          if (entry === "…")
            expect(Number(pages[index + 1]) - Number(pages[index - 1])).toBeGreaterThan(1);
          else if (index > 0 && pages[index - 1] !== "…")
            expect(entry - Number(pages[index - 1])).toBe(1);
        });
      }
    }
  });
});

test("check-in list (C8)", () => {
  const list = orderCheckin([
    { bib: "10", first: "Ána", last: "ünal", division: "" },
    { bib: "9", first: "ana", last: "Unal", division: "" },
    { bib: "3", first: " ", last: "", division: "" },
    { bib: "1", first: "Zoe", last: "Abel", division: "" },
  ]);
  expect(list.map(checkinName)).toEqual(["Bib 3", "Zoe Abel", "ana Unal", "Ána ünal"]);
  expect(searchCheckin(list, " UNAL").map(({ bib }) => bib)).toEqual(["9", "10"]);
  expect(searchCheckin(list, "3").map(({ bib }) => bib)).toEqual(["3"]);
});
