/**
 * Two browsers that check in the same people at a real server, at random: the real queue, the real
 * store, the real calls. Requests and answers are lost, copies of requests arrive late, tabs are
 * killed and opened again, browsers delete what they keep between any two steps, or have no room for
 * it; an observer of every call that reaches the server sees whether an edit is lost, done twice, or
 * overwrites what its author did not see.
 */
import { Failure } from "../src/api/failure";
import { Checkin, type Calls, type Neighbours, type News, readPages } from "../src/checkin/checkin";
import { type Choices, keyOf, questionsOf } from "../src/checkin/conflict";
import type { KeptList } from "../src/checkin/kept";
import { nextSince } from "../src/checkin/list";
import { type Change, changeTo, newcomer } from "../src/checkin/queue";
import type { RaceKey } from "../src/checkin/race-key";
import { openStore } from "../src/checkin/store";
import { swap } from "../src/checkin/bibs";
import { viewOf } from "../src/checkin/view";
import { CALLS } from "../src/checkin/open";
import { deviceDataOf } from "../src/session/device-data";
import { evict, watchSteps, watchStorage } from "../src/test/eviction";
import type {
  EditAnswer,
  EditRequest,
  DeskEntry,
  Field,
  Participant,
} from "../src/session/checkin";

/** Random numbers, the same for the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  chance(part: number): boolean {
    return this.next() < part;
  }

  of<T>(choices: readonly T[]): T {
    const chosen = choices[Math.floor(this.next() * choices.length)];
    if (chosen === undefined) throw new Error("Nothing to choose from.");
    return chosen;
  }
}

/** Totals over all sequences. */
export interface Counts {
  edits: number;
  delivered: number;
  lostRequests: number;
  lostAnswers: number;
  lateCopies: number;
  conflicts: number;
  decided: number;
  takenBack: number;
  killed: number;
  /** How often a browser deleted what it kept, and had no room for something. */
  deleted: number;
  full: number;
  /** Edits whose loss was said: nothing was left of them. */
  saidLost: number;
}

/** Counts that begin at zero. */
export function noCounts(): Counts {
  return {
    edits: 0,
    delivered: 0,
    lostRequests: 0,
    lostAnswers: 0,
    lateCopies: 0,
    conflicts: 0,
    decided: 0,
    takenBack: 0,
    killed: 0,
    deleted: 0,
    full: 0,
    saidLost: 0,
  };
}

/** The server as seen by an observer of every call to it: what is stored, and what was wrong. */
class Watcher {
  readonly wrongs: string[] = [];
  readonly people = new Map<string, Participant>();
  /** By device and number, what was done. */
  readonly done = new Set<string>();
  readonly #changedBy = new Set<string>();
  /** Edits that changed something, as their author knows them. */
  readonly #changedFor = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();

  /**
   * One call after the other, or it would be unknown which came first. A `late` copy is one whose
   * answer nobody waits for any more. `edit` names the edit, whatever number it goes out with.
   */
  deliver(request: EditRequest, edit: string, late = false): Promise<EditAnswer> {
    const answer = this.#turn.then(() => this.#send(request, edit, late));
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  async #send(request: EditRequest, edit: string, late: boolean): Promise<EditAnswer> {
    const name = `${request.device} ${request.number}`;
    const answer = await CALLS.sendEdit(request);
    const now = answer.done
      ? answer.participants
      : answer.clashes.flatMap(({ participant }) => participant ?? []);
    const changed = now.filter((person) => this.#differs(person));
    if (changed.length > 0) {
      if (!answer.done) this.wrongs.push(`${name}: in conflict, and yet something was written`);
      if (this.#changedBy.has(name)) this.wrongs.push(`${name}: done twice`);
      if (this.#changedFor.has(edit)) this.wrongs.push(`${name}: done twice, as ${edit}`);
      this.#changedBy.add(name);
      this.#changedFor.add(edit);
      this.#checkBefore(name, request, changed);
    }
    if (answer.done && !this.done.has(name)) {
      const undone = request.changes.flatMap(({ id, after }) => {
        const person = now.find((one) => one.id === id);
        return fieldsOf(after)
          .filter((field) => person?.[field] !== after[field])
          .map(
            (field) =>
              `${field} of ${id} is ${String(person?.[field])}, not ${String(after[field])}`,
          );
      });
      if (undone.length === 0 || !late) this.done.add(name);
      if (!late) this.wrongs.push(...undone.map((what) => `${name}: said to be done, but ${what}`));
    }
    for (const person of now) this.people.set(person.id, person);
    return answer;
  }

  #differs(person: Participant): boolean {
    const known = this.people.get(person.id);
    return known === undefined || fieldsOf(person).some((field) => known[field] !== person[field]);
  }

  /** Overwritten values must be those that the author of the edit saw. */
  #checkBefore(name: string, request: EditRequest, changed: readonly Participant[]): void {
    for (const person of changed) {
      const { before } = request.changes.find(({ id }) => id === person.id) ?? {};
      const known = this.people.get(person.id);
      if (before === null && known !== undefined)
        this.wrongs.push(`${name}: ${person.id} was made twice`);
      if (before === null || known === undefined) continue;
      for (const field of fieldsOf(person)) {
        if (known[field] !== person[field] && before?.[field] !== known[field])
          this.wrongs.push(
            `${name}: ${field} of ${person.id} was ${String(known[field])}, its maker saw ${String(before?.[field])}`,
          );
      }
    }
  }
}

const ENTRY_FIELDS = [
  "bib",
  "first",
  "last",
  "birthdate",
  "gender",
  "ageGroup",
  "distance",
  "anonymous",
  "smsEnabled",
  "mobile",
  "apparel",
  "division",
  "checkedIn",
] as const;

function fieldsOf(values: Partial<DeskEntry>): Field[] {
  return ENTRY_FIELDS.filter((field) => field in values);
}

const ALONE: Neighbours = { tell: () => undefined, alone: (task) => task() };

/** A browser: neither its tabs last, nor what it keeps. */
class Device {
  readonly account: string;
  readonly tabs: Checkin[] = [];
  /** Milliseconds that the device's clock is ahead. */
  #clock = 0;
  offline = false;
  faults = true;
  /**
   * Keys of edits that the person gave up, by undoing them or by deciding for the others' values.
   */
  readonly givenUp = new Set<number>();
  /** By key, the numbers it went out with. */
  readonly numbers = new Map<number, string[]>();
  readonly made = new Map<number, readonly Change[]>();
  readonly late: { request: EditRequest; edit: string }[] = [];
  /** By key, how often a person decided about it: then it is another edit. */
  readonly #decided = new Map<number, number>();
  isFull = false;

