import { type KeptList, nameOf, type Place, type Store } from "./kept";
import { emptyQueue, type Queue } from "./queue";
import { randomName } from "./random";

/** Keeps everything as long as the page is open, for browsers that store nothing. */
export function memoryStore(): Store {
  const queues = new Map<string, Queue>();
  const queueOf = (place: Place) => queues.get(nameOf(place)) ?? emptyQueue(randomName());
  return {
    readList: () => Promise.resolve<KeptList | null>(null),
    writeList: () => Promise.resolve(),
    dropList: () => Promise.resolve(),
    readQueue: (place) => Promise.resolve(queueOf(place)),
    changeQueue: (place, change) => {
      const next = change(queueOf(place));
      queues.set(nameOf(place), next);
      return Promise.resolve(next);
    },
    readLatest: () => Promise.resolve(""),
    writeLatest: () => Promise.resolve(),
    lasting: false,
    close: () => undefined,
  };
}
