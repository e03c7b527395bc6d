/**
 * Boards, with the changes of later versions merged in (docs/decisions/snapshot-format.md
 * "Changes").
 */
import { expect, test } from "vitest";
import type { Board, Line, Row } from "../scoring/row";
import { boardFile, movedFile } from "../test/board-file";
import { finished, unfinished } from "../test/rows";
import { mergeLines } from "./merge-lines";
import { readLineChanges } from "./version-changes";

const START = {
  segment: "Start",
  seconds: 12,
  milliseconds: 300,
  chipSeconds: 0,
  chipMilliseconds: 0,
};
const ANA = {
  bib: "7",
  first: "Ana",
  last: "Ruiz",
  gender: "F",
  age: 34,
  ageGroup: "30-39",
  distance: "10K",
  division: "Red",
  anonymous: false,
};
const BO = {
  bib: "A8",
  first: "Bo",
  last: "Ek",
  gender: "M",
  age: 50,
  ageGroup: "50-59",
  distance: "10K",
  division: "",
  anonymous: true,
};
const MIA = { ...ANA, bib: "9", first: "Mia" };

function boardOf(...lines: Line[]): Board {
  return { distance: "10K", lines, passages: new Map([["5K", 900_000]]) };
}

/** Somebody at the start: 12.3 s after the gun. */
function atStart(person: Partial<Row>): Line {
  return unfinished("started", { ...person, ...START });
}

/** Somebody who has passed 5 km at 900.1 s, or `later` seconds after that. */
function at5K(person: Partial<Row>, later = 0): Line {
  const passage = {
    segment: "5K",
    occurrence: 1,
    seconds: 900 + later,
    milliseconds: 100,
    chipSeconds: 887 + later,
    chipMilliseconds: 800,
  };
  return unfinished("started", {
    ...person,
    ...passage,
    ranking: 20 + later,
    genderRanking: 9,
    ageRanking: 4,
  });
}

interface Changes {
  changed?: Line[];
  moved?: Line[];
  gone?: string[];
  passages?: [string, number][];
}

function merge(board: Board, { changed = [], moved = [], gone = [], passages }: Changes) {
  return mergeLines(
    board,
    readLineChanges({
      distance: "10K",
      gone,
      passages: passages ?? null,
      changed: changed.length === 0 ? null : boardFile(boardOf(...changed), { names: true }),
      moved: moved.length === 0 ? null : movedFile(boardOf(...moved)),
    }),
    "distance",
  );
}

test("a moved runner keeps person and start, and nothing of the passage before", () => {
  const finish = finished({
    ...BO,
    seconds: 2400,
    milliseconds: 0,
    chipSeconds: 2387,
    chipMilliseconds: 700,
    ranking: 3,
  });
  const merged = merge(boardOf(atStart(ANA), atStart(BO), atStart(MIA)), {
    moved: [at5K(ANA), finish, at5K(MIA, 5)],
  });
  expect(merged?.board.lines).toEqual([finish, at5K(ANA), at5K(MIA, 5)]);
  expect(merged?.fresh).toEqual(merged?.board.lines);
  expect(merged?.replaced.map(({ row }) => row.first)).toEqual(["Ana", "Bo", "Mia"]);
});

test("result rows of moved runners are those of the changes", () => {
  const early = at5K(ANA);
  const counted = {
    ...early,
    result: {
      ...early.row,
      segment: "Finish",
      seconds: 800,
      milliseconds: 0,
      chipSeconds: 700,
      chipMilliseconds: 0,
    },
  };
  const clocked = at5K(BO, 4);
  const moved = movedFile({
    ...boardOf(counted, clocked),
    byClock: new Map([[clocked, counted.result]]),
  });
  const merged = mergeLines(
    boardOf(atStart(ANA), atStart(BO)),
    readLineChanges({ distance: "10K", moved, gone: [] }),
    "distance",
  );
  expect(merged?.board.lines[0]).toEqual(counted);
  expect([...(merged?.board.byClock ?? [])]).toEqual([
    [merged?.board.lines[1], { ...counted.result, ...BO }],
  ]);
});

test("a renamed runner is replaced as a whole line", () => {
  const merged = merge(boardOf(atStart(ANA), atStart(BO)), {
    changed: [at5K({ ...ANA, first: "Anna" })],
    moved: [at5K(BO, 1)],
  });
  expect(merged?.board.lines.map(({ row }) => [row.bib, row.first, row.seconds])).toEqual([
    ["7", "Anna", 900],
    ["A8", "Bo", 901],
  ]);
});

test("a removed bib that returns with another runner is a whole line, and moves on as that runner", () => {
  const without = merge(boardOf(atStart(ANA), atStart(BO)), { gone: ["7"] });
  expect(without?.board.lines).toEqual([atStart(BO)]);
  const back = merge(without?.board ?? boardOf(), { changed: [atStart({ ...MIA, bib: "7" })] });
  const on = merge(back?.board ?? boardOf(), { moved: [at5K({ ...MIA, bib: "7" })] });
  expect(on?.fresh).toEqual([at5K({ ...MIA, bib: "7" })]);
});

test("changes that move an unknown runner do not fit", () => {
  expect(merge(boardOf(atStart(ANA)), { moved: [at5K(BO)] })).toBeNull();
});

test("first passages are replaced by those of the changes, or stay", () => {
  const board = boardOf(atStart(ANA));
  expect(merge(board, { moved: [at5K(ANA)] })?.board.passages).toBe(board.passages);
  expect(merge(board, { passages: [["10K", 1_800_000]] })?.board.passages).toEqual(
    new Map([["10K", 1_800_000]]),
  );
});
