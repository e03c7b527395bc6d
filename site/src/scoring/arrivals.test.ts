import { describe, expect, test } from "vitest";
import { aBoard, aFinish, aRow, finished, unfinished } from "../test/rows";
import { arrivals, rowIfExpected } from "./arrivals";
import type { Line, Row } from "./row";

const km = (name: string, distanceValue: number, distanceName = "") => ({
  name,
  distanceValue,
  distanceUnit: "km",
  distanceName,
});
const COURSE = [km("Finish", 10), km("8K", 8), km("5K", 5), km("9K", 9, "Half")];
const at = (bib: string, segment: string, seconds: number, fields: Partial<Row> = {}): Line =>
  unfinished("started", { bib, segment, occurrence: 1, seconds, chipSeconds: seconds, ...fields });

/**
 * The point, then the runners on their way with the expected clock time, then those who came in.
 */
function told(lines: Line[], segments = COURSE, passages: [string, number][] = []) {
  const { point, coming, finished: came } = arrivals(aBoard(lines, passages), segments, "distance");
  return [
    point,
    coming.map(
      ({ line, expected, overdue }) =>
        `${line.row.bib} ${expected === null ? "?" : expected / 1000}${overdue ? " overdue" : ""}`,
    ),
    came.map(({ row }) => row.bib),
  ];
}

test("the next ones are those of the last point of the distance's own course, by when their pace brings them in", () => {
  // 12 passed first because they started first; 13 started later but runs faster.
  const lines = [
    at("12", "8K", 3200),
    at("13", "8K", 3300, { chipSeconds: 2400 }),
    at("14", "5K", 1000),
    unfinished("dnf", { bib: "15", segment: "8K", type: 30 }),
  ];
  expect(told(lines)).toEqual(["8K", ["13 3900", "12 4000"], []]);
});

test("three waves: each by the pace since their own start, and on the one clock", () => {
  // Started at 0, 1,800 and 3,600 s; 8 km in 2,400, 2,000 and 1,600 s.
  const lines = [
    at("1", "8K", 2400),
    at("2", "8K", 3800, { chipSeconds: 2000 }),
    at("3", "8K", 5200, { chipSeconds: 1600 }),
    at("4", "8K", 2410, { chipSeconds: 2400 }),
  ];
  expect(told(lines)).toEqual(["8K", ["1 3000", "4 3010", "2 4300", "3 5600"], []]);
  // The clock of the last who came in tells who is overdue, whatever the wave.
  expect(told([...lines, finished({ bib: "9", seconds: 4000, chipSeconds: 2200 })])).toEqual([
    "8K",
    ["2 4300", "3 5600", "1 3000 overdue", "4 3010 overdue"],
    ["9"],
  ]);
});

test("waves with a gun each: by the time of day", () => {
  // The second wave has a gun of its own, half an hour later.
  const lines = [
    at("1", "8K", 3400),
    at("2", "8K", 2000),
    finished({ bib: "3", seconds: 4000 }),
    finished({ bib: "4", seconds: 2300 }),
  ];
  const guns = new Map([
    ["1", 0],
    ["2", 1_800_000],
    ["3", 0],
    ["4", 1_800_000],
  ]);
  const { coming, finished: came } = arrivals(aBoard(lines), COURSE, "distance", () => undefined, {
    gun: 0,
    guns,
    now: null,
  });
  expect(coming.map(({ line, due, overdue }) => [line.row.bib, due, overdue])).toEqual([
    ["1", 4_250_000, false],
    ["2", 4_300_000, false],
  ]);
  expect(came.map(({ row }) => row.bib)).toEqual(["4", "3"]);
});

test("the last one who came in is first, equal clocks by bib", () => {
  expect(
    told([
      finished({ bib: "10", seconds: 2500 }),
      finished({ bib: "9", seconds: 2500 }),
      finished({ bib: "1", seconds: 2400 }),
    ]),
  ).toEqual(["8K", [], ["9", "10", "1"]]);
});

test("overdue runners stand behind those who are expected", () => {
  const lines = [at("1", "8K", 1600), at("2", "8K", 2300), finished({ bib: "3", seconds: 2601 })];
  expect(told(lines)).toEqual(["8K", ["2 2875", "1 2000 overdue"], ["3"]]);
});