  readonly place: RaceKey;
  readonly watcher: Watcher;
  readonly random: Random;
  readonly counts: Counts;

  constructor(account: string, place: RaceKey, watcher: Watcher, random: Random, counts: Counts) {
    this.account = account;
    this.place = place;
    this.watcher = watcher;
    this.random = random;
    this.counts = counts;
  }

  get tab(): Checkin {
    const last = this.tabs.at(-1);
    if (last === undefined) throw new Error("No tab is open.");
    return last;
  }

  /** Opens a tab, with the device's list if there is one, else with the server's. */
  async open(): Promise<void> {
    let opened: Checkin | null = null;
    const store = openStore(this.account, {
      onDeleted: () => void opened?.keepAnew().catch(() => undefined),
    });
    const queue = await store.readQueue(this.place);
    const kept = await store.readList(this.place);
    const calls: Calls = {
      readPage: (request) => this.#faulty(() => CALLS.readPage(request)),
      sendEdit: (request) => this.#sendEdit(request, opened),
      readYears: () => Promise.resolve([]),
    };
    const start = (list: KeptList) => {
      const tab = new Checkin(
        this.place,
        { ...list, queue },
        store,
        calls,
        { ...ALONE, tell: (news) => this.#tell(news, tab) },
        () => Date.now() + this.#clock,
      );
      opened = tab;
      this.tabs.push(tab);
      return tab;
    };
    if (kept !== null) return void start(kept);
    const pages = await readPages(CALLS, this.place);
    const [first] = pages;
    if (first === undefined) throw new Error("No list.");
    const head = {
      event: first.event,
      year: first.year,
      years: [],
      since: nextSince(first),
      heardAt: 0,
    };
    start({ head, people: new Map() }).take(pages);
  }

  /**
   * Tabs hear each other's messages sooner or later, and none waits for another: as over http,
   * where there are no locks.
   */
  #tell(news: News, from: Checkin): void {
    for (const tab of this.tabs)
      if (tab !== from && news.kind === "queue" && this.random.chance(0.7))
        void tab.hear(news).catch(() => undefined);
  }

  async #faulty<T>(call: () => Promise<T>): Promise<T> {
    if (this.offline) throw new Failure(0);
    // There is no answer, or a gateway on the way reports a failure.
    const fault = () => new Failure(this.random.of([0, 500, 503]));
    if (this.faults && this.random.chance(0.15)) {
      this.counts.lostRequests += 1;
      throw fault();
    }
    const answer = await call();
    this.counts.delivered += 1;
    if (this.faults && this.random.chance(0.15)) {
      this.counts.lostAnswers += 1;
      throw fault();
    }
    return answer;
  }

