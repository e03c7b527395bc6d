import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  oneof,
  property,
  record,
} from "fast-check";
import { describe, expect, test } from "vitest";
import { aParticipant, byId } from "../test/checkin";
import type { Participant } from "../session/checkin";
import {
  type Change,
  changeTo,
  claim,
  continued,
  discard,
  type Edit,
  editName,
  emptyQueue,
  enqueue,
  inverse,
  isApplied,
  joined,
  newcomer,
  type Queue,
  replace,
  requestOf,
  settle,
  touched,
  withEdits,
} from "./queue";

const NOW = 1_700_000_000_000;
const NONE: ReadonlySet<string> & ReadonlySet<number> = new Set<never>();
const ana = aParticipant();
const lee = aParticipant({ id: "p2", first: "Lee", last: "Park", bib: "7" });

function change(person: Participant, wanted: Parameters<typeof changeTo>[1]): Change {
  const made = changeTo(person, wanted, NOW);
  if (made === null) throw new Error("nothing changes");
  return made;
}

function queueOf(...edits: readonly (readonly Change[])[]): Queue {
  return edits.reduce((queue, changes) => enqueue(queue, changes, NOW), emptyQueue("device-1"));
}

function claimed(queue: Queue, resting: ReadonlySet<number> = NONE): { queue: Queue; edit: Edit } {
  const found = claim(queue, resting);
  if (found === null) throw new Error("nothing may go out");
  return found;
}

const CONFLICT = {
  kind: "conflict",
  clashes: [{ id: "p1", fields: ["bib"], participant: aParticipant({ bib: "99" }) }],
} as const;

describe("the content of an edit", () => {
  test("only what differs, with what was there", () => {
    expect(changeTo(ana, { bib: "13", first: "Ana" }, NOW)).toMatchObject({
      id: "p1",
      before: { bib: "12" },
      after: { bib: "13" },
      person: { bib: "13", last: "Osei" },
    });
    expect(changeTo(ana, { bib: "12" }, NOW)).toBeNull();
  });

  test("a check-in says when it was done", () => {
    expect(changeTo(ana, { checkedIn: true }, NOW)).toMatchObject({
      after: { checkedIn: true },
      checkedInAt: 1_700_000_000,
    });
    expect(
      changeTo(aParticipant({ checkedIn: true }), { checkedIn: false }, NOW),
    ).not.toHaveProperty("checkedInAt");
  });

  test("the request has no names beyond the changed fields", () => {
    const { edit } = claimed(queueOf([change(ana, { bib: "13" })]));
    expect(requestOf({ slug: "river-run", year: "2026" }, edit)).toEqual({
      slug: "river-run",
      year: "2026",
      device: "device-1-1",
      number: 1,
      changes: [{ id: "p1", before: { bib: "12" }, after: { bib: "13" } }],
    });
  });

  test("its inverse swaps before and after; somebody new has none", () => {
    expect(inverse(change(ana, { bib: "13" }))).toMatchObject({
      before: { bib: "13" },
      after: { bib: "12" },
      person: { bib: "12" },
    });
    expect(inverse(newcomer("p9", ana, NOW))).toBeNull();
  });
});

describe("the name of an edit", () => {
  test("is given before the edit is sent, and is the same when another device sends it again", () => {
    const queue = queueOf([change(ana, { bib: "13" })], [change(lee, { bib: "8" })]);
    const first = claimed(queue);
    expect(first.edit).toMatchObject({ key: 1, device: "device-1-1", number: 1 });
    expect(claimed(first.queue).edit).toEqual(first.edit);
    expect(claimed(continued(queue, "device-2", 100)).edit).toEqual(first.edit);
    const other = claimed(first.queue, new Set([1]));
    expect(other.edit).toMatchObject({ key: 2, device: "device-1-2", number: 1 });
  });

  test("is one that the server takes, however long its parts are", () => {
    const name = editName("f".repeat(32), Number.MAX_SAFE_INTEGER);
    expect(name).toMatch(/^[A-Za-z0-9_-]{8,40}$/);
  });

  test("an edit that is decided gets a new one", () => {
    const { queue, edit } = claimed(queueOf([change(ana, { bib: "13" })]));
    const decided = replace(settle(queue, edit, CONFLICT), edit.key, [
      change(aParticipant({ bib: "99" }), { bib: "13" }),
    ]);
    expect(claimed(decided).edit).toMatchObject({
      key: 1,
      number: 2,
      changes: [{ before: { bib: "99" } }],
    });
  });

  test("an edit that is being sent cannot be replaced or given up", () => {
    const { queue } = claimed(queueOf([change(ana, { bib: "13" })]));
    expect(replace(queue, 1, [])).toBe(queue);
    expect(discard(queue, 1)).toBe(queue);
  });
});

