import { describe, expect, test } from "vitest";
import { aFinish, finished, randomBoard, unfinished } from "../test/rows";
import { awardAges, awards, type AwardSettings } from "./awards";

const settings: AwardSettings = {
  overall: 1,
  ageGroup: 1,
  includeOverall: false,
  masters: true,
  grandMasters: true,
};
const drawn = (lines: Parameters<typeof awards>[0], with_: Partial<AwardSettings> = {}) =>
  awards(lines, { ...settings, ...with_ }).map(({ group, heading, winners }) => [
    group,
    heading,
    winners.map(({ line }) => line.row.bib),
  ]);

describe("awards (C4)", () => {
  const field = [
    finished({ bib: "1", gender: "M", age: 62, ageGroup: "60-69", ranking: 1 }),
    finished({ bib: "2", gender: "M", age: 45, ageGroup: "40-49", ranking: 2 }),
    finished({ bib: "3", gender: "M", age: 61, ageGroup: "60-69", ranking: 3, type: 12 }),
    finished({ bib: "4", gender: "F", age: 0, ageGroup: "", ranking: 4 }),
    finished({ bib: "5", gender: "F", age: 30, ageGroup: "30-39", ranking: 5 }),
  ];

  test("overall winners also win masters; masters are 40 to 59 beside grand masters", () => {
    expect(drawn(field)).toEqual([
      ["Overall", "Women", ["4"]],
      ["Overall", "Men", ["1"]],
      ["Masters", "Men", ["2"]],
      ["Grand Masters", "Men", ["1"]],
      ["30-39", "Women", ["5"]],
      ["40-49", "Men", ["2"]],
      ["60-69", "Men", ["3"]],
    ]);
  });

  test("without grand masters everybody from 40 on is a master", () => {
    expect(drawn(field, { grandMasters: false, overall: 3 })).toContainEqual([
      "Masters",
      "Men",
      ["1", "2", "3"],
    ]);
  });

  test("ov = 0 removes nobody from the age groups", () => {
    expect(drawn(field, { overall: 0 })).toEqual([
      ["30-39", "Women", ["5"]],
      ["40-49", "Men", ["2"]],
      ["60-69", "Men", ["1"]],
    ]);
  });

  test("only placed result rows are candidates; a line may stand as another row", () => {
    const lines = [
      finished({ bib: "1", ranking: 0 }),
      finished({ bib: "2", ranking: 1, occurrence: 0 }),
      unfinished("dnf", { bib: "3", ranking: 1, type: 30 }),
      {
        ...unfinished("finished", { bib: "4", segment: "Start 4", occurrence: 6 }),
        result: aFinish({ bib: "4", ranking: 1 }),
      },
    ];
    expect(drawn(lines)).toEqual([["Overall", "", ["4"]]]);
  });

  test.each([1, 2, 3])("board %i: nobody is twice in a list and no list is too long", (seed) => {
    for (const list of awards(randomBoard(seed, 400).lines, {
      ...settings,
      overall: 3,
      ageGroup: 2,
      includeOverall: true,
    })) {
      expect(new Set(list.winners).size).toBe(list.winners.length);
      expect(list.winners.length).toBeLessThanOrEqual(list.kind === "age-group" ? 2 : 3);
    }
  });

  test("ages in headings", () => {
    expect(awardAges("masters", settings)).toBe("(40-59)");
    expect(awardAges("masters", { ...settings, grandMasters: false })).toBe("(40 and over)");
    expect(awardAges("grand-masters", settings)).toBe("(60 and over)");
    expect(awardAges("overall", settings)).toBe("");
  });
});