  async #sendEdit(request: EditRequest, tab: Checkin | null): Promise<EditAnswer> {
    const { key = 0 } =
      tab
        ?.state()
        .queue.edits.find(
          ({ number, device }) => number === request.number && device === request.device,
        ) ?? {};
    const name = `${request.device} ${request.number}`;
    this.numbers.set(key, [...(this.numbers.get(key) ?? []), name]);
    const edit = `${this.account}: edit ${key}, ${this.#decided.get(key) ?? 0} times decided`;
    if (this.faults && this.random.chance(0.1)) this.late.push({ request, edit });
    const answer = await this.#faulty(() => this.watcher.deliver(request, edit));
    if (!answer.done) this.counts.conflicts += 1;
    return answer;
  }

  /** The tab is killed, perhaps in the middle of a call, and opened again. */
  async kill(): Promise<void> {
    this.counts.killed += 1;
    const { tab } = this;
    if (this.random.chance(0.5)) void tab.send().catch(() => undefined);
    tab.end();
    this.tabs.pop();
    if (this.tabs.length === 0) await this.open();
  }

  async edit(serial: number): Promise<void> {
    const view = viewOf(this.tab.state());
    const { random } = this;
    const changes = changesFor(random, view.all, serial);
    if (changes.length === 0) return;
    this.counts.edits += 1;
    this.made.set(await this.tab.edit(changes), changes);
  }

  async takeBack(): Promise<void> {
    const [key, changes] = [...this.made].at(-1) ?? [];
    if (key === undefined || changes === undefined || this.givenUp.has(key)) return;
    const before = new Set(this.tab.state().queue.edits.map((edit) => edit.key));
    if (!(await this.tab.takeBack(key, changes))) return;
    this.counts.takenBack += 1;
    this.givenUp.add(key);
    this.counts.edits += this.tab
      .state()
      .queue.edits.filter((edit) => !before.has(edit.key)).length;
  }

  async decideOne(): Promise<boolean> {
    const { tab, random } = this;
    const edit = tab.state().queue.edits.find(({ standing }) => standing.kind === "conflict");
    if (edit === undefined) return false;
    const questions = questionsOf(edit, tab.state().people);
    const choices: Choices = Object.fromEntries(
      questions.map((question) => [keyOf(question), random.of(["mine", "theirs"] as const)]),
    );
    await tab.decide(edit, questions, choices);
    this.counts.decided += 1;
    const left = tab.state().queue.edits.find(({ key }) => key === edit.key);
    this.#decided.set(edit.key, (this.#decided.get(edit.key) ?? 0) + 1);
    // The rest goes out as a new edit.
    this.numbers.delete(edit.key);
    if (left === undefined) this.givenUp.add(edit.key);
    else this.made.set(edit.key, left.changes);
    return true;
  }

  async deliverLate(): Promise<void> {
    const copy = this.late.shift();
    if (copy === undefined) return;
    this.counts.lateCopies += 1;
    await this.watcher.deliver(copy.request, copy.edit, true);
  }

  /** All tabs hear of each other. */
  async talk(): Promise<void> {
    for (const tab of [...this.tabs, ...this.tabs])
      for (const other of this.tabs)
        if (other !== tab) await other.hear({ kind: "queue", queue: tab.state().queue });
    await this.tab.keepAnew();
  }

  /** After a while, which may be too short for another try of what failed. */
  async send(): Promise<void> {
    this.#clock += this.faults ? this.random.of([0, 1_500, 4_000, 20_000]) : 60_000;
    await Promise.all(this.tabs.map((tab) => tab.send()));
  }
}

function changesFor(random: Random, people: readonly Participant[], serial: number): Change[] {
  const now = Date.now();
  if (people.length === 0 || random.chance(0.08)) {
    const id = `new-${serial}-${Math.floor(random.next() * 1e9)}`;
    return [
      newcomer(
        id,
        {
          bib: `n${serial}`,
          first: "New",
          last: `Comer ${serial}`,
          birthdate: "1985/3/9",
          gender: "Woman",
          ageGroup: "",
          distance: "10 KM",
          anonymous: false,
          smsEnabled: false,
          mobile: "",
          apparel: "",
          division: "",
          checkedIn: random.chance(0.5),
        },
        now,
      ),
    ];
  }
  const person = random.of(people);
  if (people.length > 1 && random.chance(0.12))
    return swap(person, random.of(people.filter((one) => one !== person)), now);
  const wanted: Partial<DeskEntry> = {};
  if (random.chance(0.6)) wanted.bib = `b${serial}`;
  if (random.chance(0.3)) wanted.mobile = `m${serial}`;
  if (random.chance(0.4)) wanted.checkedIn = !person.checkedIn;
  return [changeTo(person, wanted, now)].filter((change) => change !== null);
}

