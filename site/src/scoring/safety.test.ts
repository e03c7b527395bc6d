import { describe, expect, test } from "vitest";
import { aBoard, aRow, finished, unfinished } from "../test/rows";
import { liveSegmentsOf } from "./live-segments";
import { type FieldRows, liveEstimates } from "./field-estimates";
import type { Line, Row } from "./row";
import { sightingAt } from "./sighting";
import { gunWithOffset, mostDue, safetyAt } from "./safety";
import type { Segment } from "./segments";

/** 8:00 in the morning, at UTC-07:00. */
const GUN = {
  at: Date.parse("2026-05-02T08:00:00-07:00"),
  offset: "-07:00",
  readAt: "2026-05-02T08:00:00-07:00",
};

function segment(name: string, distanceValue: number): Segment {
  return { name, distanceValue, distanceUnit: "km", distanceName: "" };
}

const COURSE = [segment("Finish", 10), segment("3K", 3), segment("6K", 6)];

/** On course, last read at this point this many minutes after the gun. */
function at(bib: string, point: string, minutes: number): Line {
  return unfinished("started", {
    bib,
    segment: point,
    occurrence: point === "Start" ? 0 : 1,
    seconds: minutes * 60,
    chipSeconds: minutes * 60,
  });
}

const LINES: Line[] = [
  at("10", "3K", 20),
  at("9", "3K", 15),
  at("2", "6K", 36),
  at("3", "Start", 0),
  at("X1", "3K", 15),
  finished({ bib: "1", seconds: 3000, chipSeconds: 3000 }),
  unfinished("dnf", { bib: "4", type: 3 }),
  unfinished("dns", { bib: "5", type: 31 }),
];

function view(
  minutes: number,
  known: (line: Line) => FieldRows | undefined = () => undefined,
  gun: typeof GUN | null = GUN,
) {
  return safetyAt(LINES, COURSE, "10K", gun, known, GUN.at + minutes * 60_000);
}

function told(minutes: number, known?: (line: Line) => FieldRows | undefined) {
  return view(minutes, known).runners.map(({ line, next, expected, overdue }) => [
    line.row.bib,
    next,
    expected?.local.slice(11, 16) ?? "",
    overdue,
  ]);
}

describe("from the lines and the gun", () => {
  test("the longest unseen first, equal ones by bib; where they are expected, and by how many minutes they are overdue", () => {
    expect(told(41)).toEqual([
      ["3", "3K", "08:15", 26],
      ["9", "6K", "08:30", 11],
      ["X1", "6K", "08:30", 11],
      ["10", "6K", "08:40", 1],
      ["2", "Finish", "09:00", 0],
    ]);
  });

  test.each([
    [30, 0],
    [30.9, 0],
    [31, 1],
  ])("%f minutes after the gun: overdue by %i", (minutes, overdue) => {
    expect(told(minutes).find(([bib]) => bib === "9")).toEqual(["9", "6K", "08:30", overdue]);
  });

  test("each point: seen there or further on, expected next, overdue", () => {
    expect(view(41).points).toEqual([
      { name: "3K", passed: 5, expected: 1, overdue: 1, dead: "" },
      { name: "6K", passed: 2, expected: 3, overdue: 3, dead: "" },
      { name: "Finish", passed: 1, expected: 1, overdue: 0, dead: "" },
    ]);
  });
});

test("a dead mat: nobody is expected there or overdue, and who was seen further on has passed it", () => {
  const course = [...COURSE, segment("8K", 8)];
  const lines = [...LINES.filter(({ row }) => row.segment !== "6K"), at("2", "8K", 46)];
  const passages: [string, number][] = [
    ["3K", 900_000],
    ["8K", 2_760_000],
  ];
  const seenWith = (read: [string, number][]) => {
    const live = liveSegmentsOf({ ...aBoard(lines, read), distance: "10K" }, course);
    const now = GUN.at + 41 * 60_000;
    const { points, runners } = safetyAt(lines, course, "10K", GUN, () => undefined, now, live);
    return [
      points.map(({ name, passed, expected, overdue, dead }) => [
        `${name}${dead === "" ? "" : " not read"}`,
        passed,
        expected,
        overdue,
      ]),
      runners.map(({ line, next, overdue }) => `${line.row.bib} ${next} ${overdue}`),
    ];
  };
  expect(seenWith(passages)).toEqual([
    [
      ["3K", 5, 1, 1],
      ["6K not read", 2, 0, 0],
      ["8K", 2, 3, 2],
      ["Finish", 1, 1, 0],
    ],
    ["3 3K 26", "9 8K 1", "X1 8K 1", "10 8K 0", "2 Finish 0"],
  ]);
  // Its reads come later.
  expect(seenWith([...passages, ["6K", 2_000_000]])).toEqual([
    [
      ["3K", 5, 1, 1],
      ["6K", 2, 3, 3],
      ["8K", 2, 0, 0],
      ["Finish", 1, 1, 0],
    ],
    ["3 3K 26", "9 6K 11", "X1 6K 11", "10 6K 1", "2 Finish 0"],
  ]);
});