describe("order", () => {
  test("only one edit of a participant is being sent at a time", () => {
    const first = claimed(queueOf([change(ana, { bib: "13" })], [change(ana, { mobile: "1" })]));
    expect(claim(first.queue, new Set([1]))).toBeNull();
    expect(claimed(settle(first.queue, first.edit, "done")).edit.key).toBe(2);
  });

  test("an edit on top of one in conflict waits for it, others of the same participant go on", () => {
    const bib = claimed(
      queueOf(
        [change(ana, { bib: "13" })],
        [change({ ...ana, bib: "13" }, { bib: "14" })],
        [change(ana, { checkedIn: true })],
      ),
    );
    const queue = settle(bib.queue, bib.edit, CONFLICT);
    const next = claimed(queue);
    expect(next.edit.key).toBe(3);
    expect(claim(settle(next.queue, next.edit, "done"), NONE)).toBeNull();
  });

  test("once a conflict is decided, edits that waited for it are sent after it", () => {
    const bib = claimed(
      queueOf([change(ana, { bib: "13" })], [change({ ...ana, bib: "13" }, { bib: "14" })]),
    );
    const decided = claimed(
      replace(settle(bib.queue, bib.edit, CONFLICT), 1, [
        change(aParticipant({ bib: "99" }), { bib: "13" }),
      ]),
    );
    expect(decided.edit).toMatchObject({ key: 1, number: 2 });
    expect(claim(decided.queue, new Set([1]))).toBeNull();
    expect(claimed(settle(decided.queue, decided.edit, "done")).edit.key).toBe(2);
  });

  test("an edit made after the conflict was seen does not wait for it", () => {
    const bib = claimed(queueOf([change(ana, { bib: "13" })]));
    const queue = enqueue(
      settle(bib.queue, bib.edit, CONFLICT),
      [change(aParticipant({ bib: "99" }), { bib: "15" })],
      NOW,
    );
    expect(claimed(queue).edit).toMatchObject({
      key: 2,
      changes: [{ before: { bib: "99" }, after: { bib: "15" } }],
    });
  });
});

describe("answers", () => {
  test("a late answer to an edit decided since changes nothing", () => {
    const { queue, edit } = claimed(queueOf([change(ana, { bib: "13" })]));
    const decided = replace(settle(queue, edit, CONFLICT), 1, edit.changes);
    expect(settle(decided, edit, "done")).toBe(decided);
    expect(settle(decided, edit, CONFLICT)).toBe(decided);
  });

  test("a refusal keeps the edit, with the server's sentence", () => {
    const { queue, edit } = claimed(queueOf([change(ana, { bib: "x".repeat(101) })]));
    expect(settle(queue, edit, { kind: "refused", message: "Invalid Bib" }).edits).toMatchObject([
      { standing: { message: "Invalid Bib" } },
    ]);
  });

  test("giving up somebody new gives up what was made of them", () => {
    const added = newcomer("p9", ana, NOW);
    const queue = queueOf(
      [added],
      [change(aParticipant({ id: "p9" }), { bib: "13" })],
      [change(lee, { bib: "8" })],
    );
    expect(discard(queue, 1).edits.map(({ key }) => key)).toEqual([3]);
  });
});

