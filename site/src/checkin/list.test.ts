import { expect, test } from "vitest";
import { aPage, aParticipant, byId } from "../test/checkin";
import { merge, nextSince } from "./list";

const ana = aParticipant();
const lee = aParticipant({ id: "p2", last: "Park" });
const NOBODY = new Set<string>();

test("the next request covers writes during the last one", () => {
  expect(nextSince(aPage({ now: 1_000 }))).toBe(990);
});

test("a whole list takes the place of the one before; who did not change is the same object", () => {
  const { people, changed } = merge(
    byId(ana, lee),
    [
      aPage({ participants: [{ ...ana }], next: "p1" }),
      aPage({ participants: [aParticipant({ id: "p3" })] }),
    ],
    NOBODY,
  );
  expect([...people.keys()]).toEqual(["p1", "p3"]);
  expect(people.get("p1")).toBe(ana);
  expect(changed).toBeNull();
});

test("changes are merged into it, and deleted participants are removed", () => {
  const known = byId(ana, lee);
  const { people, changed } = merge(
    known,
    [aPage({ whole: false, participants: [{ ...ana, bib: "13" }], gone: ["p2", "unknown"] })],
    NOBODY,
  );
  expect([...people.values()]).toEqual([{ ...ana, bib: "13" }]);
  expect(changed).toEqual(new Set(["p1", "p2"]));
});

test("nothing new is the same list", () => {
  const known = byId(ana);
  expect(merge(known, [aPage({ whole: false, participants: [{ ...ana }] })], NOBODY).people).toBe(
    known,
  );
});

test("a participant deleted and added again stays", () => {
  expect([
    ...merge(
      byId(ana),
      [aPage({ whole: false, participants: [ana], gone: ["p1"] })],
      NOBODY,
    ).people.keys(),
  ]).toEqual(["p1"]);
});

test.each([true, false])(
  "what was heard since the request (whole: %s) is newer than its answer",
  (whole) => {
    const newer = { ...ana, bib: "14" };
    const { people } = merge(
      byId(newer, lee),
      [aPage({ whole, participants: [ana, lee], gone: ["p1"] })],
      new Set(["p1"]),
    );
    expect(people.get("p1")).toBe(newer);
  },
);
