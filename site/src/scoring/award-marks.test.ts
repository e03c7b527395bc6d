import { describe, expect, test } from "vitest";
import { oneOf, randomFrom } from "../test/random";
import { finished } from "../test/rows";
import {
  type AwardMark,
  deskList,
  isChanged,
  isMarksLink,
  listKey,
  readMarksLink,
  writeMarksLink,
} from "./award-marks";
import { inPlaces } from "./awards";
import { finishersOf } from "./result-order";

const LIST = listKey("10K", { kind: "age-group", gender: "W", group: "30-39" });
const given = (bib: string, place: number): AwardMark => ({ list: LIST, bib, place });
const absent = (bib: string): AwardMark => given(bib, 0);

/**
 * The desk of a list with this many places: bib, medal, medal handed out, whose medal it is; "!"
 * where something changed. `rankings` are the uploaded places, by default 1, 2, 3 ….
 */
function desk(order: string[], places: number, marks: AwardMark[], rankings: number[] = []) {
  const { winners, gone } = deskList(
    inPlaces(
      finishersOf(
        order.map((bib, index) => finished({ bib, ranking: rankings[index] ?? index + 1 })),
      ),
    ),
    places,
    marks,
  );
  const drawn = winners.map((winner) => {
    const { result, medal, given: was, takenBy } = winner;
    return `${result.bib}: ${medal ?? "absent"}${was === null ? "" : ` given ${was}`}${takenBy === null ? "" : ` taken by ${takenBy}`}${isChanged(winner) ? " !" : ""}`;
  });
  return [...drawn, ...gone.map(({ bib, place }) => `gone ${bib} ${place}`)];
}

describe("the desk of a list", () => {
  test("without a mark it is the list", () => {
    expect(desk(["1", "2", "3", "4"], 3, [])).toEqual(["1: 1", "2: 2", "3: 3"]);
  });

  test("the next move up for each absent runner, as far as there are any", () => {
    expect(desk(["1", "2", "3", "4"], 3, [absent("1")])).toEqual([
      "1: absent",
      "2: 1",
      "3: 2",
      "4: 3",
    ]);
    expect(desk(["1", "2"], 3, [absent("2")])).toEqual(["1: 1", "2: absent"]);
  });

  test("a correction that swaps two shows on both, one that brings somebody new on all behind", () => {
    expect(desk(["2", "1", "3"], 3, [given("1", 1), given("2", 2)])).toEqual([
      "2: 1 given 2 taken by 1 !",
      "1: 2 given 1 taken by 2 !",
      "3: 3",
    ]);
    expect(desk(["9", "1", "2", "3"], 3, [given("1", 1), given("2", 2), given("3", 3)])).toEqual([
      "9: 1 taken by 1 !",
      "1: 2 given 1 taken by 2 !",
      "2: 3 given 2 taken by 3 !",
      "gone 3 3",
    ]);
  });

  test("an absence found after others had their medals marks those whose award changes", () => {
    expect(desk(["1", "2", "3"], 2, [given("2", 2), absent("1")])).toEqual([
      "1: absent",
      "2: 1 given 2 !",
      "3: 2 taken by 2 !",
    ]);
  });

  test("tied runners have the same medal, and all of the last place have one", () => {
    const thirds = [1, 2, 3, 3, 5];
    expect(desk(["1", "2", "3", "4", "5"], 3, [given("3", 3)], thirds)).toEqual([
      "1: 1",
      "2: 2",
      "3: 3 given 3",
      "4: 3",
    ]);
    expect(desk(["1", "2", "3", "4"], 3, [given("3", 3), given("4", 3)], thirds)).toEqual([
      "1: 1",
      "2: 2",
      "3: 3 given 3",
      "4: 3 given 3",
    ]);
    expect(desk(["1", "2", "3"], 1, [], [1, 1, 3])).toEqual(["1: 1", "2: 1"]);
  });

  test("ties move up together, and nobody behind them more than there are places", () => {
    const thirds = [1, 2, 3, 3, 5];
    const five = ["1", "2", "3", "4", "5"];
    expect(desk(five, 3, [absent("1")], thirds)).toEqual(["1: absent", "2: 1", "3: 2", "4: 2"]);
    expect(desk(five, 3, [absent("3")], thirds)).toEqual(["1: 1", "2: 2", "3: absent", "4: 3"]);
    expect(desk(five, 3, [absent("3"), absent("4")], thirds)).toEqual([
      "1: 1",
      "2: 2",
      "3: absent",
      "4: absent",
      "5: 3",
    ]);
    expect(desk(["1", "2", "3", "4"], 2, [absent("1")], [1, 1, 3, 3])).toEqual([
      "1: absent",
      "2: 1",
      "3: 2",
      "4: 2",
    ]);
  });

  test("a correction that makes or ends a tie shows on whom it concerns", () => {
    const handed = [given("1", 1), given("2", 2)];
    expect(desk(["1", "2", "3"], 3, handed, [1, 1, 3])).toEqual([
      "1: 1 given 1",
      "2: 1 given 2 !",
      "3: 3",
    ]);
    expect(desk(["1", "2", "3"], 3, [given("1", 1), given("2", 1)])).toEqual([
      "1: 1 given 1",
      "2: 2 given 1 !",
      "3: 3",
    ]);
  });

  test("medals given by the moved-up place stay right", () => {
    expect(desk(["1", "2", "3"], 2, [absent("1"), given("2", 1), given("3", 2)])).toEqual([
      "1: absent",
      "2: 1 given 1",
      "3: 2 given 2",
    ]);
  });
});

test("a list has one name in every language", () => {
  expect(listKey("10K", { kind: "overall", gender: "W", group: "General" })).toBe(
    listKey("10K", { kind: "overall", gender: "W", group: "Overall" }),
  );
});

test("marks read like an address", () => {
  expect(writeMarksLink([given("12", 1), absent("A&7"), { list: "x", bib: "3", place: 10 }])).toBe(
    "#handed-out&list=10K%0Aage-group%0AW%0A30-39&1=12&absent=A%267&list=x&10=3",
  );
});

test.each<[string, AwardMark[]]>([
  ["", []],
  ["#follow&10K=1", []],
  ["#handed-out&", []],
  ["#handed-out&1=12", []],
  ["#handed-out&list=x&0=1&-1=2&1.5=3&100=4&=5&1=&2=%20&place=6", []],
  [
    "#handed-out&list=x&1=12&2=12&absent=12&absent=%207%20",
    [
      { list: "x", bib: "12", place: 1 },
      { list: "x", bib: "7", place: 0 },
    ],
  ],
])("%j marks %j", (fragment, marks) => {
  expect(readMarksLink(fragment)).toEqual(marks);
});

test("any marks come back as they were written, also after the browser has read the address", () => {
  const random = randomFrom(5);
  const word = () =>
    Array.from({ length: 1 + Math.floor(random() * 5) }, () =>
      oneOf(random, [..."aZ9 &=#%+?/é跑'\"<\n"]),
    ).join("");
  for (let round = 0; round < 200; round += 1) {
    const marks = ["a", "b", "c", "d"].map(
      (bib, index): AwardMark => ({
        list: `${Math.floor(index / 2)}${word()}`,
        bib: `${bib}${word()}`.trim(),
        place: Math.floor(random() * 11),
      }),
    );
    const { hash } = new URL(`https://example.org/awards/race/2026${writeMarksLink(marks)}`);
    expect(isMarksLink(hash)).toBe(true);
    expect(readMarksLink(hash)).toEqual(marks);
  }
});