/** The first minute at which bib 7 is overdue, and when they are expected; null if never. */
const lost = (course: Segment[], lines: readonly Line[], bound = 400) => {
  const line = at("7", "Start", 1);
  const seenAt = (minute: number) =>
    safetyAt(
      [...lines, line],
      course,
      "10K",
      GUN,
      () => undefined,
      GUN.at + minute * 60_000,
    ).runners.find((runner) => runner.line.row.bib === "7");
  const minute = Array.from({ length: bound }, (_, index) => index).find(
    (index) => (seenAt(index)?.overdue ?? 0) > 0,
  );
  const { expected = null } = seenAt(bound) ?? {};
  return [minute ?? null, expected && `${expected.name} ${expected.local.slice(11, 16)}`];
};
const others = (count: number, of: (index: number) => Line) =>
  Array.from({ length: count }, (_, index) => of(index));

describe("who started and never came to the first point", () => {
  test("is expected after the middle time of the others, and overdue after the slowest of them", () => {
    // 15, 16 … 43 minutes from the start to the first point.
    const lines = others(29, (index) => at(String(100 + index), "3K", 15 + index));
    expect(lost(COURSE, lines)).toEqual([46, "3K 08:30"]);
    const slow = at("130", "3K", 60);
    expect(lost(COURSE, [...lines, slow])).toEqual([62, "3K 08:31"]);
  });

  test("also where there is only the finish, and by those who are further on", () => {
    const finishers = others(9, (index) =>
      finished({ bib: String(100 + index), seconds: 3000, chipSeconds: 3000 }),
    );
    expect(lost([segment("Finish", 10)], finishers)).toEqual([77, "Finish 08:51"]);
    // 30 % of 50 minutes
    expect(lost(COURSE, finishers)).toEqual([25, "3K 08:16"]);
  });

  test("nobody is, while most of those who have been out as long are still to come", () => {
    const ahead = others(10, (index) => at(String(100 + index), "3K", 12));
    const behind = others(10, (index) => at(String(200 + index), "Start", 1));
    expect(lost(COURSE, [...ahead, ...behind])).toEqual([null, null]);
    expect(lost(COURSE, [])).toEqual([null, null]);
  });

  test("a wave that started later does not hide who is missing of the first", () => {
    const ahead = others(10, (index) => at(String(100 + index), "3K", 12));
    const later = others(20, (index) => at(String(200 + index), "Start", 50));
    expect(lost(COURSE, [...ahead, ...later], 60)).toEqual([20, "3K 08:13"]);
  });
});

test("nobody is expected at a mat that is hardly read", () => {
  const live = COURSE.filter(({ name }) => name !== "6K");
  const now = GUN.at + 41 * 60_000;
  const { points } = safetyAt(LINES, COURSE, "10K", GUN, () => undefined, now, live, COURSE);
  expect(points.map(({ name, expected, dead }) => [name, expected, dead])).toEqual([
    ["3K", 1, ""],
    ["6K", 0, "hardly"],
    ["Finish", 4, ""],
  ]);
});

test("waves: expected by the pace since the own start", () => {
  // Started 30 minutes after the gun, 3 km in 15 minutes.
  const second = unfinished("started", {
    bib: "20",
    segment: "3K",
    occurrence: 1,
    seconds: 2700,
    chipSeconds: 900,
  });
  const { runners } = safetyAt([second], COURSE, "10K", GUN, () => undefined, GUN.at + 3_700_000);
  expect(runners.map(({ expected, overdue }) => [expected?.local.slice(11, 16), overdue])).toEqual([
    ["09:00", 1],
  ]);
});

