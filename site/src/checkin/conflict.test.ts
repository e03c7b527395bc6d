import { expect, test } from "vitest";
import { aParticipant, byId } from "../test/checkin";
import type { Clash } from "../session/checkin";
import { decided, keyOf, questionsOf } from "./conflict";
import { changeTo, type Edit, newcomer } from "./queue";
import { swap } from "./bibs";

const NOW = 1_700_000_000_000;
const ana = aParticipant();
const lee = aParticipant({ id: "p2", first: "Lee", last: "Park", bib: "7" });
const makeId = () => "fresh";

function inConflict(changes: Edit["changes"], ...clashes: Clash[]): Edit {
  return {
    key: 1,
    madeIn: "device-1",
    decided: 0,
    made: NOW,
    changes,
    onto: [],
    device: "device-1",
    number: 3,
    standing: { kind: "conflict", clashes },
  };
}

const change = changeTo(ana, { bib: "13", mobile: "555" }, NOW);
const theirs = aParticipant({ bib: "99" });
const edit = inConflict(change === null ? [] : [change], {
  id: "p1",
  fields: ["bib"],
  participant: theirs,
});

test("each field in conflict is asked about, with both values", () => {
  expect(questionsOf(edit, byId(theirs))).toMatchObject([
    { id: "p1", about: "bib", mine: "13", theirs: "99" },
  ]);
});

test("compared with current values, not with those when the server answered", () => {
  expect(questionsOf(edit, byId(aParticipant({ bib: "100" })))).toMatchObject([{ theirs: "100" }]);
  expect(questionsOf(edit, byId(aParticipant({ bib: "13" })))).toEqual([]);
});

test("'mine' is sent against the shown value, with the fields that were not in conflict", () => {
  const questions = questionsOf(edit, byId(theirs));
  expect(decided(edit, questions, { "bib p1": "mine" }, makeId, NOW)).toMatchObject([
    { before: { bib: "99", mobile: "" }, after: { bib: "13", mobile: "555" } },
  ]);
});

test("theirs leaves the field out; what was not in conflict goes on", () => {
  const questions = questionsOf(edit, byId(theirs));
  expect(decided(edit, questions, { "bib p1": "theirs" }, makeId, NOW)).toMatchObject([
    { before: { mobile: "" }, after: { mobile: "555" } },
  ]);
});

test("a swap with one side taken back is asked about by person", () => {
  const both = inConflict(swap(ana, lee, NOW), {
    id: "p2",
    fields: ["bib"],
    participant: { ...lee, bib: "70" },
  });
  const questions = questionsOf(both, byId(ana, { ...lee, bib: "70" }));
  expect(questions.map(keyOf)).toEqual(["bib p2"]);
  expect(decided(both, questions, { "bib p2": "theirs" }, makeId, NOW)).toMatchObject([
    { id: "p1", after: { bib: "7" } },
  ]);
});

test("an edit of a deleted participant: add again with a new id, or leave it", () => {
  const gone = inConflict(change === null ? [] : [change], {
    id: "p1",
    fields: [],
    participant: null,
  });
  const questions = questionsOf(gone, new Map());
  expect(questions).toMatchObject([{ about: "gone" }]);
  expect(decided(gone, questions, { "gone p1": "mine" }, makeId, NOW)).toMatchObject([
    { id: "fresh", before: null, after: { bib: "13", last: "Osei" } },
  ]);
  expect(decided(gone, questions, { "gone p1": "theirs" }, makeId, NOW)).toEqual([]);
});

test("an id that is taken", () => {
  const taken = inConflict([newcomer("p1", ana, NOW)], {
    id: "p1",
    fields: ["id"],
    participant: ana,
  });
  const questions = questionsOf(taken, byId(ana));
  expect(decided(taken, questions, { "id p1": "mine" }, makeId, NOW)).toMatchObject([
    { id: "fresh", before: null },
  ]);
});
