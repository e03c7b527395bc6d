import { describe, expect, test } from "vitest";
import { decodeBoard } from "./board";
import { decodeShard, hashOf } from "./shard";

const BOARD = {
  format: 2,
  distance: "10 KM",
  lines: 3,
  passages: [["Finish", 2_700_400]],
  genders: ["F", "M"],
  age_groups: ["", "30-39"],
  segments: ["Finish", "Start 3"],
  divisions: ["Red"],
  c: {
    bib: [7, "07", "A1"],
    st: [2, 2, 3],
    g: [0, 1, 0],
    ag: 1,
    seg: [0, 1, 0],
    div: 0,
    age: [34, 30, 0],
    an: [0, 0, 1],
    r: [1, 1, -3],
    gr: [1, 1, 4],
    ar: [2, 3, 1],
    s: [2700, 100, -50],
    ms: [400, 0, 5],
    cs: [10, 0, -1],
    cm: [100, 0, 0],
    occ: [1, 4, 1],
    fin: [1, 0, 1],
    t: [0, 0, 30],
    dr: -1,
  },
  counts: [
    [
      1,
      { seconds: 2600, milliseconds: 7, occurence: 3, ranking: 2, finish: true, segment: "Finish" },
    ],
  ],
};
const NAMES = { first: ["Ana", "Bo", ""], last: ["Ruiz", "Ek", ""] };

describe("boards", () => {
  const board = decodeBoard(BOARD, NAMES);
  const [first, second, third] = board.lines;

  test("columns, constants and differences", () => {
    expect(board.distance).toBe("10 KM");
    expect(board.passages.get("Finish")).toBe(2_700_400);
    expect(first?.row).toEqual({
      bib: "7",
      first: "Ana",
      last: "Ruiz",
      anonymous: false,
      gender: "F",
      age: 34,
      ageGroup: "30-39",
      distance: "10 KM",
      division: "Red",
      divisionRanking: -1,
      seconds: 2700,
      milliseconds: 400,
      chipSeconds: 2690,
      chipMilliseconds: 300,
      segment: "Finish",
      location: "",
      occurrence: 1,
      ranking: 1,
      ageRanking: 2,
      genderRanking: 1,
      finish: true,
      type: 0,
      localTime: "",
    });
    expect(second?.row).toMatchObject({
      bib: "07",
      seconds: 2800,
      ranking: 2,
      genderRanking: 1,
      ageRanking: 3,
    });
    expect(third?.row).toMatchObject({
      bib: "A1",
      seconds: 2750,
      chipSeconds: 2751,
      ranking: -1,
      genderRanking: 5,
      ageRanking: 3,
      anonymous: true,
    });
  });

  test("result rows: the table row, another row, none", () => {
    expect(first?.result).toBe(first?.row);
    expect(second?.row.segment).toBe("Start 3");
    expect(second?.result).toMatchObject({
      bib: "07",
      first: "Bo",
      seconds: 2600,
      occurrence: 3,
      finish: true,
      segment: "Finish",
    });
    expect(third).toMatchObject({ result: null, state: "dnf" });
    expect(decodeBoard({ ...BOARD, counts: [[0, null]] }).lines[0]?.result).toBeNull();
  });

  test("names of its own, and none at all", () => {
    expect(decodeBoard({ ...BOARD, names: NAMES }).lines[1]?.row.first).toBe("Bo");
    expect(decodeBoard(BOARD).lines[0]?.row.first).toBe("");
  });

  test("one line: every column is a constant", () => {
    const one = {
      ...BOARD,
      lines: 1,
      c: Object.fromEntries(
        Object.entries(BOARD.c).map(([key, value]) => [
          key,
          Array.isArray(value) ? value[0] : value,
        ]),
      ),
    };
    expect(decodeBoard({ ...one, counts: [] }, NAMES).lines).toEqual([first]);
    expect(decodeBoard({}).lines).toEqual([]);
  });

  test("ten times the lines cost ten times the reads, of a value at most two", () => {
    const reads = (length: number) => {
      let count = 0;
      const counted = {
        get: (values: unknown[], key: string | symbol) => (
          (count += Number(typeof key === "string" && /^\d+$/.test(key))),
          Reflect.get(values, key) as unknown
        ),
      };
      const repeat = (value: unknown) =>
        new Proxy(
          Array.from({ length }, (_, i) =>
            Array.isArray(value) ? value[i % value.length] : value,
          ),
          counted,
        );
      const c = Object.fromEntries(
        Object.entries(BOARD.c).map(([key, value]) => [key, repeat(value)]),
      );
      expect(decodeBoard({ ...BOARD, lines: length, c }).lines).toHaveLength(length);
      return count;
    };
    const few = reads(200);
    expect(few).toBeLessThanOrEqual(2 * 200 * Object.keys(BOARD.c).length);
    expect(reads(2_000)).toBe(10 * few);
  });
});

describe("shards", () => {
  test("every row with its person", () => {
    const person = {
      bib: "7",
      first: "Ana",
      last: "Ruiz",
      anonymous: false,
      gender: "F",
      age: 34,
      age_group: "30-39",
      distance: "10 KM",
      division: "",
    };
    const row = ["Mile 3", "M3", 1, 1500, 5, 1490, 4, 3, 2, 1, 0, 12, "2024-05-04T08:00:00Z", -1];
    const [runner] = decodeShard({
      format: 2,
      runners: [{ ...person, rows: [row, ["Finish", "F", 1, 2, 0, 1, 0, 1, 1, 1, 1, 0, ""]] }],
    });
    expect(runner).toMatchObject({ bib: "7", ageGroup: "30-39" });
    expect(runner?.rows[0]).toEqual({
      bib: "7",
      first: "Ana",
      last: "Ruiz",
      anonymous: false,
      gender: "F",
      age: 34,
      ageGroup: "30-39",
      distance: "10 KM",
      division: "",
      divisionRanking: -1,
      segment: "Mile 3",
      location: "M3",
      occurrence: 1,
      seconds: 1500,
      milliseconds: 5,
      chipSeconds: 1490,
      chipMilliseconds: 4,
      ranking: 3,
      ageRanking: 2,
      genderRanking: 1,
      finish: false,
      type: 12,
      localTime: "2024-05-04T08:00:00Z",
    });
    expect(runner?.rows[1]?.finish).toBe(true);
    expect(decodeShard({ runners: [{ ...person, bib: " 7\u2028", rows: [] }] })).toMatchObject([
      { bib: "7" },
    ]);
    expect(decodeShard({})).toEqual([]);
    const same = decodeShard({
      runners: [
        { ...person, rows: [row] },
        { ...person, bib: "8", rows: [] },
        { ...person, first: "Bo", rows: [row] },
      ],
    });
    expect(same.map(({ bib, first, rows }) => [bib, first, rows.length])).toEqual([
      ["7", "Ana", 2],
      ["8", "Ana", 0],
    ]);
  });

  test("FNV-1a, 32 bits", () => {
    expect([hashOf(""), hashOf("a"), hashOf(" foobar ")]).toEqual([
      0x811c9dc5, 0xe40c292c, 0xbf9cf968,
    ]);
  });
});