/** One sequence in a year of its own, with these people. Returns what was wrong. */
export async function runSequence(
  seed: number,
  place: RaceKey,
  ids: readonly string[],
  counts: Counts,
): Promise<string[]> {
  const random = new Random(seed);
  const watcher = new Watcher();
  const devices = ["a", "b"].map(
    (name) => new Device(`model ${seed} ${name}`, place, watcher, random, counts),
  );
  await Promise.all(devices.map((device) => device.open()));
  for (const device of devices) living.add(device);
  for (const id of ids)
    watcher.people.set(id, devices[0]?.tab.state().people.get(id) as Participant);
  let serial = 0;
  for (let step = 0; step < 30; step += 1) {
    serial += 1;
    await act(random, random.of(devices), seed * 1000 + serial);
  }
  await bringHome(random, devices);
  const wrongs = [...watcher.wrongs, ...unaccounted(devices, watcher)];
  return wrongs.map((wrong) => `seed ${seed}: ${wrong}`);
}

async function act(random: Random, device: Device, serial: number): Promise<void> {
  const what = random.next();
  if (what < 0.5) await device.edit(serial);
  else if (what < 0.69) await device.send();
  else if (what < 0.73) await device.tab.poll();
  else if (what < 0.8) device.offline = !device.offline;
  else if (what < 0.86) await device.kill();
  else if (what < 0.9 && device.tabs.length < 2) await device.open();
  else if (what < 0.93) await device.decideOne();
  else if (what < 0.96) await device.takeBack();
  else if (what < 0.98) await device.deliverLate();
  else device.isFull = !device.isFull;
}

/** Devices whose browsers are not to be trusted. */
const living = new Set<Device>();

/**
 * Lets browsers delete what they keep, before about one of 250 steps of any of them, and fail to
 * write where there is no room.
 */
export function mistrustStorage(seed: number, counts: Counts): void {
  const random = new Random(seed);
  watchStorage();
  watchSteps((step, name) => {
    const device = [...living].find(({ account }) => deviceDataOf(account) === name);
    if (device === undefined) return;
    if (step === "put" && device.isFull) {
      counts.full += 1;
      throw new DOMException("full", "QuotaExceededError");
    }
    if (!random.chance(1 / 250)) return;
    counts.deleted += 1;
    const quietly = random.chance(0.3);
    queueMicrotask(() => evict([name], quietly));
  });
}

/** Both reconnect, in either order, until nothing changes any more. Some conflicts stay open. */
async function bringHome(random: Random, devices: readonly Device[]): Promise<void> {
  const order = random.chance(0.5) ? devices : devices.toReversed();
  for (const device of order) {
    living.delete(device);
    device.isFull = false;
    device.offline = false;
    device.faults = false;
    await device.talk();
    // Edits that only a killed tab knew are missed by the next page that is opened.
    await device.open();
    await device.send();
    await device.deliverLate();
    if (random.chance(0.5)) while (await device.decideOne()) await device.send();
    await device.tab.poll();
  }
  for (const device of order) {
    await device.send();
    await device.tab.poll();
    await device.talk();
  }
}

/** Edits that are neither done nor listed nor given up, and lists that differ from the server's. */
function unaccounted(devices: readonly Device[], watcher: Watcher): string[] {
  const wrongs: string[] = [];
  for (const { made, givenUp, numbers, counts, tab } of devices) {
    const { loss, lasting, queue } = tab.state();
    const { edits } = queue;
    if (!lasting) wrongs.push("not kept in the end");
    for (const [key, changes] of made) {
      const isDone = (numbers.get(key) ?? []).some((name) => watcher.done.has(name));
      if (isDone || givenUp.has(key) || edits.some((edit) => edit.key === key)) continue;
      if (loss?.lost.includes(key) === true) counts.saidLost += 1;
      else wrongs.push(`lost: ${JSON.stringify(changes)}`);
    }
    const held = new Set(
      edits.filter(({ standing }) => standing.kind !== "waiting").map(({ key }) => key),
    );
    for (const edit of edits) {
      if (edit.standing.kind === "refused")
        wrongs.push(`refused: ${edit.standing.message} ${JSON.stringify(edit.changes)}`);
      const waitsFor = (keys: readonly number[]): boolean =>
        keys.some(
          (key) => held.has(key) || waitsFor(edits.find((other) => other.key === key)?.onto ?? []),
        );
      if (edit.standing.kind === "waiting" && !waitsFor(edit.onto))
        wrongs.push(`never sent: ${JSON.stringify(edit)}`);
    }
    for (const [id, person] of watcher.people) {
      const seen = tab.state().people.get(id);
      for (const field of ENTRY_FIELDS)
        if (seen?.[field] !== person[field])
          wrongs.push(
            `${field} of ${id} is ${String(person[field])}, a list shows ${String(seen?.[field])}`,
          );
    }
  }
  return wrongs;
}
