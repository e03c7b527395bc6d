// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { asFailure } from "../../api/failure";
import { type Participant, readParticipant } from "../../api/participant";
import { readEntries } from "../../csv/entries";
import { recognise } from "../../csv/fields";
import { planImport } from "../../csv/plan";
import { readTable } from "../../csv/table";
import { aRoster, type RosterHost, type Wire } from "../../test/roster-host";
import { oneOf, randomFrom } from "../../test/random";
import { aSessionHost, tokens } from "../../test/session-host";
import { Sending } from "./sending";

const LAST = 20_300_101;

let roster: RosterHost;
let waited: number[];

beforeEach(() => {
  localStorage.setItem("currentUser", JSON.stringify(tokens("one")));
  waited = [];
});

afterEach(() => vi.unstubAllGlobals());

function wire(values: Partial<Wire>): Wire {
  return {
    id: "p_1",
    bib: "12",
    first: "Ana",
    last: "Ruiz",
    birthdate: "3/9/1985",
    gender: "Woman",
    age_group: "",
    distance: "10 KM",
    anonymous: false,
    sms_enabled: false,
    mobile: "",
    apparel: "M",
    division: "",
    ...values,
  };
}

function present(): Participant[] {
  return [...roster.people.values()].map(readParticipant);
}

function begin(people: readonly Wire[]): void {
  roster = aRoster(aSessionHost(), people);
}

function sendingOf(file: string): Sending {
  const table = readTable(file);
  const entries = readEntries(table, recognise(table.headings).mapping, {
    dateOrder: "month-first",
    distance: "",
    distances: new Map(),
  });
  const planned = planImport(entries, present(), {
    emptyCells: "keep",
    withoutBirthdate: false,
    lastBirthday: LAST,
  });
  let id = 0;
  return new Sending("race", "2026", planned, {
    newId: () => `p_new${(id += 1)}`,
    lastBirthday: LAST,
    wait: (milliseconds) => Promise.resolve(void waited.push(milliseconds)),
  });
}

const run = (sending: Sending) =>
  sending.run(
    () => undefined,
    () => false,
  );

function newPeople(count: number): string {
  return [
    "first,last,birthdate,distance",
    ...Array.from({ length: count }, (_, index) => `First${index},Last${index},1/2/1970,10 KM`),
  ].join("\n");
}

test("fifty a call, and everybody is told in the end", async () => {
  begin([wire({})]);
  const sending = sendingOf(newPeople(120));
  const steps: number[] = [];
  await sending.run(
    () => steps.push(sending.progress.settled),
    () => false,
  );
  expect(roster.writes.map(({ path, ids }) => [path, ids.length])).toEqual([
    ["add-many", 50],
    ["add-many", 50],
    ["add-many", 20],
  ]);
  expect(steps).toEqual([50, 100, 120]);
  expect(sending.participants).toHaveLength(121);
});

test("an update keeps what others changed meanwhile, and what the file has not", async () => {
  begin([wire({})]);
  const sending = sendingOf("id,apparel\np_1,XL");
  roster.people.set("p_1", { ...wire({ bib: "77", mobile: "555" }), updated_at: 1_900 });
  await run(sending);
  expect(roster.people.get("p_1")).toMatchObject({
    bib: "77",
    mobile: "555",
    apparel: "XL",
    first: "Ana",
  });
});

test("a field that somebody else changed meanwhile is not overwritten, but told", async () => {
  begin([wire({})]);
  const sending = sendingOf("id,apparel,first\np_1,XL,Anna");
  roster.people.set("p_1", { ...wire({ apparel: "S" }), updated_at: 1_900 });
  await run(sending);
  expect(sending.progress).toEqual({
    settled: 1,
    total: 1,
    stored: 0,
    unsent: [{ line: 2, why: "changed-meanwhile", field: "apparel", message: "" }],
  });
  expect([roster.people.get("p_1")?.apparel, roster.people.get("p_1")?.first]).toEqual([
    "S",
    "Ana",
  ]);
});

test("a bib given away meanwhile is not given twice", async () => {
  begin([wire({})]);
  const sending = sendingOf(
    "bib,first,last,birthdate,distance\n40,Lee,Park,1/2/1970,10 KM\n41,Max,Hill,1/2/1971,10 KM",
  );
  roster.people.set("p_9", { ...wire({ id: "p_9", bib: "40", first: "Eve" }), updated_at: 1_900 });
  await run(sending);
  expect(sending.progress.unsent).toEqual([
    { line: 2, why: "bib-taken", field: "bib", message: "" },
  ]);
  expect([...roster.people.values()].filter(({ bib }) => bib === "40")).toHaveLength(1);
});