describe("the list with edits", () => {
  test("edits that wait are laid over what the server has, in order", () => {
    const queue = queueOf(
      [change(ana, { bib: "13" })],
      [change({ ...ana, bib: "13" }, { bib: "14", checkedIn: true })],
    );
    expect(withEdits(queue, "p1", ana)).toMatchObject({
      bib: "14",
      checkedIn: true,
      checkedInAt: 1_700_000_000,
      checkedInBy: "",
    });
    expect([...touched(queue)]).toEqual(["p1"]);
    expect(withEdits(queue, "p2", lee)).toBe(lee);
  });

  test("shows a new participant at once", () => {
    expect(withEdits(queueOf([newcomer("p9", ana, NOW)]), "p9", undefined)).toMatchObject({
      id: "p9",
      last: "Osei",
    });
  });

  test("an edit stored before there were divisions adds a participant without one", () => {
    const { division: _, ...before } = ana;
    const again = newcomer("p9", before as Participant, NOW);
    expect(withEdits(queueOf([again]), "p9", undefined)).toMatchObject({ division: "" });
  });

  test("neither an edit in conflict nor what was made on top of it", () => {
    const bib = claimed(
      queueOf([change(ana, { bib: "13" })], [change({ ...ana, bib: "13" }, { bib: "14" })]),
    );
    expect(withEdits(settle(bib.queue, bib.edit, CONFLICT), "p1", ana)).toBe(ana);
  });
});

function keysOf({ edits }: Queue): number[] {
  return edits.map(({ key }) => key);
}

describe("queues that go on from the same one", () => {
  test("edits made or decided later have a device name of their own", () => {
    const { queue, edit } = claimed(queueOf([change(ana, { bib: "13" })]));
    const next = settle(continued(queue, "device-2", 100), edit, CONFLICT);
    const decided = claimed(replace(next, 1, edit.changes));
    expect(decided.edit).toMatchObject({ device: "device-2-1", number: 2 });
    const later = enqueue(decided.queue, [change(lee, { bib: "14" })], NOW);
    expect(later.edits[1]).toMatchObject({ key: 102, device: "device-2-2u" });
  });

  test("edits that only one queue has stay, those that one has settled go", () => {
    const both = queueOf([change(ana, { bib: "13" })], [change(lee, { bib: "8" })]);
    const unheard = enqueue(both, [change(ana, { mobile: "1" })], NOW);
    const kept = discard(
      enqueue(continued(both, "device-2", 100), [change(lee, { first: "Leo" })], NOW),
      1,
    );
    const all = joined(kept, unheard);
    expect(keysOf(all)).toEqual([2, 3, 103]);
    expect(all).toMatchObject({ device: "device-2", lastKey: 103 });
    // And once more, which changes nothing.
    expect(keysOf(joined(all, unheard))).toEqual([2, 3, 103]);
  });

  test("of an edit that both know, the state that came later is right", () => {
    const made = queueOf([change(ana, { bib: "13" })]);
    const { queue, edit } = claimed(made);
    const known = settle(queue, edit, CONFLICT);
    const decided = replace(known, 1, edit.changes);
    const states = [made, queue, known, decided, claimed(decided).queue];
    for (const [at, state] of states.entries())
      for (const [other, before] of states.entries()) {
        const mine = continued(before, "device-2", 100);
        const latest = states[Math.max(at, other)]?.edits;
        expect(joined(state, mine).edits).toEqual(latest);
      }
  });
});

/**
 * A model of a server that does what api.md 4.13 says: the highest number applied for each
 * participant, field by field.
 */
class Server {
  people = byId(ana, lee);
  #done = new Map<string, number>();

