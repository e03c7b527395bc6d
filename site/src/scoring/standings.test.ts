import { describe, expect, test } from "vitest";
import { finished, unfinished } from "../test/rows";
import { championshipAwards, championshipRankings } from "./championship";
import { seriesStandings } from "./series";
import { chooseYear, raceHeadings, readSeriesFile } from "./series-definition";
import type { Line } from "./row";
import { teamResults } from "./teams";
import { youthAwards, youthResults } from "./youth";
import { genderTables, groupTables, placedAmong, scoreText, youthScores } from "./youth-series";
import { readStandings } from "./youth-standings";

const bibs = (list: { winners: { line: Line }[] }) => list.winners.map(({ line }) => line.row.bib);

describe("championship (C10, C11)", () => {
  const field = [
    finished({ bib: "1", division: " PNTF ", gender: "F", age: 44, seconds: 10 }),
    finished({ bib: "2", division: "pntf", gender: "Woman", age: 19, seconds: 10 }),
    finished({ bib: "3", division: "pntf", gender: "", age: 130, seconds: 9 }),
    finished({ bib: "4", division: "other", gender: "F", seconds: 1 }),
    unfinished("dnf", { bib: "5", division: "pntf", type: 30 }),
  ];

  test("rankings", () => {
    const drawn = championshipRankings(field).map(({ heading, rows }) => [
      heading,
      rows.map((row) => [row.line.row.bib, row.place, row.masters, row.overall, row.ageGroup]),
    ]);
    expect(drawn).toEqual([
      [
        "Women",
        [
          ["1", 1, 1, 2, "1st 40-44"],
          ["2", 2, null, 3, "1st Under 20"],
        ],
      ],
      ["Non-Binary", [["3", 1, null, 1, ""]]],
    ]);
    expect(championshipRankings([])).toEqual([]);
  });

  test("free Open slots go to the sixth fastest master and on; nobody is in two lists", () => {
    const masters = Array.from({ length: 8 }, (_, i) =>
      finished({ bib: String(i), division: "pntf", gender: "M", age: 50, seconds: i }),
    );
    const open = [finished({ bib: "x", division: "pntf", gender: "M", seconds: 99 })];
    const lists = championshipAwards([...masters, ...open]);
    expect(lists.map((list) => [list.heading, bibs(list)])).toEqual([
      ["Men's Open", ["x", "5", "6", "7"]],
      ["Men's Masters", ["0", "1", "2", "3", "4"]],
    ]);
  });
});

const child = (bib: string, seconds: number, age: number, gender = "F", first = bib) =>
  finished({ bib, seconds, age, gender, first, last: "L", division: "ytp" });

const csv = (...rows: string[]) => ["first,last,highest score,category", ...rows].join("\n");