test("bibs are swapped", async () => {
  begin([wire({}), wire({ id: "p_2", bib: "13", first: "Lee" })]);
  const sending = sendingOf("id,bib\np_1,13\np_2,12");
  await run(sending);
  expect([
    roster.people.get("p_1")?.bib,
    roster.people.get("p_2")?.bib,
    sending.progress.unsent,
  ]).toEqual(["13", "12", []]);
});

test("a participant deleted meanwhile is reported, the others are written", async () => {
  begin([wire({}), wire({ id: "p_2", bib: "13", first: "Lee" })]);
  const sending = sendingOf("id,apparel\np_1,XL\np_2,XL");
  roster.before = () => void roster.people.delete("p_1");
  await run(sending);
  expect(sending.progress).toMatchObject({ stored: 1, unsent: [{ line: 2, why: "gone" }] });
});

test("a line that the server leaves out is told with its line", async () => {
  begin([]);
  const sending = sendingOf(
    "first,last,birthdate,distance\nLee,Park,1/2/1970,10 KM\nMax,Hill,1/2/1970,5 KM",
  );
  roster.trouble.push([400, { message: "Invalid Participants: none has a distance" }]);
  await run(sending);
  expect(sending.progress.unsent.map(({ line, why, message }) => [line, why, message])).toEqual(
    [2, 3].map((line) => [line, "refused", "Invalid Participants: none has a distance"]),
  );
});

test("a busy server is asked again after the time it says, then it breaks off", async () => {
  begin([]);
  const sending = sendingOf(newPeople(1));
  const busy = [503, { message: "Busy" }, { "Retry-After": "2" }] as const;
  roster.trouble.push(busy, busy);
  await run(sending);
  expect([waited, sending.progress.stored]).toEqual([[2_000, 2_000], 1]);
  const other = sendingOf("id,apparel\np_new1,XL");
  roster.trouble.push(busy, busy, busy, busy);
  expect(asFailure(await run(other).catch((thrown: unknown) => thrown)).status).toBe(503);
  expect(other.progress.settled).toBe(0);
  await run(other);
  expect(roster.people.get("p_new1")?.apparel).toBe("XL");
});

test("a stopped import continues where it was", async () => {
  begin([]);
  const sending = sendingOf(newPeople(120));
  await sending.run(
    () => undefined,
    () => sending.progress.settled >= 50,
  );
  expect(sending.progress.settled).toBe(50);
  await run(sending);
  expect([sending.progress.stored, roster.people.size]).toEqual([120, 120]);
});

test("however often the connection breaks, every line is stored once, and what was acknowledged is not sent again", async () => {
  const random = randomFrom(5);
  for (let turn = 0; turn < 60; turn += 1) {
    begin([wire({}), wire({ id: "p_2", bib: "13", first: "Lee", last: "Park" })]);
    const file = `${newPeople(130)}\nAna,Ruiz,3/9/1985,5 KM\nLee,Park,3/9/1985,Mile`;
    const sending = sendingOf(file);
    const acknowledged: string[] = [];
    for (
      let tries = 0;
      tries < 40 && sending.progress.settled < sending.progress.total;
      tries += 1
    ) {
      roster.trouble = [
        oneOf(random, [
          [],
          ["lost"],
          ["down"],
          ["lost", "down"],
          [[500, { message: "Internal Error" }]],
        ] as (typeof roster.trouble)[]),
      ].flat();
      const before = roster.writes.length;
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      await run(sending).catch(() => undefined);
      const seen = roster.writes.slice(before);
      expect(seen.flatMap(({ ids }) => ids).filter((id) => acknowledged.includes(id))).toEqual([]);
      if (seen.length > 0) acknowledged.push(...seen.slice(0, -1).flatMap(({ ids }) => ids));
    }
    expect(sending.progress).toMatchObject({ settled: 132, stored: 132, unsent: [] });
    expect(roster.people.size).toBe(132);
    expect([roster.people.get("p_1")?.distance, roster.people.get("p_2")?.distance]).toEqual([
      "5 KM",
      "Mile",
    ]);
  }
});
