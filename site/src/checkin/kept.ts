/**
 * What check-in keeps on the device, however it can (store.ts: encrypted in the browser's database;
 * memory.ts: as long as the page is open).
 */
import type { RaceEvent, Year } from "../api/types";
import type { Participant } from "../session/checkin";
import type { Queue } from "./queue";
import type { RaceKey } from "./race-key";

/** What is known of the list apart from its people. */
export interface ListHead {
  event: RaceEvent;
  year: Year;
  /** The years of the event; empty until they are known. */
  years: readonly string[];
  /** What to send as `updated_after`, in unix seconds (api.md 4.13). */
  since: number;
  /** When the server last answered, in milliseconds since 1970. */
  heardAt: number;
}

/** The list of participants as the server last had it. */
export interface KeptList {
  head: ListHead;
  people: ReadonlyMap<string, Participant>;
}

/** Where an account's lists and queues are kept. */
export interface Store {
  /** The list of a year; null where none is kept. */
  readList: (race: RaceKey) => Promise<KeptList | null>;
  /**
   * Keeps a list. `changed` holds the ids of people who were added, removed or changed since the
   * last time; null for all of them.
   */
  writeList: (race: RaceKey, list: KeptList, changed: ReadonlySet<string> | null) => Promise<void>;
  dropList: (race: RaceKey) => Promise<void>;
  readQueue: (race: RaceKey) => Promise<Queue>;
  /**
   * Changes the queue in one step; resolves when it is kept. `change` is called again with the
   * newer queue when another tab was faster.
   */
  changeQueue: (race: RaceKey, change: (queue: Queue) => Queue) => Promise<Queue>;
  /** The latest year of an event as last heard; "" if it was never heard. */
  readLatest: (slug: string) => Promise<string>;
  writeLatest: (slug: string, year: string) => Promise<void>;
  /** Whether it is still there after the page was closed. */
  lasting: boolean;
  close: () => void;
}
