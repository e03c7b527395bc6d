import { beforeEach, describe, expect, test, vi } from "vitest";
import { Failure } from "../api/failure";
import type { CheckinPage, EditAnswer, EditRequest, PageRequest } from "../session/checkin";
import { aPage, aParticipant, byId } from "../test/checkin";
import { Later } from "../test/session-host";
import { Checkin, type News } from "./checkin";
import { changeTo, emptyQueue } from "./queue";
import { openStore } from "./store";

const RACE = { slug: "river-run", year: "2026" };
const ana = aParticipant();
const lee = aParticipant({ id: "p2", last: "Park" });

let now: number;
let told: News[];
let sendEdit: (request: EditRequest) => Promise<EditAnswer>;
let readPage: (request: PageRequest) => Promise<CheckinPage>;

function open(): Checkin {
  const { event, year } = aPage();
  const head = { event, year, years: [], since: 990, heardAt: now };
  return new Checkin(
    RACE,
    { head, people: byId(ana, lee), queue: emptyQueue("device-1") },
    openStore(""),
    {
      sendEdit: (request) => sendEdit(request),
      readPage: (request) => readPage(request),
      readYears: () => Promise.resolve(["2026"]),
    },
    { tell: (news) => told.push(news), alone: (act) => act() },
    () => now,
  );
}

function bib(person: typeof ana, wanted: string) {
  const change = changeTo(person, { bib: wanted }, now);
  return change === null ? [] : [change];
}

function done(request: EditRequest): Promise<EditAnswer> {
  return Promise.resolve({
    done: true,
    participants: request.changes.map(({ id, after }) => ({
      ...(id === "p1" ? ana : lee),
      ...after,
      updatedAt: 200,
    })),
  });
}

beforeEach(() => {
  now = 1_700_000_000_000;
  told = [];
  sendEdit = done;
  readPage = () => Promise.resolve(aPage({ whole: false }));
});

