import { beforeEach, expect, test, vi } from "vitest";
import { Failure } from "../../api/failure";
import { addPlanned, type PlannedRows, type ResultsPlan } from "../../session/results";
import { Publishing } from "./publishing";

vi.mock("../../session/results", () => ({ addPlanned: vi.fn() }));
const send = vi.mocked(addPlanned);

function planOf(people: number, rowsEach: number): ResultsPlan {
  const results = Array.from({ length: people * rowsEach }, (_, row) => ({
    person_id: `p${Math.floor(row / rowsEach)}`,
  }));
  const counts = { new: people, changed: 0, same: 0, invalid: 0, skipped: 0 };
  return {
    born: "b",
    counts,
    lines: [],
    results,
    seen: results.map((_, row) => `s${row}`),
    missing: [],
    moved: [],
    ties: [],
  };
}

const waited: number[] = [];
const wait = (ms: number) => {
  waited.push(ms);
  return Promise.resolve();
};
const goOn = () => false;
const nothing = () => undefined;

function calls(): PlannedRows[] {
  return send.mock.calls.map(([, , rows]) => rows);
}

beforeEach(() => {
  send.mockReset();
  waited.length = 0;
});

test("rows go in calls of two hundred, those of a person together, each with what was seen", async () => {
  const publishing = new Publishing("s", "2026", planOf(150, 3), wait);
  await publishing.run(nothing, goOn);
  expect(calls().map(({ results }) => results.length)).toEqual([201, 201, 48]);
  expect(calls().flatMap(({ seen }) => seen)).toEqual(planOf(150, 3).seen);
  expect(calls().every(({ born }) => born === "b")).toBe(true);
  expect([publishing.stored, publishing.total, publishing.overtaken]).toEqual([450, 450, false]);
});

test("a break is taken up where it was; what was acknowledged is not sent again", async () => {
  const publishing = new Publishing("s", "2026", planOf(500, 1), wait);
  send.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Failure(0));
  await expect(publishing.run(nothing, goOn)).rejects.toThrow(Failure);
  expect(publishing.stored).toBe(200);
  await publishing.run(nothing, goOn);
  expect(calls().map(({ seen }) => seen[0])).toEqual(["s0", "s200", "s200", "s400"]);
  expect(publishing.stored).toBe(500);
});

test("a busy server is waited for; rows that somebody else has changed end it", async () => {
  const publishing = new Publishing("s", "2026", planOf(500, 1), wait);
  send
    .mockRejectedValueOnce(new Failure(503, "", 2))
    .mockResolvedValueOnce(undefined)
    .mockRejectedValueOnce(new Failure(409));
  await publishing.run(nothing, goOn);
  expect(waited).toEqual([2000]);
  expect([publishing.stored, publishing.overtaken]).toEqual([200, true]);
  await publishing.run(nothing, goOn);
  expect(send).toHaveBeenCalledTimes(3);
});

test("it can be stopped between two calls", async () => {
  const publishing = new Publishing("s", "2026", planOf(500, 1), wait);
  await publishing.run(nothing, () => publishing.stored >= 200);
  expect(publishing.stored).toBe(200);
});
