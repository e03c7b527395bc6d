import { expect, test } from "vitest";
import { aParticipant, byId } from "../test/checkin";
import { changeTo, emptyQueue, enqueue, newcomer, type Queue } from "./queue";
import { countsOf, EVERYBODY, hiddenOf, listed, othersWith, viewOf, whyAnonymous } from "./view";

const NOW = 1_700_000_000_000;
const ana = aParticipant();
const lee = aParticipant({
  id: "p2",
  first: "Léa",
  last: "Park",
  bib: "",
  distance: "5 KM",
  checkedIn: true,
});
const zoe = aParticipant({ id: "p3", first: "Zoë", last: "Abe", bib: " 12", anonymous: true });
const people = byId(ana, lee, zoe);
const queue = emptyQueue("device-1");
const NOBODY = new Set<string>();

function edited(id: "p1" | "p2", wanted: Parameters<typeof changeTo>[1]): Queue {
  const change = changeTo(id === "p1" ? ana : lee, wanted, NOW);
  return change === null ? queue : enqueue(queue, [change], NOW);
}

function names(list: readonly { first: string }[]): string[] {
  return list.map(({ first }) => first);
}

test("by last, first, bib", () => {
  expect(names(viewOf({ people, queue }).all)).toEqual(["Zoë", "Ana", "Léa"]);
});

test("an edit shows at once; who is not touched stays the same object", () => {
  const before = viewOf({ people, queue });
  const after = viewOf({ people, queue: edited("p1", { checkedIn: true }) }, before);
  expect(after.byId.get("p1")).toMatchObject({ checkedIn: true });
  expect(after.waiting).toEqual(new Set(["p1"]));
  expect(after.all[0]).toBe(before.all[0]);
  expect(names(after.all)).toEqual(names(before.all));
});

test("another name is another place", () => {
  const before = viewOf({ people, queue });
  expect(names(viewOf({ people, queue: edited("p1", { last: "Zz" }) }, before).all)).toEqual([
    "Zoë",
    "Léa",
    "Ana",
  ]);
});

test("a new participant is in the list, a deleted one is not", () => {
  const before = viewOf({ people, queue });
  const added = enqueue(queue, [newcomer("p9", { ...ana, first: "New", last: "Aaa" }, NOW)], NOW);
  expect(names(viewOf({ people: byId(ana, lee), queue: added }, before).all)).toEqual([
    "New",
    "Ana",
    "Léa",
  ]);
});

test("nothing new is the same list", () => {
  const before = viewOf({ people, queue });
  expect(viewOf({ people: new Map(people), queue }, before).all).toBe(before.all);
});

test.each([
  [{ search: "LEA" }, ["Léa"]],
  [{ search: "12" }, ["Zoë", "Ana"]],
  [{ show: "notCheckedIn" }, ["Zoë", "Ana"]],
  [{ show: "noBib" }, ["Léa"]],
  [{ show: "anonymous" }, ["Zoë", "Ana"]],
  [{ show: "sameBib" }, ["Zoë", "Ana"]],
  [{ distance: "5 KM" }, ["Léa"]],
  [{ distance: "10 KM", show: "anonymous", search: "abe" }, ["Zoë"]],
] as const)("%j lists %j", (filter, expected) => {
  expect(names(listed(viewOf({ people, queue }), { ...EVERYBODY, ...filter }, NOBODY))).toEqual(
    expected,
  );
});

test("a participant edited just now stays in a list that no longer matches", () => {
  expect(
    names(
      listed(viewOf({ people, queue }), { ...EVERYBODY, show: "notCheckedIn" }, new Set(["p2"])),
    ),
  ).toEqual(["Zoë", "Ana", "Léa"]);
});

test("counts of all and of each distance", () => {
  const { everybody, byDistance } = countsOf(viewOf({ people, queue }));
  expect(everybody).toEqual({ total: 3, checkedIn: 1 });
  expect([...byDistance]).toEqual([
    ["10 KM", { total: 2, checkedIn: 0 }],
    ["5 KM", { total: 1, checkedIn: 1 }],
  ]);
});

