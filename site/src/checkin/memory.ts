import type { KeptList, Store } from "./kept";
import { emptyQueue, type Queue } from "./queue";
import { nameOf, type RaceKey } from "./race-key";
import { randomName } from "./random";

/** Keeps everything as long as the page is open, for browsers that store nothing. */
export function memoryStore(): Store {
  const queues = new Map<string, Queue>();
  const queueOf = (race: RaceKey) => queues.get(nameOf(race)) ?? emptyQueue(randomName());
  return {
    readList: () => Promise.resolve<KeptList | null>(null),
    writeList: () => Promise.resolve(),
    dropList: () => Promise.resolve(),
    readQueue: (race) => Promise.resolve(queueOf(race)),
    changeQueue: (race, change) => {
      const next = change(queueOf(race));
      queues.set(nameOf(race), next);
      return Promise.resolve(next);
    },
    readLatest: () => Promise.resolve(""),
    writeLatest: () => Promise.resolve(),
    lasting: false,
    close: () => undefined,
  };
}