  take({
    device,
    number,
    changes,
  }: ReturnType<typeof requestOf>): "done" | "done before" | "conflict" {
    const ids = changes.map(({ id }) => id);
    if (ids.every((id) => (this.#done.get(`${device} ${id}`) ?? 0) >= number)) return "done before";
    const clash = changes.some(({ id, before, after }) =>
      Object.entries(after).some(([field, wanted]) => {
        const now = this.people.get(id)?.[field as "bib"];
        return now !== wanted && now !== before?.[field as "bib"];
      }),
    );
    if (clash) return "conflict";
    for (const { id, after } of changes) {
      this.people.set(id, { ...this.people.get(id), ...after } as Participant);
      this.#done.set(`${device} ${id}`, number);
    }
    return "done";
  }
}

const step = oneof(
  record({
    what: constant("edit" as const),
    who: constantFrom("p1", "p2"),
    field: constantFrom("bib" as const, "mobile" as const, "first" as const),
    others: boolean(),
  }),
  record({ what: constant("send" as const), lose: constantFrom("request", "answer", "nothing") }),
  record({ what: constant("decide" as const), mine: boolean() }),
  record({ what: constant("rest" as const) }),
  record({ what: constant("deleted" as const) }),
);

test("with any loss, in any order: every edit is applied, listed, or was given up; and none overwrites a value that its author did not see", () => {
  assert(
    property(array(step, { maxLength: 60 }), (steps) => {
      const server = new Server();
      let queue = emptyQueue("device-1");
      let resting = new Set<number>();
      let serial = 0;
      const written = new Set<string>();
      const fates = new Map<number, "open" | "done" | "given up">();
      const send = (lose: string): boolean => {
        const found = claim(queue, resting);
        if (found === null) return false;
        ({ queue } = found);
        if (lose === "request") return true;
        const { key, number, device } = found.edit;
        const answer = server.take(requestOf({ slug: "s", year: "y" }, found.edit));
        // A number that was never applied must not be taken for one that was.
        expect(answer === "done before").toBe(written.has(`${device} ${number}`));
        if (answer === "done") written.add(`${device} ${number}`);
        if (lose === "answer") return true;
        const done = answer !== "conflict";
        if (done) fates.set(key, "done");
        const clashes = found.edit.changes.map(({ id, after }) => ({
          id,
          fields: Object.keys(after) as "bib"[],
          participant: server.people.get(id) ?? null,
        }));
        queue = settle(queue, found.edit, done ? "done" : { kind: "conflict", clashes });
        return true;
      };
      for (const one of steps) {
        serial += 1;
        if (one.what === "edit" && one.others) {
          server.people.set(one.who, {
            ...server.people.get(one.who),
            [one.field]: `theirs ${serial}`,
          } as Participant);
          continue;
        }
        if (one.what === "edit") {
          const seen = withEdits(queue, one.who, server.people.get(one.who));
          if (seen === undefined) continue;
          queue = enqueue(queue, [change(seen, { [one.field]: `mine ${serial}` })], NOW);
          fates.set(queue.lastKey, "open");
        }
        if (one.what === "deleted") queue = continued(queue, `device after ${serial}`, 1_000);
        if (one.what === "rest") resting = new Set(queue.edits.slice(0, 1).map(({ key }) => key));
        if (one.what === "send") send(one.lose);
        if (one.what === "decide") {
          const open = queue.edits.find(({ standing }) => standing.kind === "conflict");
          if (open === undefined) continue;
          if (!one.mine) fates.set(open.key, "given up");
          queue = one.mine
            ? replace(
                queue,
                open.key,
                open.changes.map((made) => ({
                  ...made,
                  before: Object.fromEntries(
                    Object.keys(made.after).map((field) => [
                      field,
                      server.people.get(made.id)?.[field as "bib"],
                    ]),
                  ),
                })),
              )
            : discard(queue, open.key);
        }
      }
      resting = new Set();
      while (send("nothing"));
      for (const [key, fate] of fates) {
        const listed = queue.edits.find((edit) => edit.key === key);
        expect(fate === "open").toBe(listed !== undefined);
        if (listed?.standing.kind === "waiting") expect(isApplied(queue, listed)).toBe(false);
      }
    }),
    { numRuns: 300 },
  );
});