test.each([
  ["", true],
  ["1901/01/01", true],
  ["1/1/1901", true],
  ["2/30/1985", true],
  ["1985/3/9", false],
  ["9. 3. 1985", false],
  ["3/9/2999", true],
] as const)("the birth date %j: none is %j", (birthdate, none) => {
  const view = viewOf({ people: byId({ ...ana, birthdate }, lee), queue });
  expect([...view.undated]).toEqual(none ? ["p1"] : []);
  expect(names(listed(view, { ...EVERYBODY, show: "noBirthdate" }, NOBODY))).toEqual(
    none ? ["Ana"] : [],
  );
});

test("a birth date that is typed counts at once, and those of others stay as they were", () => {
  const undated = { ...lee, birthdate: "1901/01/01" };
  const before = viewOf({ people: byId({ ...ana, birthdate: "soon" }, undated), queue });
  expect([...before.undated]).toEqual(["p1", "p2"]);
  const typed = changeTo({ ...ana, birthdate: "soon" }, { birthdate: "3/9/1985" }, NOW);
  const edits = typed === null ? queue : enqueue(queue, [typed], NOW);
  const after = viewOf(
    { people: byId({ ...ana, birthdate: "soon" }, undated), queue: edits },
    before,
  );
  expect([...after.undated]).toEqual(["p2"]);
});

test.each([
  [{}, [], []],
  [{ anonymous: true, anonymousBy: "program" }, [], ["program"]],
  [{ anonymous: true, anonymousBy: "account" }, [], ["account"]],
  [{ anonymous: true, anonymousBy: "desk" }, [], ["desk"]],
  [{ anonymous: true }, [], ["unknown"]],
  [{}, ["7"], ["wish"]],
  [{ bib: " 7 " }, ["7"], ["wish"]],
  [{ anonymous: true, anonymousBy: "desk" }, ["7"], ["wish", "desk"]],
  [{}, ["8"], []],
  [{ bib: "" }, ["7"], []],
  [{ bib: "12" }, [], ["sameBib"]],
  [{ bib: "12" }, ["12"], ["wish"]],
] as const)("%j and the granted bibs %j: anonymous by %j", (given, hidden, why) => {
  const person = { ...ana, bib: "7", ...given };
  const view = viewOf({ people: byId(person, zoe), queue, hidden });
  expect(whyAnonymous(view, person)).toEqual(why);
  const shown = listed(view, { ...EVERYBODY, show: "anonymous" }, NOBODY);
  expect(shown.includes(person)).toBe(why.length > 0);
});

test("an edit at the desk says so before it is sent, and takes back no wish", () => {
  const hidden = ["12"];
  const set = viewOf({ people, queue: edited("p1", { anonymous: true }), hidden: [] });
  expect(set.all.map((person) => whyAnonymous(set, person))).toEqual([["unknown"], ["desk"], []]);
  const flagged = { ...ana, anonymous: true, anonymousBy: "account" } as const;
  const taken = changeTo(flagged, { anonymous: false }, NOW);
  const edits = taken === null ? queue : enqueue(queue, [taken], NOW);
  const after = viewOf({ people: byId(flagged), queue: edits, hidden });
  expect(after.all.map((person) => [person.anonymous, person.anonymousBy])).toEqual([[false, ""]]);
  expect(after.all.map((person) => whyAnonymous(after, person))).toEqual([["wish"]]);
});

test("the bib whose wish was granted, typed or as it was", () => {
  const view = viewOf({ people, queue, hidden: ["12"] });
  expect(hiddenOf(view, [" 12 ", ""])).toBe("12");
  expect(hiddenOf(view, ["", "12"])).toBe("12");
  expect(hiddenOf(view, ["13", ""])).toBe("");
});

test("other participants with the same bib", () => {
  expect(names(othersWith(viewOf({ people, queue }), "12 ", "p1"))).toEqual(["Zoë"]);
  expect(othersWith(viewOf({ people, queue }), "", "p1")).toEqual([]);
});
