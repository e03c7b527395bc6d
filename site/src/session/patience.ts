import { Failure } from "../api/failure";

/** How many times a busy server is asked again automatically. */
const PATIENCE = 3;

/** Resolves after this many milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Makes a call; if the server asks to wait (429, 503), waits and repeats it, a few times. */
export async function patiently<T>(
  act: () => Promise<T>,
  wait: (milliseconds: number) => Promise<void>,
): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- again only when the last time failed
      return await act();
    } catch (thrown) {
      const busy = thrown instanceof Failure && (thrown.status === 429 || thrown.status === 503);
      if (!busy || turn > PATIENCE) throw thrown;
      // oxlint-disable-next-line no-await-in-loop -- the time it asked for
      await wait(Math.max(1, thrown.retryAfter) * 1000);
    }
  }
}
