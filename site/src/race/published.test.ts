/**
 * The decoders read what the publisher writes: `published.json` is made by Rust
 * (functions/domain/examples/site_fixture.rs), so neither side can change the format alone.
 */
import { beforeEach, expect, test } from "vitest";
import { getFile } from "../api/http";
import { aNetwork } from "../test/published";
import { firstLines, loadBoard, loadLines } from "./boards";
import { type Head, loadHead, loadPointer, type Pointer } from "./head";
import { loadParticipants } from "./people";
import published from "./published.json";
import { decodeShard, findShard, type Runner } from "./shard";
import { loadChanges } from "./version-changes";

let pointer: Pointer;
let head: Head;

beforeEach(async () => {
  aNetwork().files = new Map(Object.entries(published));
  pointer = await loadPointer("River-Run", "2026");
  head = await loadHead(pointer);
});

async function runner(bib: string): Promise<Runner | undefined> {
  const shard = await findShard(head.folder, head.shards, bib);
  return decodeShard(await getFile(shard ?? "")).find((one) => one.bib === bib);
}

test("the pointer, and what changed since the version before it", async () => {
  expect(pointer).toMatchObject({
    version: 1,
    edition: { version: 1, number: 1, corrected: null },
    updatedAt: "2026-05-03T03:09:37Z",
    live: true,
  });
  expect(await loadChanges(pointer, 1)).toEqual([{ boards: [], rows: [] }]);
});

test("the head", () => {
  expect(head).toMatchObject({
    event: { name: "River Run", slug: "river-run", type: "distance" },
    eventYear: {
      year: "2026",
      dateTime: "2026-05-02T08:00:00-07:00",
      live: true,
      daysAllowed: 2,
      rankingType: "gun",
    },
    years: [{ year: "2026", dateTime: "2026-05-02T08:00:00-07:00" }],
    distances: [{ name: "10 KM", certification: "XX26001AB" }],
    segments: [
      {
        name: "Mile 3",
        location: "M3",
        distanceName: "10 KM",
        distanceValue: 3.1,
        distanceUnit: "miles",
      },
    ],
    ageGroups: ["20-29", "30-39", "40-49", "50-59"],
  });
  expect(head.boards.map(({ distance, lines, finished }) => [distance, lines, finished])).toEqual([
    ["10 KM", 120, 120],
    ["5 KM", 3, 0],
  ]);
});

test("a board whose first lines stand in the head", async () => {
  const [entry] = head.boards;
  if (entry === undefined) throw new Error("no board");
  const first = firstLines(entry);
  expect([first.lines.length, first.total, first.complete]).toEqual([100, 120, false]);
  const board = await loadBoard(head, entry, await loadLines(pointer), new Map());
  expect(board).toMatchObject({ distance: "10 KM", total: 120, complete: true });
  expect(board.lines.slice(0, 100)).toEqual(first.lines);
  expect([...board.passages.keys()]).toEqual(["Finish", "Mile 3"]);
  expect(board.lines.map(({ row }) => row.ranking)).toEqual(
    Array.from({ length: 120 }, (_, index) => index + 1),
  );
  expect(board.lines[2]?.row).toMatchObject({ bib: "3", first: "", last: "", anonymous: true });
  expect(board.lines[119]).toMatchObject({ state: "finished" });
  expect(board.lines[119]?.row).toEqual({
    bib: "120",
    first: "Ana120",
    last: "Ruiz",
    anonymous: false,
    gender: "M",
    age: 20,
    ageGroup: "20-29",
    distance: "10 KM",
    division: "",
    divisionRanking: -1,
    seconds: 3240,
    milliseconds: 440,
    chipSeconds: 3236,
    chipMilliseconds: 920,
    segment: "Finish",
    location: "",
    occurrence: 1,
    ranking: 120,
    ageRanking: 120,
    genderRanking: 120,
    finish: true,
    type: 0,
    localTime: "",
  });
});

test("a board that is in the head entirely, with every state but the finish", () => {
  const [, entry] = head.boards;
  if (entry === undefined) throw new Error("no second board");
  const { lines, complete } = firstLines(entry);
  expect(complete).toBe(true);
  expect(lines.map(({ row, state }) => [row.bib, row.last, row.division, state])).toEqual([
    ["A2", "Absent", "Red", "dns"],
    ["A1", "Stopped", "Red", "dnf"],
    ["07", "Course", "Red", "started"],
  ]);
});

test("how many have finished, by gender and age group", () => {
  const [first, second] = head.boards;
  expect(first?.groups.slice(0, 2)).toEqual([
    ["F", "20-29", 15],
    ["F", "30-39", 15],
  ]);
  expect(first?.groups.reduce((all, [, , count]) => all + count, 0)).toBe(first?.finished);
  expect(second?.groups).toEqual([]);
});

test("every row of a runner, found by the bib", async () => {
  const found = await runner("120");
  expect(found).toMatchObject({ first: "Ana120", ageGroup: "20-29", distance: "10 KM" });
  expect(found?.rows).toMatchObject([
    {
      segment: "Mile 3",
      location: "M3",
      seconds: 1620,
      chipSeconds: 1616,
      finish: false,
      localTime: "2026-05-02T08:20:00-07:00",
    },
    {
      segment: "Finish",
      location: "F",
      seconds: 3240,
      milliseconds: 440,
      chipSeconds: 3236,
      chipMilliseconds: 920,
      occurrence: 1,
      ranking: 120,
      ageRanking: 120,
      genderRanking: 120,
      divisionRanking: -1,
      finish: true,
      type: 0,
    },
  ]);
  expect(await runner("3")).toMatchObject({ first: "", last: "", anonymous: true });
  expect(await runner("A1")).toMatchObject({ last: "Stopped", rows: [{ type: 3 }] });
  expect(await runner("unknown")).toBeUndefined();
});

test("people who are listed and have no row", async () => {
  expect(head.people?.named).toBe(1);
  expect(await loadParticipants(head)).toEqual([
    { bib: "900", first: "Cy", last: "Vale", gender: "X", ageGroup: "30-39" },
  ]);
});
