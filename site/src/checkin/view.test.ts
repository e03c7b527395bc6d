import { expect, test } from "vitest";
import { aParticipant, byId } from "../test/checkin";
import { changeTo, emptyQueue, enqueue, newcomer, type Queue } from "./queue";
import { countsOf, EVERYBODY, listed, othersWith, viewOf } from "./view";

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

test("somebody new has a place, and who is gone has none", () => {
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
  [{ show: "anonymous" }, ["Zoë"]],
  [{ show: "sameBib" }, ["Zoë", "Ana"]],
  [{ distance: "5 KM" }, ["Léa"]],
  [{ distance: "10 KM", show: "anonymous", search: "abe" }, ["Zoë"]],
] as const)("%j lists %j", (filter, expected) => {
  expect(names(listed(viewOf({ people, queue }), { ...EVERYBODY, ...filter }, NOBODY))).toEqual(
    expected,
  );
});

test("whoever was just worked with stays in sight", () => {
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

test("who else wears a bib", () => {
  expect(names(othersWith(viewOf({ people, queue }), "12 ", "p1"))).toEqual(["Zoë"]);
  expect(othersWith(viewOf({ people, queue }), "", "p1")).toEqual([]);
});