describe("sending", () => {
  test("in order, one at a time; applied edits leave the queue, and other tabs hear of them", async () => {
    const sent: string[] = [];
    sendEdit = (request) => {
      sent.push(`${request.number} ${request.changes[0]?.id}`);
      return done(request);
    };
    const checkin = open();
    await checkin.edit(bib(ana, "13"));
    await checkin.edit(bib(lee, "8"));
    await checkin.send();
    expect(sent).toEqual(["1 p1", "1 p2"]);
    expect(checkin.state().queue.edits).toEqual([]);
    expect(checkin.state().people.get("p1")).toMatchObject({ bib: "13", updatedAt: 200 });
    expect(told.some((news) => news.kind === "people" && news.participants[0]?.bib === "13")).toBe(
      true,
    );
  });

  test("a lost answer: the same number comes again after a while, or at once when the network is back", async () => {
    const numbers: number[] = [];
    sendEdit = (request) => {
      numbers.push(request.number);
      return numbers.length < 3 ? Promise.reject(new Failure(0)) : done(request);
    };
    const checkin = open();
    await checkin.edit(bib(ana, "13"));
    await checkin.send();
    expect(checkin.state()).toMatchObject({ failure: { status: 0 }, failingSince: now });
    expect(checkin.nextTry()).toBe(now + 1_000);
    await checkin.send();
    expect(numbers).toEqual([1]);
    now += 1_000;
    await checkin.send();
    expect(checkin.nextTry()).toBe(now + 2_000);
    checkin.wake();
    await checkin.send();
    expect(numbers).toEqual([1, 1, 1]);
    expect(checkin.state()).toMatchObject({ failure: null, queue: { edits: [] } });
    expect(checkin.nextTry()).toBe(0);
  });

  test("an edit that the server fails at does not keep the others waiting", async () => {
    const sent: string[] = [];
    sendEdit = (request) => {
      sent.push(request.changes[0]?.id ?? "");
      return request.changes[0]?.id === "p1" ? Promise.reject(new Failure(500)) : done(request);
    };
    const checkin = open();
    await checkin.edit(bib(ana, "13"));
    await checkin.edit(bib(lee, "8"));
    await checkin.send();
    now += 1_000;
    await checkin.send();
    expect(sent).toEqual(["p1", "p2"]);
    expect(checkin.state().queue.edits).toHaveLength(1);
    expect(checkin.nextTry()).toBeGreaterThan(now);
  });

  test("the server's own wait is kept", async () => {
    sendEdit = () => Promise.reject(new Failure(429, "", 30));
    const checkin = open();
    await checkin.edit(bib(ana, "13"));
    await checkin.send();
    expect(checkin.nextTry()).toBe(now + 30_000);
  });

  test.each([400, 413, 422])("%i is kept with the server's sentence", async (status) => {
    sendEdit = () => Promise.reject(new Failure(status, "Invalid Bib"));
    const checkin = open();
    const key = await checkin.edit(bib(ana, "13"));
    await checkin.send();
    expect(checkin.state()).toMatchObject({
      failure: null,
      queue: { edits: [{ standing: { kind: "refused", message: "Invalid Bib" } }] },
    });
    expect(await checkin.outcome(key, 0)).toBe("refused");
    expect(checkin.state().people.get("p1")).toBe(ana);
    sendEdit = done;
    await checkin.mend(key, bib(ana, "14"));
    await checkin.send();
    expect(checkin.state().people.get("p1")).toMatchObject({ bib: "14" });
  });

  test.each([200, 401, 403, 404, 503])("after %i the edit waits", async (status) => {
    sendEdit = () => Promise.reject(new Failure(status));
    if (status >= 400) readPage = () => Promise.reject(new Failure(status));
    const checkin = open();
    await checkin.edit(bib(ana, "13"));
    await checkin.send();
    expect(checkin.state()).toMatchObject({
      failure: { status },
      queue: { edits: [{ standing: { kind: "waiting" }, number: 1 }] },
    });
  });

  test.each([401, 403, 404])("%i to one edit, and the list is open: refused", async (status) => {
    const asked: string[] = [];
    sendEdit = (request) => {
      const [{ id = "" } = {}] = request.changes;
      asked.push(id);
      return id === "p1" ? Promise.reject(new Failure(status, "Not Here")) : done(request);
    };
    const checkin = open();
    await checkin.edit(bib(ana, "13"));
    await checkin.edit(bib(lee, "8"));
    await checkin.send();
    expect(asked).toEqual(["p1", "p2"]);
    expect(checkin.state()).toMatchObject({
      failure: null,
      queue: { edits: [{ standing: { kind: "refused", message: "Not Here" } }] },
    });
  });

  test("404 to an edit, and the list cannot be asked for: it waits, and the list stays", async () => {
    sendEdit = () => Promise.reject(new Failure(404));
    readPage = () => Promise.reject(new Failure(0));
    const checkin = open();
    await checkin.edit(bib(ana, "13"));
    await checkin.send();
    expect(checkin.state()).toMatchObject({
      failure: { status: 0 },
      queue: { edits: [{ standing: { kind: "waiting" } }] },
    });
    expect(checkin.nextTry()).toBe(now + 1_000);
  });

  test("a conflict is listed with what stands now, and goes out again as it is decided", async () => {
    const theirs = { ...ana, bib: "99", updatedAt: 150 };
    sendEdit = () =>
      Promise.resolve({
        done: false,
        clashes: [{ id: "p1", fields: ["bib"], participant: theirs }],
      });
    const checkin = open();
    const key = await checkin.edit(bib(ana, "13"));
    await checkin.send();
    expect(await checkin.outcome(key, 0)).toBe("conflict");
    expect(checkin.state().people.get("p1")).toEqual(theirs);
    const [edit] = checkin.state().queue.edits;
    const sent: EditRequest[] = [];
    sendEdit = (request) => {
      sent.push(request);
      return done(request);
    };
    const question = { id: "p1", person: ana, about: "bib" as const, mine: "13", theirs: "99" };
    if (edit !== undefined) await checkin.decide(edit, [question], { "bib p1": "mine" });
    await checkin.send();
    expect(sent).toMatchObject([
      { number: 2, changes: [{ before: { bib: "99" }, after: { bib: "13" } }] },
    ]);
  });
});

