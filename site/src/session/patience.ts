/** Waiting for a busy server. */
import { Failure } from "../api/failure";

/** Times that a busy server is asked again by itself. */
const PATIENCE = 3;

/** Resolves after so many milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Makes a call; waits where the server asks for it (429, 503), a few times. */
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
