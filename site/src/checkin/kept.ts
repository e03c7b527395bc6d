/** Check-in's data on the device (store.ts). */
import type { RaceEvent, Year } from "../api/types";
import type { Participant } from "../session/checkin";
import type { Edit, Queue } from "./queue";
import type { RaceKey } from "./race-key";

/** The list apart from its people. */
export interface ListHead {
  event: RaceEvent;
  year: Year;
  /** The years of the event; empty until they are known. */
  years: readonly string[];
  /** Bibs whose runners were granted not to be named; earlier versions of the site kept none. */
  hidden?: readonly string[];
  /** The next `updated_after`, in unix seconds (api.md 4.13). */
  since: number;
  /** When the server last answered, in milliseconds since 1970. */
  heardAt: number;
}

/** The list of participants as the server last had it. */
export interface KeptList {
  head: ListHead;
  people: ReadonlyMap<string, Participant>;
}

export interface Loss {
  /** Edits that were in memory, too, and are kept and sent all the same. */
  again: readonly Edit[];
  /** Keys of edits that nothing is left of. */
  lost: readonly number[];
}

/** How a queue is kept. */
export interface OnDevice {
  /** Whether the queue is still there after the page was closed. */
  lasting: boolean;
  /** Whether the browser has promised not to delete it by itself. */
  persistent: boolean;
  /** Data that the browser has deleted, until somebody acknowledges it; null if none. */
  loss: Loss | null;
}

/** Where an account's lists and queues are kept. */
export interface Store {
  /** The list of a year; null where none is kept. */
  readList: (race: RaceKey) => Promise<KeptList | null>;
  /** Keeps a list. `changed`: ids of people who differ since the last time; null for all. */
  writeList: (race: RaceKey, list: KeptList, changed: ReadonlySet<string> | null) => Promise<void>;
  dropList: (race: RaceKey) => Promise<void>;
  readQueue: (race: RaceKey) => Promise<Queue>;
  /**
   * Changes the queue in one step; resolves when it is kept, as well as it can be. `change` is called
   * again with the newer queue when another tab was faster. Fails only after a sign-out.
   */
  changeQueue: (race: RaceKey, change: (queue: Queue) => Queue) => Promise<Queue>;
  /** Takes over the queue that another tab has written; undefined from an older site. */
  hear: (race: RaceKey, queue: Queue | undefined) => Promise<Queue>;
  /** How the queue was kept when it was last read or changed. */
  onDevice: (race: RaceKey) => OnDevice;
  /** Somebody has read what was lost. */
  acknowledge: (race: RaceKey) => Promise<void>;
  /** The latest year of an event as last heard; "" if it was never heard. */
  readLatest: (slug: string) => Promise<string>;
  writeLatest: (slug: string, year: string) => Promise<void>;
  /** Resolves when everything is written. */
  close: () => Promise<void>;
}