describe("a dead mat before the finish", () => {
  const field = [
    at("1", "5K", 2000),
    at("2", "5K", 2200, { chipSeconds: 1900 }),
    finished({ bib: "3", seconds: 2900 }),
    finished({ bib: "4", seconds: 2950 }),
  ];

  test("the next ones are those of the last point that is read", () => {
    expect(told(field, COURSE, [["5K", 1_000_000]])).toEqual([
      "5K",
      ["1 4000", "2 4100"],
      ["4", "3"],
    ]);
  });

  test("its reads come later: from then on they are those", () => {
    const late = [...field, at("5", "8K", 2900)];
    expect(
      told(late, COURSE, [
        ["5K", 1_000_000],
        ["8K", 2_900_000],
      ]),
    ).toEqual(["8K", ["5 3625"], ["4", "3"]]);
  });

  test("one finisher without any split makes no mat dead", () => {
    expect(told(field.slice(0, 3), COURSE, [["5K", 1_000_000]])).toEqual(["8K", [], ["3"]]);
  });
});

test("without a course the last point is the one passed last, and nothing is expected", () => {
  expect(
    told(
      [at("1", "B", 900), at("2", "B", 800), at("3", "A", 500)],
      [],
      [
        ["A", 400_000],
        ["B", 800_000],
        ["Finish", 1_000_000],
      ],
    ),
  ).toEqual(["B", ["2 ?", "1 ?"], []]);
  expect(told([at("1", "B", 900)], [])).toEqual([null, [], []]);
});

test("laps and loops have arrivals only, of the row that counts", () => {
  const lines: Line[] = [
    finished({ bib: "1", segment: "Lap 3", occurrence: 3, seconds: 900 }),
    {
      ...unfinished("finished", { bib: "2", segment: "Mat", occurrence: 4 }),
      result: aFinish({ bib: "2", seconds: 950 }),
    },
  ];
  const { point, coming, finished: came } = arrivals(aBoard(lines), COURSE, "time");
  expect([point, coming, came.map(({ row }) => row.bib)]).toEqual([null, [], ["2", "1"]]);
});

describe("the place it would be", () => {
  const woman = { gender: "F", ageGroup: "30-39" };
  const field = [
    finished({ bib: "1", seconds: 3000, chipSeconds: 3000, ...woman }),
    finished({ bib: "2", seconds: 3900, chipSeconds: 2900, gender: "M", ageGroup: "30-39" }),
    at("3", "8K", 2900, { ...woman, ageGroup: "40-49" }),
    at("4", "8K", 3000, woman),
    // Started a quarter of an hour later.
    at("5", "8K", 3400, { ...woman, chipSeconds: 2500 }),
  ];
  const places = (rankingType: string) => {
    const known = arrivals(aBoard(field, []), COURSE, "distance");
    return known.coming.map((coming) => {
      const row = rowIfExpected(coming, known, rankingType);
      return [row?.bib, row?.ranking, row?.genderRanking, row?.ageRanking];
    });
  };

  test("by the clock: among those who are in, and those expected before", () => {
    // 3,625 s and 3,750 s, which are over when 2 is in, and 3,400 + 625 = 4,025 s on the clock.
    expect(places("gun")).toEqual([
      ["3", 3, 2, 1],
      ["4", 4, 3, 2],
      ["5", 5, 4, 3],
    ]);
  });

  test("by the chip: who started later may come before", () => {
    // 3,625 s, 3,750 s and 3,125 s by the chip.
    expect(places("chip")).toEqual([
      ["3", 4, 3, 1],
      ["4", 5, 4, 3],
      ["5", 3, 2, 2],
    ]);
  });

  // 1 is expected at 2,500 s; 2 to 9 are in; 10 is expected at 3,000 s; 11 started at 1,000 s.
  test.each<[string, number, string, string[]]>([
    ["she is expected first", 2400, "gun", ["1 1", "10 10", "11 11"]],
    ["she is late", 2700, "gun", ["1 9", "10 10", "11 11"]],
    ["she and the next one are late", 3050, "gun", ["1 9", "10 10", "11 11"]],
    ["she is overdue", 3200, "gun", ["10 9", "11 10", "1 11 overdue"]],
    ["all are overdue", 9000, "gun", ["1 9 overdue", "10 9 overdue", "11 9 overdue"]],
    ["by the chip, too", 3200, "chip", ["10 10", "11 1", "1 11 overdue"]],
  ])("nobody comes in before now: %s", (_, seconds, rankingType, expected) => {
    const in8 = ["2", "3", "4", "5", "6", "7", "8", "9"].map((bib, index) =>
      finished({ bib, seconds: 2510 + index * 10, chipSeconds: 2510 + index * 10 }),
    );
    const lines = [
      at("1", "8K", 2000),
      ...in8,
      at("10", "8K", 2400),
      at("11", "8K", 2720, { chipSeconds: 1720 }),
    ];
    const known = arrivals(aBoard(lines), COURSE, "distance", () => undefined, {
      gun: 1_000_000,
      guns: new Map(),
      now: 1_000_000 + seconds * 1000,
    });
    expect(
      known.coming.map((one) => {
        const place = rowIfExpected(one, known, rankingType)?.ranking;
        return `${one.line.row.bib} ${place}${one.overdue ? " overdue" : ""}`;
      }),
    ).toEqual(expected);
  });

  test("with a gun each, now is by the runner's own clock", () => {
    const lines = [
      at("1", "8K", 2000),
      at("2", "8K", 1600),
      finished({ bib: "3", seconds: 2550 }),
      finished({ bib: "4", seconds: 2400 }),
    ];
    const guns = new Map([
      ["1", 0],
      ["2", 600_000],
      ["3", 0],
      ["4", 0],
    ]);
    const known = arrivals(aBoard(lines), COURSE, "distance", () => undefined, {
      gun: 0,
      guns,
      now: 2_800_000,
    });
    // 2,800 s by the first gun, 2,200 s by the second one.
    expect(
      known.coming.map((one) => [
        one.line.row.bib,
        one.soonest,
        rowIfExpected(one, known, "gun")?.ranking,
      ]),
    ).toEqual([
      ["1", 2_800_000, 4],
      ["2", 2_200_000, 1],
    ]);
  });

  test("is not told of somebody whose way is not known", () => {
    const known = arrivals(aBoard([at("3", "8K", 2900)], [["8K", 2_900_000]]), [], "distance");
    expect(known.coming.map((coming) => rowIfExpected(coming, known, "gun"))).toEqual([null]);
  });
});

