import { asFailure, type Failure } from "../api/failure";
import { readCheckin, readYears, sendEdit } from "../session/checkin";
import { signInOf } from "../session/sign-in";
import { type Calls, Checkin, readPages } from "./checkin";
import type { KeptList, Store } from "./kept";
import { nextSince } from "./list";
import { neighboursOf } from "./neighbours";
import type { Edit } from "./queue";
import { nameOf, type RaceKey } from "./race-key";
import { openStore } from "./store";

/** The calls to the server. */
export const CALLS: Calls = { readPage: readCheckin, sendEdit, readYears };

export interface Opened {
  checkin: Checkin;
  close: () => Promise<void>;
}

/** Why check-in could not be opened, with the edits of the event year that are kept here. */
export class NotOpened extends Error {
  readonly failure: Failure;
  readonly edits: readonly Edit[];

  constructor(failure: Failure, edits: readonly Edit[]) {
    super(failure.message);
    this.failure = failure;
    this.edits = edits;
  }
}

/** How long to wait for the server's latest year of an event when an earlier one is known. */
const PATIENCE_MS = 4_000;

/** Opens check-in with the list on the device, else the server's. Without a year, the latest. */
export async function openCheckin(
  account: string,
  slug: string,
  year: string | undefined,
  onGone: () => void,
): Promise<Opened> {
  let checkin: Checkin | null = null;
  const store = openStore(account, {
    onGone,
    onDeleted: () => void checkin?.keepAnew().catch(() => undefined),
    isSignedIn: () => signInOf("account")?.account === account,
  });
  const wanted = slug.trim().toLowerCase();
  try {
    const { race, list, pages } = await find(store, wanted, year);
    const neighbours = neighboursOf(
      `checkin ${account}/${nameOf(race)}`,
      (news) => void checkin?.hear(news).catch(() => undefined),
    );
    checkin = new Checkin(
      race,
      { ...list, queue: await store.readQueue(race) },
      store,
      CALLS,
      neighbours,
    );
    if (pages !== null) checkin.take(pages);
    const close = async () => {
      checkin?.end();
      neighbours.leave();
      // Nobody is signed in any more: only the edits remain, for the same account.
      if (signInOf("account") === null) void store.dropList(race).catch(() => undefined);
      await store.close();
    };
    return { checkin, close };
  } catch (thrown) {
    const edits = await editsOf(store, wanted, year).catch(() => []);
    await store.close();
    throw new NotOpened(asFailure(thrown), edits);
  }
}

async function editsOf(
  store: Store,
  slug: string,
  year: string | undefined,
): Promise<readonly Edit[]> {
  const of = year ?? (await store.readLatest(slug));
  return of === "" ? [] : (await store.readQueue({ slug, year: of })).edits;
}

type Pages = Awaited<ReturnType<typeof readPages>>;

interface OpenedRace {
  race: RaceKey;
  list: KeptList;
  /** The server's answer so far; null when it was not asked. */
  pages: Pages | null;
}

async function find(store: Store, slug: string, year: string | undefined): Promise<OpenedRace> {
  if (year !== undefined) {
    const race = { slug, year };
    return (await onDevice(store, race)) ?? onServer(race, await readPages(CALLS, race));
  }
  const latest = await store.readLatest(slug);
  const stored = latest === "" ? null : await onDevice(store, { slug, year: latest });
  const answer = readPages(CALLS, { slug });
  const pages = await (stored === null ? answer : inTime(answer));
  if (pages === null && stored !== null) return stored;
  const found = onServer({ slug }, pages ?? []);
  await store.writeLatest(slug, found.race.year).catch(() => undefined);
  return found;
}

async function onDevice(store: Store, race: RaceKey): Promise<OpenedRace | null> {
  const list = await store.readList(race);
  return list === null ? null : { race, list, pages: null };
}

/** The answer; null when the server cannot be reached, fails, or takes too long. */
async function inTime(answer: Promise<Pages>): Promise<Pages | null> {
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, PATIENCE_MS, null);
  });
  const found = answer.catch((thrown: unknown) => {
    const { status } = asFailure(thrown);
    if (status >= 400 && status < 500) throw thrown;
    return null;
  });
  return Promise.race([found, late]);
}

function onServer({ slug }: Pick<RaceKey, "slug">, pages: Pages): OpenedRace {
  const [first] = pages;
  if (first === undefined) throw asFailure(null);
  const head = {
    event: first.event,
    year: first.year,
    years: [],
    hidden: first.hidden,
    since: nextSince(first),
    heardAt: Date.now(),
  };
  return { race: { slug, year: first.year.year }, list: { head, people: new Map() }, pages };
}