test("the rows of a runner give the estimate of the runner's own page", () => {
  const local = "2026-05-02T08:15:00-07:00";
  const rows = [
    aRow({ bib: "9", segment: "Start", seconds: 300, localTime: "2026-05-02T08:05:00-07:00" }),
    aRow({
      bib: "9",
      segment: "3K",
      occurrence: 1,
      seconds: 900,
      chipSeconds: 600,
      localTime: local,
    }),
  ];
  expect(
    told(26, ({ row }) => (row.bib === "9" ? { rows, field: [] } : undefined)).find(
      ([bib]) => bib === "9",
    ),
  ).toEqual(["9", "6K", "08:25", 1]);
});

describe("a hundred miles, and a nap of two and a half hours before mile 60", () => {
  const points = [40, 50, 60, 70, 100];
  const course = points.map((miles) =>
    Object.assign(segment(miles === 100 ? "Finish" : `Mile ${miles}`, miles), {
      distanceUnit: "mi",
    }),
  );
  /** Reads by minutes since the gun, on each point of the course. */
  const passes = (bib: string, minutes: readonly number[]): Row[] =>
    minutes.map((after, index) =>
      aRow({
        bib,
        segment: course[index]?.name ?? "",
        occurrence: 1,
        finish: index === 4,
        seconds: after * 60,
        chipSeconds: after * 60,
        localTime: new Date(GUN.at + (after - 7 * 60) * 60_000)
          .toISOString()
          .replace(/[.]000Z$/, "-07:00"),
      }),
    );
  // 12 minutes a mile until mile 50; 126 minutes for ten miles, and the nap.
  const asleep = passes("7", [480, 600, 876]);
  const line = unfinished("started", { ...asleep[2], bib: "7" });
  const overdueFrom = (field: Row[][], bound: number) => {
    const overdue = Array.from({ length: bound }, (_, minute) => minute).find(
      (minute) =>
        (safetyAt(
          [line],
          course,
          "10K",
          GUN,
          () => ({ rows: asleep, field }),
          GUN.at + (876 + minute) * 60_000,
        ).runners[0]?.overdue ?? 0) > 0,
    );
    const answer = liveEstimates(course, "10K", { rows: asleep, field });
    const page = Array.from({ length: bound }, (_, minute) => minute).find(
      (minute) => sightingAt(GUN.at + (876 + minute) * 60_000, asleep[2] as Row, answer).overdue,
    );
    expect(overdue, "the list is not later than the page").toBe(page);
    return overdue;
  };

  test("is overdue once the time of a steady pace has passed, not that of the nap once more", () => {
    expect(overdueFrom([], 1_000)).toBe(121);
  });

  test("overdue by the times of those who went on, if there are enough", () => {
    // They took 115 to 124 minutes for ten miles, then 120 to 138.
    const field = Array.from({ length: 10 }, (_, index) =>
      passes(String(10 + index), [480, 600, 715 + index, 835 + index * 3]),
    );
    const after = overdueFrom(field, 1_000);
    expect(after).toBeGreaterThan(121);
    expect(after).toBeLessThan(150);
  });
});

test("without a gun nobody is expected at a time, and nobody is overdue; without a course there are no points", () => {
  const { runners } = view(600, undefined, null);
  expect(
    runners.map(({ seenAt, expected, overdue }) => [seenAt, expected?.local ?? "", overdue]),
  ).toEqual(Array.from({ length: 5 }, () => [null, "", 0]));
  const bare = safetyAt(LINES, [], "10K", GUN, () => undefined, GUN.at + 3_600_000);
  expect(bare.points).toEqual([]);
  expect(bare.runners.map(({ line }) => line.row.bib)).toEqual(["3", "9", "X1", "10", "2"]);
  expect(bare.runners.every(({ overdue }) => overdue === 0)).toBe(true);
});

test("the gun with its offset, and who is to be asked after first", () => {
  expect(
    gunWithOffset([
      aRow({ type: 3, localTime: "2026-05-02T09:00:00-07:00" }),
      aRow({ seconds: 60 }),
      aRow({ seconds: 60, localTime: "2026-05-02T08:01:00-07:00" }),
    ]),
  ).toEqual({ ...GUN, readAt: "2026-05-02T09:00:00-07:00" });
  const byHand = aRow({ seconds: 60, localTime: "2026-05-02T07:00:00-07:00" });
  const read = aRow({ seconds: 120, localTime: "2026-05-02T08:02:00-07:00" });
  expect(gunWithOffset([byHand, read, read])).toEqual({ ...GUN, readAt: read.localTime });
  expect(gunWithOffset([aRow({ localTime: "2026-05-02T08:01:00" })])).toBeNull();
  expect(mostDue(view(41).runners, 3).map(({ row }) => row.bib)).toEqual(["3", "9", "X1"]);
});
