import { describe, expect, test } from "vitest";
import { aFinish, finished, randomBoard, unfinished } from "../test/rows";
import { awardAges, awards, type AwardSettings, fieldOn, longerAwards } from "./awards";
import { placings } from "./placings";

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

  test("each list is of all who finished and belong on it, with a place or without", () => {
    const lines = [
      ...field,
      finished({ bib: "6", gender: "M", age: 48, ageGroup: "40-49", ranking: 0 }),
      unfinished("dnf", { bib: "7", gender: "M", age: 48, ageGroup: "40-49" }),
    ];
    const lists = awards(lines, settings);
    const sizes = fieldOn(lists, lines, settings, "distance");
    expect(lists.map((list) => [list.group, list.heading, sizes.get(list)])).toEqual([
      ["Overall", "Women", 2],
      ["Overall", "Men", 4],
      ["Masters", "Men", 2],
      ["Grand Masters", "Men", 2],
      ["30-39", "Women", 1],
      ["40-49", "Men", 2],
      ["60-69", "Men", 2],
    ]);
    const without = { ...settings, grandMasters: false };
    const masters = awards(lines, without).find(({ kind }) => kind === "masters");
    expect(masters && fieldOn([masters], lines, without, "distance").get(masters)).toBe(4);
  });

  test("each list of a backyard is of all who started: one alone finishes", () => {
    const lines = [
      finished({ bib: "1", gender: "F", ranking: 1 }),
      unfinished("dnf", { bib: "2", gender: "F" }),
      unfinished("started", { bib: "3", gender: "F" }),
      unfinished("dns", { bib: "4", gender: "F" }),
    ];
    const lists = awards(lines, settings);
    expect([...fieldOn(lists, lines, settings, "backyardultra").values()]).toEqual([3]);
    expect([...fieldOn(lists, lines, settings, "time").values()]).toEqual([1]);
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

  test.each([1, 2, 3])("board %i: nobody is twice in a list; only ties make it longer", (seed) => {
    for (const list of awards(randomBoard(seed, 400).lines, {
      ...settings,
      overall: 3,
      ageGroup: 2,
      includeOverall: true,
    })) {
      expect(new Set(list.winners).size).toBe(list.winners.length);
      const limit = list.kind === "age-group" ? 2 : 3;
      for (const { place, tied } of list.winners.slice(limit))
        expect([place, tied]).toEqual([list.winners[limit - 1]?.place, true]);
    }
  });

  test("ages in headings", () => {
    expect(awardAges("masters", settings)).toBe("(40-59)");
    expect(awardAges("masters", { ...settings, grandMasters: false })).toBe("(40 and over)");
    expect(awardAges("grand-masters", settings)).toBe("(60 and over)");
    expect(awardAges("overall", settings)).toBe("");
  });
});

const man = (bib: string, ranking: number, fields: Parameters<typeof finished>[0] = {}) =>
  finished({ bib, gender: "M", age: 30, ageGroup: "30-39", ranking, ...fields });
/** The lists as "bib:place", "=" after a shared one. */
const places = (lines: Parameters<typeof awards>[0], with_: Partial<AwardSettings> = {}) =>
  Object.fromEntries(
    awards(lines, { ...settings, masters: false, grandMasters: false, ...with_ }).map(
      ({ group, heading, winners }) => [
        `${heading} ${group}`,
        winners.map(({ line, place, tied }) => `${line.row.bib}:${place}${tied ? "=" : ""}`),
      ],
    ),
  );