test("who started the next loop of a backyard is not at the finish any more", () => {
  const here = finished({ bib: "1", occurrence: 39, seconds: 71_000 });
  const gone: Line = {
    row: aRow({ bib: "2", segment: "Start", occurrence: 40, seconds: 72_000 }),
    result: aFinish({ bib: "2", occurrence: 39, seconds: 71_500 }),
    state: "finished",
  };
  const { finished: came } = arrivals(aBoard([here, gone]), [], "backyardultra");
  expect(came.map(({ row }) => row.bib)).toEqual(["1"]);
});

test("a runner with known rows is expected as on the runner's page, and at a time of day", () => {
  const line = at("7", "8K", 2400);
  const row = (segment: string, seconds: number): Row => ({
    ...line.row,
    segment,
    seconds,
    chipSeconds: seconds,
    localTime: `2026-05-02T08:${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}-07:00`,
  });
  // 5 km in 22:30, the next 3 km in 17:30: at that pace the last 2 km take 11:40.
  const rows = [row("5K", 1350), row("8K", 2400)];
  const expectedOf = (known: Row[]) =>
    arrivals(aBoard([line], []), COURSE, "distance", () => ({ rows: known, field: [] })).coming.map(
      ({ expected, due }) => [expected, due],
    );
  expect(expectedOf(rows)).toEqual([[3_100_000, Date.UTC(2026, 4, 2, 15, 51, 40)]]);
  // Rows that end before the last point change nothing.
  expect(expectedOf(rows.slice(0, 1))).toEqual([[3_000_000, null]]);
});

test("a stop between two mats before the finish is no pace: who stood for longer comes in sooner", () => {
  const course = [
    ["10K", 10],
    ["28K In", 28],
    ["28K Out", 28.02],
    ["Finish", 31],
  ].map(([name, value]) => km(String(name), Number(value)));
  // [bib, seconds per km, seconds between the mats]
  const ways = [
    [2, 500, 60],
    [3, 480, 240],
    [4, 520, 300],
  ].map(([bib = 0, each = 0, stop = 0]) =>
    Object.entries({ "10K": 10 * each, "28K In": 28 * each, "28K Out": 28 * each + stop }).map(
      ([segment, seconds]) => at(String(bib), segment, seconds).row,
    ),
  );
  const lines = ways.map((rows) => at("", "", 0, rows.at(-1)));
  const { coming } = arrivals(aBoard(lines), course, "distance", ({ row }) => ({
    rows: ways.find(([first]) => first?.bib === row.bib) ?? [],
    field: ways.filter(([first]) => first?.bib !== row.bib),
  }));
  expect(coming.map(({ line, expected }) => [line.row.bib, (expected ?? 0) / 1000])).toEqual([
    ["3", 28 * 480 + 240 + 1430],
    ["2", 28 * 500 + 60 + 1490],
    ["4", 28 * 520 + 300 + 1550],
  ]);
});