describe("youth (C12)", () => {
  test("awards: without a band overall only", () => {
    const { overall, ageGroups } = youthAwards([
      child("1", 10, 19),
      child("2", 20, 8),
      child("3", 30, 9, "M"),
      child("4", 40, 7),
    ]);
    expect(overall.map((list) => [list.heading, bibs(list)])).toEqual([
      ["Women", ["1", "2", "4"]],
      ["Men", ["3"]],
    ]);
    expect(ageGroups.map((list) => [list.heading, bibs(list)])).toEqual([
      ["Women 8/under", ["2", "4"]],
      ["Men 9-10", ["3"]],
    ]);
  });

  test("results: DNF then DNS, each by bib, nobody on course", () => {
    const lines = [
      unfinished("dns", { bib: "2", division: "ytp", type: 31 }),
      unfinished("dnf", { bib: "10", division: "ytp", type: 30, gender: "F" }),
      unfinished("dnf", { bib: "9", division: "ytp", type: 30 }),
      unfinished("started", { bib: "1", division: "ytp" }),
      child("3", 5, 0),
    ];
    expect(
      youthResults(lines).map((row) => [
        row.line.row.bib,
        row.place,
        row.genderPlace,
        row.ageGroup,
      ]),
    ).toEqual([
      ["3", "1", 1, ""],
      ["9", "", null, ""],
      ["10", "", null, ""],
      ["2", "", null, ""],
    ]);
  });

  test("the fastest time is that of the standings; a newcomer has at most 100", () => {
    const scores = youthScores(
      [child("1", 100, 10, "F", "A"), child("2", 50, 10, "F", "New"), child("3", 80, 10, "M", "B")],
      readStandings(csv("A,L,90,YTP Female 9-10", "Gone,L,50,YTP Male 11-12")),
    );
    expect(
      scores.map((score) => [score.name, score.cougar, score.combined, score.places?.ageGroup]),
    ).toEqual([
      ["A L", 100, 190, 1],
      ["B L", 100, 0, undefined],
      ["New L", 100, 0, undefined],
      ["Gone L", 0, 0, undefined],
    ]);
  });

  test("a runner is in the standings under every spelling that is compared as equal", () => {
    const scores = youthScores(
      [
        child("1", 100, 10, "F", "Jose\u0301"),
        child("2", 100, 10, "F", "Anna Lena"),
        child("3", 100, 10, "F", "O\u2019Bo"),
      ],
      readStandings(
        csv("Jos\u00e9,L,1,", "Anna-Lena,L,2,", "O'Bo,L,3,", "O'BO,L,4,", "Jo,L,5,", "?,L,6,"),
      ),
    );
    expect(
      scores.map(({ name, highest, line }) => [name, highest, line?.row.bib]).toSorted(),
    ).toEqual(
      [
        ["? L", 6, undefined],
        ["Anna Lena L", 2, "2"],
        ["Jo L", 5, undefined],
        ["Jose\u0301 L", 1, "1"],
        ["O\u2019Bo L", 4, "3"],
      ].toSorted(),
    );
  });

  test("the fastest time that a Cougar score is measured by, and the field of each place", () => {
    const lines = [
      child("1", 100, 10, "F", "A"),
      child("2", 50, 10, "F", "New"),
      child("3", 80, 10, "M", "B"),
      child("4", 90, 12, "M", "C"),
    ];
    const scores = youthScores(
      lines,
      readStandings(
        csv("A,L,90,YTP Female 9-10", "C,L,50,YTP Male 11-12", "Gone,L,50,YTP Male 11-12"),
      ),
    );
    expect(
      Object.fromEntries(scores.map(({ name, seconds, fastest }) => [name, [seconds, fastest]])),
    ).toEqual({
      "A L": [100, { seconds: 100, ofWomen: true, ofStandings: true }],
      "New L": [50, { seconds: 100, ofWomen: true, ofStandings: true }],
      "B L": [80, { seconds: 90, ofWomen: false, ofStandings: true }],
      "C L": [90, { seconds: 90, ofWomen: false, ofStandings: true }],
      "Gone L": [0, null],
    });
    expect(scores.map((score) => Object.values(placedAmong(scores, score)))).toEqual([
      [2, 1, 1],
      [2, 1, 1],
      [2, 1, 0],
      [2, 1, 1],
      [2, 1, 1],
    ]);
    expect(youthScores(lines, []).map(({ fastest }) => fastest?.ofStandings)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  test("a result without a time has no score, and is not the fastest", () => {
    const scores = youthScores(
      [child("1", 0, 10, "F", "A"), child("2", 50, 10, "F", "B")],
      readStandings(csv("A,L,90,YTP Female 9-10")),
    );
    expect(scores.map((score) => [score.name, score.cougar])).toEqual([
      ["B L", 100],
      ["A L", 0],
    ]);
  });

  test("tables: people without a band in a last table", () => {
    const scores = youthScores([child("1", 10, 30), child("2", 20, 9)], []);
    expect(groupTables(scores, false).map((table) => table.heading)).toEqual([
      "Women 9-10",
      "Other",
    ]);
    expect(genderTables(scores, false).map((table) => table.rows.length)).toEqual([2]);
    expect([...groupTables(scores, true), ...genderTables(scores, true)]).toEqual([]);
    expect([scoreText(0), scoreText(99.999), scoreText(12.5)]).toEqual(["-", "100.00", "12.50"]);
  });

  test("standings file: odd quoting", () => {
    const text =
      '\uFEFFLAST , first,category\r\n"O""Neill"," Kim ","YTP other 15-16"\r\n\r\n"Bro\nken",X,\n"open,Ann,YTP Male 8/under';
    expect(
      readStandings(text).map(({ name, gender, age, band }) => [name, gender, age, band]),
    ).toEqual([
      ['Kim O"Neill', "X", 16, "15-16"],
      ["X Bro ken", "", 0, ""],
      ['Ann "open', "M", 8, "8/under"],
    ]);
    expect(readStandings("")).toEqual([]);
    expect(readStandings("first,last,tiger score\nA,B,0x10\nC,D,-1.5")[0]?.tiger).toBe(0);
  });
});

const member = (bib: string, division: string, gender: string, ranking: number) =>
  finished({ bib, division, gender, ranking, seconds: ranking });

const four = (division: string, ranking: number) =>
  [1, 2, 3, 4].map((n) => member(`${division}${n}`, division, "F", ranking * n));

describe("teams (C13)", () => {
  test("two women and the two best others; further women may be third and fourth", () => {
    const lines = [
      member("1", "A", "M", 1),
      member("2", "A", "F", 2),
      member("3", "a ", "F", 3),
      member("4", "A", "F", 4),
      member("5", "Solo", "F", 5),
    ];
    const [team, ...others] = teamResults(lines);
    expect(others).toEqual([]);
    expect(team).toMatchObject({ place: 1, name: "A", points: 10 });
    expect(team?.members.map(({ line, number }) => [line.row.bib, number])).toEqual([
      ["2", 2],
      ["3", 3],
      ["1", 1],
      ["4", 4],
    ]);
  });

  test("unplaced runners and the championship divisions make no team", () => {
    expect(
      teamResults([...four("pntf", 1), ...four(" YTP ", 2), ...four("", 3), ...four("B", -1)]),
    ).toEqual([]);
  });
});

const race = (name: string, value = 10, type = "mi") => ({ year: "2024", name, value, type });
const runner = (first: string, seconds: number, gender = "F", ageGroup = "30-39") =>
  finished({ bib: first, first, last: "L", gender, ageGroup, seconds });

function standings(best: number, races: ReturnType<typeof race>[], lines: Record<string, Line[]>) {
  return seriesStandings(
    { name: "S", best, distances: races, people: [] },
    (_, name) => lines[name],
  );
}

describe("series (C9)", () => {
  test("qualified people alone take places; two namesakes of one race are nobody else", () => {
    const rows = standings(2, [race("a"), race("b")], {
      a: [runner("Once", 1), runner("Ann", 30), runner("ann", 20), runner("Bea", 25)],
      b: [runner("ANN", 40), runner("Bea", 50)],
    });
    expect(
      rows.map((row) => [row.name, row.points, row.races.map((one) => one?.result.seconds)]),
    ).toEqual([["Bea L", 2, [25, 50]]]);
  });

  test("same name with another gender is another person, without gender no gender place", () => {
    const rows = standings(1, [race("a")], {
      a: [runner("Kim", 1), runner("Kim", 2, "M"), runner("Kim", 3, "")],
    });
    expect(rows.map((row) => [row.genderPlace, row.agePlace])).toEqual([
      [1, 1],
      [1, 1],
      [null, null],
    ]);
  });

  test("equal places: the earlier race counts", () => {
    const [first] = standings(1, [race("a"), race("b")], {
      a: [runner("A", 1)],
      b: [runner("A", 1)],
    });
    expect(first?.races.map((one) => one?.counts)).toEqual([true, false]);
  });

  test("pace: blank when a unit cannot be converted or a value is missing", () => {
    const lines = { a: [runner("A", 5000)], b: [runner("A", 5000)] };
    expect(standings(2, [race("a"), race("b", 5, "yd")], lines)[0]?.pace).toBe("");
    expect(standings(2, [race("a"), race("b", 0)], lines)[0]?.pace).toBe("");
    expect(standings(1, [race("a"), race("b", 0)], lines)[0]?.pace).toBe("8:20/mi");
    expect(standings(1, [race("a", 10, "yd")], lines)[0]?.pace).toBe("8:20/yd");
  });

  test("empty without races, without results, and for anonymous runners", () => {
    expect(standings(1, [], {})).toEqual([]);
    expect(standings(1, [race("a")], {})).toEqual([]);
    expect(
      standings(1, [race("a")], {
        a: [finished({ first: "A", last: "B", anonymous: true }), finished({})],
      }),
    ).toEqual([]);
  });

  test("answers about people are read with the definition; what is none is passed over", () => {
    const runners = [
      { year: "2024", distance: "10K", bib: "1" },
      { year: 2025, distance: "10K", bib: " 2 " },
    ];
    const people = [{ same: true, runners }, { same: "no", runners }, 5, { same: false }];
    const [year] = readSeriesFile([{ display_year: 2024, series: [{ name: "S", people }] }]) ?? [];
    expect(year?.series[0]?.people).toEqual([
      {
        same: true,
        runners: [
          { year: "2024", distance: "10K", bib: "1" },
          { year: "2025", distance: "10K", bib: "2" },
        ],
      },
      { same: false, runners: [] },
    ]);
  });

  test("definition file", () => {
    expect(readSeriesFile({})).toBeNull();
    const years = readSeriesFile([
      { display_year: 2023, series: null },
      { display_year: 2024, series: [{ name: "S", distances: [{ year: "2024" }] }] },
    ]);
    expect(years?.[1]?.series).toEqual([
      {
        name: "S",
        best: 1,
        people: [],
        distances: [{ year: "2024", name: "", value: 0, type: "" }],
      },
    ]);
    expect(chooseYear(years ?? [], null)?.displayYear).toBe(2024);
    expect(chooseYear(years ?? [], "2023")?.displayYear).toBe(2023);
    expect(chooseYear(years ?? [], "02023")).toBeNull();
    expect(chooseYear([], null)).toBeNull();
    expect(raceHeadings([race("a"), { ...race("a"), year: "2023" }, race("b")])).toEqual([
      "a (2024)",
      "a (2023)",
      "b",
    ]);
  });
});