describe("ties in awards (C4.3)", () => {
  test.each<[string, number[], number, string[]]>([
    ["at the last award", [1, 2, 3, 3, 5], 3, ["0:1", "1:2", "2:3=", "3:3="]],
    ["of three at the last award", [1, 2, 2, 2, 5], 2, ["0:1", "1:2=", "2:2=", "3:2="]],
    ["at the first place", [1, 1, 3, 4], 1, ["0:1=", "1:1="]],
    ["before the last award", [1, 1, 3, 4], 3, ["0:1=", "1:1=", "2:3"]],
    ["two of them", [1, 1, 3, 3, 5], 3, ["0:1=", "1:1=", "2:3=", "3:3="]],
    ["behind the last award", [1, 2, 3, 4, 4], 3, ["0:1", "1:2", "2:3"]],
    ["of all, without awards", [1, 1, 1], 0, []],
  ])("a tie %s", (_, rankings, overall, expected) => {
    const field = rankings.map((ranking, bib) => man(String(bib), ranking, { ageGroup: "" }));
    expect(places(field, { overall })["Men Overall"] ?? []).toEqual(expected);
  });

  test("the uploaded place makes a tie, not the time; another suffix is another place", () => {
    const field = [
      man("1", 1, { seconds: 100 }),
      man("2", 2, { seconds: 100 }),
      man("3", 2, { seconds: 101 }),
      man("4", 2, { seconds: 102, type: 10 }),
    ];
    expect(places(field, { overall: 2 })["Men Overall"]).toEqual(["1:1", "2:2=", "3:2="]);
    expect(places(field, { overall: 4 })["Men Overall"]).toEqual(["1:1", "2:2=", "3:2=", "4:4"]);
  });

  test("a place shared with another gender or age group is no tie on the list", () => {
    const field = [
      man("1", 1),
      man("2", 2, { ageGroup: "40-49" }),
      man("3", 2),
      man("4", 2, { gender: "F" }),
      man("5", 5),
    ];
    expect(places(field, { overall: 0, ageGroup: 2 })).toEqual({
      "Women 30-39": ["4:1"],
      "Men 30-39": ["1:1", "3:2"],
      "Men 40-49": ["2:1"],
    });
  });

  test("all who tie for the last overall award leave the age group", () => {
    const field = [man("1", 1), man("2", 2), man("3", 2), man("4", 4), man("5", 4), man("6", 6)];
    expect(places(field, { overall: 2, ageGroup: 1 })).toEqual({
      "Men Overall": ["1:1", "2:2=", "3:2="],
      "Men 30-39": ["4:1=", "5:1="],
    });
    expect(places(field, { overall: 2, ageGroup: 2, includeOverall: true })["Men 30-39"]).toEqual([
      "1:1",
      "2:2=",
      "3:2=",
    ]);
  });

  test("the list has the places that runner pages and certificates have", () => {
    const field = [1, 2, 3, 3, 5].map((ranking, index) =>
      man(String(index), ranking, { genderRanking: ranking }),
    );
    const [overall] = awards(field, { ...settings, overall: 3 });
    expect(overall?.winners.map(({ place }) => String(place))).toEqual(["1", "2", "3", "3"]);
    for (const { place, result } of overall?.winners ?? [])
      expect(placings(result, null)).toContainEqual({
        within: "Men",
        place: String(place),
        of: "",
      });
  });

  test("masters and grand masters tie as others do", () => {
    const field = [
      man("1", 1, { age: 45 }),
      man("2", 1, { age: 46 }),
      man("3", 3, { age: 61 }),
      man("4", 3, { age: 62 }),
    ];
    const shown = places(field, { masters: true, grandMasters: true });
    expect(shown["Men Masters"]).toEqual(["1:1=", "2:1="]);
    expect(shown["Men Grand Masters"]).toEqual(["3:1=", "4:1="]);
  });

  test("longer lists end with everybody of the last place, and nobody moves between lists", () => {
    const field = [man("1", 1), man("2", 2), man("3", 3), man("4", 3), man("5", 5)];
    const longer = longerAwards(field, { ...settings, overall: 2, ageGroup: 1 }, 1);
    expect(
      longer.map(({ group, winners }) => [group, winners.map(({ line }) => line.row.bib)]),
    ).toEqual([
      ["Overall", ["1", "2", "3", "4"]],
      ["30-39", ["3", "4"]],
    ]);
  });
});
