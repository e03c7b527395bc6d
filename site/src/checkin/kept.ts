/**
 * What check-in keeps on the device, wherever it can (store.ts: encrypted in the browser's
 * database; memory.ts: as long as the page is open).
 */
import type { RaceEvent, Year } from "../api/types";
import type { Participant } from "../session/checkin";
import type { Queue } from "./queue";

/** An event year of which something is kept. */
export interface Place {
  slug: string;
  year: string;
}

/** Names a place: neither of the two has a slash (api.md 2.1, 2.2). */
export function nameOf({ slug, year }: Place): string {
  return `${slug}/${year}`;
}

/** What is known of the list beside its people. */
export interface ListHead {
  event: RaceEvent;
  year: Year;
  /** The years of the event; empty until they are known. */
  years: readonly string[];
  /** What to send as `updated_after`, in unix seconds (api.md 4.13). */
  since: number;
  /** When the server was last heard, in milliseconds since 1970. */
  heardAt: number;
}

/** The list of participants as the server had it last. */
export interface KeptList {
  head: ListHead;
  people: ReadonlyMap<string, Participant>;
}

/** Where an account's lists and queues are kept. */
export interface Store {
  /** The list of a place; null where none is kept. */
  readList: (place: Place) => Promise<KeptList | null>;
  /**
   * Keeps a list. `changed` are the ids of people who came, went or changed since the last time;
   * null for all of them.
   */
  writeList: (place: Place, list: KeptList, changed: ReadonlySet<string> | null) => Promise<void>;
  dropList: (place: Place) => Promise<void>;
  readQueue: (place: Place) => Promise<Queue>;
  /**
   * Changes the queue in one step; done when it is kept. `change` is asked again with the newer
   * queue when another tab was faster.
   */
  changeQueue: (place: Place, change: (queue: Queue) => Queue) => Promise<Queue>;
  /** The latest year of an event, as it was last heard; "" when it never was. */
  readLatest: (slug: string) => Promise<string>;
  writeLatest: (slug: string, year: string) => Promise<void>;
  /** Whether it is there again after the page was closed. */
  lasting: boolean;
  close: () => void;
}