describe("the way back", () => {
  test("an edit that has not gone out is simply not sent", async () => {
    const checkin = open();
    const changes = bib(ana, "13");
    expect(await checkin.takeBack(await checkin.edit(changes), changes)).toBe(true);
    expect(checkin.state().queue.edits).toEqual([]);
  });

  test("one that is done is followed by its opposite", async () => {
    const checkin = open();
    const changes = bib(ana, "13");
    const key = await checkin.edit(changes);
    await checkin.send();
    expect(await checkin.takeBack(key, changes)).toBe(true);
    expect(checkin.state().queue.edits).toMatchObject([
      { changes: [{ before: { bib: "13" }, after: { bib: "12" } }] },
    ]);
  });
});

describe("the list", () => {
  test("only what is new is asked for, and overlaps", async () => {
    const asked: PageRequest[] = [];
    readPage = (request) => {
      asked.push(request);
      return Promise.resolve(
        aPage({ whole: false, now: 1_010, participants: [{ ...lee, bib: "8" }] }),
      );
    };
    const checkin = open();
    await checkin.poll();
    await checkin.poll();
    expect(asked).toEqual([
      { ...RACE, updatedAfter: 990 },
      { ...RACE, updatedAfter: 1_000 },
    ]);
    expect(checkin.state().people.get("p2")).toMatchObject({ bib: "8" });
    expect(checkin.state().people.get("p1")).toBe(ana);
  });

  test("pages behind the first", async () => {
    readPage = ({ after }) =>
      Promise.resolve(
        aPage(
          after === undefined
            ? { participants: [ana], next: "p1" }
            : { participants: [lee], now: 5_000 },
        ),
      );
    const checkin = open();
    await checkin.poll();
    expect([...checkin.state().people.keys()]).toEqual(["p1", "p2"]);
    expect(checkin.state().head.since).toBe(990);
  });

  test("an answer that was on its way while an edit was done does not bring back what was before", async () => {
    const late = new Later<CheckinPage>();
    readPage = () => late.promise;
    const checkin = open();
    const polling = checkin.poll();
    await checkin.edit(bib(ana, "13"));
    await checkin.send();
    late.answer(aPage({ whole: false, participants: [ana] }));
    await polling;
    expect(checkin.state().people.get("p1")).toMatchObject({ bib: "13" });
  });

  test("a failure leaves it as it is, and says since when", async () => {
    readPage = () => Promise.reject(new Failure(0));
    const checkin = open();
    await checkin.poll();
    now += 5_000;
    await checkin.poll();
    expect(checkin.state()).toMatchObject({ failure: { status: 0 }, failingSince: now - 5_000 });
    expect(checkin.state().people.size).toBe(2);
  });
});

test("the server's answers to another tab are shown here, too", async () => {
  const checkin = open();
  await checkin.hear({ kind: "people", participants: [{ ...ana, bib: "13", updatedAt: 200 }] });
  expect(checkin.state().people.get("p1")).toMatchObject({ bib: "13" });
  await checkin.hear({ kind: "people", participants: [{ ...ana, updatedAt: 150 }] });
  expect(checkin.state().people.get("p1")).toMatchObject({ bib: "13" });
});

test("nothing happens any more after its end", async () => {
  const listener = vi.fn();
  const sent = vi.fn(done);
  sendEdit = sent;
  const checkin = open();
  await checkin.edit(bib(ana, "13"));
  checkin.subscribe(listener);
  checkin.end();
  await checkin.send();
  await checkin.poll();
  expect(listener).not.toHaveBeenCalled();
  expect(sent).not.toHaveBeenCalled();
});
