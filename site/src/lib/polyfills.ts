/** Methods that the oldest browsers lack: every script that starts by itself imports this first. */
const MISSING = {
  toSorted<T>(this: readonly T[], compare?: (a: T, b: T) => number): T[] {
    return [...this].sort(compare);
  },
  toReversed<T>(this: readonly T[]): T[] {
    return [...this].reverse();
  },
};

/** Adds to the prototype of arrays what it lacks, invisible to loops. */
export function complete(prototype: object): void {
  for (const [name, value] of Object.entries(MISSING))
    if (!(name in prototype))
      Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
}

complete(Array.prototype);
