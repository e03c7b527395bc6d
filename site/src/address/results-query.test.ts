import { describe, expect, test } from "vitest";
import { sortOptions } from "../lists/sort-options";
import { readResultsQuery, writeResultsQuery } from "./results-query";

describe("results query (D2)", () => {
  const context = {
    eventType: "distance" as const,
    rankingType: "chip",
    distances: ["Half", "10 Mile", "5K"],
    opening: "10 Mile",
    unnamed: "10 Mile",
    ageGroups: ["30-39", "Under 20", ""],
  };

  test.each([
    [
      "distance=Nope&show=nope&sort=age-group&rank=gun",
      { distance: "10 Mile", option: 2, search: "", ticked: false },
    ],
    ["show=Under+20&sort=gender", { distance: "10 Mile", option: 3, search: "", ticked: false }],
    ["rank=clock&rank=chip", { distance: "10 Mile", option: 0, search: "", ticked: true }],
    ["q=++", { distance: "10 Mile", option: 0, search: "", ticked: false }],
    ["q=+ann+", { distance: "10 Mile", option: 0, search: " ann ", ticked: false }],
    [
      `q=${"ä".repeat(120)}`,
      { distance: "10 Mile", option: 0, search: "ä".repeat(100), ticked: false },
    ],
    ["show=", { distance: "10 Mile", option: 0, search: "", ticked: false }],
  ])("%s", (query, view) => {
    expect(readResultsQuery(query, context)).toEqual(view);
  });

  test("a written view reads back as the same view", () => {
    for (const distance of context.distances) {
      for (const { number: option } of sortOptions(context.ageGroups)) {
        for (const ticked of [false, true]) {
          const view = { distance, option, search: "a&b = ü+", ticked };
          expect(readResultsQuery(writeResultsQuery(view, context), context)).toEqual(view);
        }
      }
    }
  });

  test("the distance that opens is named only where another opens for others", () => {
    const view = readResultsQuery("", context);
    expect(writeResultsQuery(view, context)).toBe("");
    expect(writeResultsQuery(view, { ...context, unnamed: null })).toBe("distance=10+Mile");
  });

  test("time events have no rank; no distances write nothing", () => {
    const time = {
      ...context,
      eventType: "time" as const,
      distances: [],
      opening: "",
      unnamed: "",
    };
    const view = { distance: "", option: 0, search: "", ticked: false };
    for (const query of ["", "rank=clock", "rank=chip", "rank="])
      expect(readResultsQuery(query, time)).toEqual(view);
    expect(writeResultsQuery({ ...view, ticked: true }, time)).toBe("");
  });
});
