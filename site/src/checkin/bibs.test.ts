import { expect, test } from "vitest";
import { aParticipant } from "../test/checkin";
import { nextFree, readCode, readRange, swap } from "./bibs";

test.each([
  ["100", "199", { from: 100, to: 199 }],
  [" 7 ", "7", { from: 7, to: 7 }],
  ["9", "8", null],
  ["", "8", null],
  ["1", "x", null],
  ["1.5", "3", null],
  ["0", "900000000", null],
])("from %j to %j", (from, to, expected) => expect(readRange(from, to)).toEqual(expected));

test.each([
  [["100", "101"], "102"],
  [["0100", "A100"], "101"],
  [[], "100"],
  [["100", "101", "102"], null],
])("with %j worn the next one is %j", (worn, expected) => {
  expect(
    nextFree(
      { from: 100, to: 102 },
      { wearers: new Map(worn.map((bib) => [bib, [aParticipant({ bib })]])) },
    ),
  ).toBe(expected);
});

test("a swap is one edit of two people", () => {
  const [one, other] = [aParticipant({ bib: "1" }), aParticipant({ id: "p2", bib: "2" })];
  expect(swap(one, other, 0)).toMatchObject([
    { id: "p1", before: { bib: "1" }, after: { bib: "2" } },
    { id: "p2", before: { bib: "2" }, after: { bib: "1" } },
  ]);
});

test.each([
  ["12", "12"],
  [" A-7\n", "A-7"],
  ["https://chute.example/results/river-run/2026/12", "12"],
  ["https://signup.example/r/%41b/", "Ab"],
  ["javascript:alert(1)", "javascript:alert(1)"],
  ["mailto:x@example.org", "mailto:x@example.org"],
])("the code %j is %j", (code, expected) => expect(readCode(code)).toBe(expected));
