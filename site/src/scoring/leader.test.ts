import { expect, test } from "vitest";
import { aBoard, aFinish, finished, randomBoard, unfinished } from "../test/rows";
import { firstTwo, leaderOf } from "./leader";
import { orderTable } from "./table-order";

const PASSAGES: [string, number][] = [
  ["Mile 3", 1_000],
  ["Fire Tower", 2_000],
];
const at = (segment: string, bib: string, seconds: number, chipSeconds = seconds) =>
  unfinished("started", { bib, segment, occurrence: 1, seconds, chipSeconds });

test("the leader is the first at the furthest point reached, by the time that ranks", () => {
  const board = aBoard(
    [
      at("Mile 3", "1", 900),
      at("Fire Tower", "2", 2_000, 1_990),
      at("Fire Tower", "3", 2_080, 1_900),
      unfinished("dnf", { bib: "4", type: 3 }),
    ],
    PASSAGES,
  );
  expect(leaderOf(board, "clock")).toMatchObject({ row: { bib: "2" }, ahead: 80_000 });
  expect(leaderOf(board, "chip")).toMatchObject({ row: { bib: "3" }, ahead: 90_000 });
});

test("there is no lead over a runner who has not reached the point", () => {
  const board = aBoard([at("Mile 3", "1", 900), at("Fire Tower", "2", 2_000)], PASSAGES);
  expect(leaderOf(board, "clock")).toMatchObject({ row: { bib: "2" }, ahead: null });
});

test("who has the same time and place there leads as well; a place decides between equal times", () => {
  const [one, two] = [at("Mile 3", "1", 900), at("Mile 3", "2", 900)];
  const leaders = () =>
    leaderOf(aBoard([one, two, at("Mile 3", "3", 905)], PASSAGES), "clock")?.shared.map(
      ({ bib }) => bib,
    );
  expect(leaders()).toEqual(["1", "2"]);
  Object.assign(one.row, { ranking: 1 });
  Object.assign(two.row, { ranking: 2 });
  expect(leaders()).toEqual(["1"]);
});

test.each([
  ["the first timing point", [unfinished("started", { segment: "Start" })]],
  ["anybody starts", [unfinished("not-started", {})]],
  ["there are lines", []],
])("no leader before %s", (_what, lines) => {
  expect(leaderOf(aBoard(lines, PASSAGES), "clock")).toBeNull();
});

test("no leader once somebody has finished", () => {
  const board = aBoard([at("Fire Tower", "2", 2_000), finished(aFinish({ bib: "9" }))], PASSAGES);
  expect(leaderOf(board, "clock")).toBeNull();
});

test("the first two are those of the ordered table", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const board = randomBoard(seed, 12);
    for (const basis of ["clock", "chip"] as const) {
      expect(firstTwo(board, basis)).toEqual(
        orderTable(board, "distance", basis, { by: "ranking" }).slice(0, 2),
      );
    }
  }
});
