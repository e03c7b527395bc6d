import { useState } from "react";
import type { Failure } from "../../api/failure";
import { patiently, pause } from "../../session/patience";
import { type RestoreStep, restoreVersion } from "../../session/versions";
import { useRun } from "../parts/staff/use-run";

/** A step that waits is asked again after this. */
const WAIT_MS = 3_000;

/** Which version is returned to, and from which. */
export interface Return {
  version: number;
  expected: number;
}

/** A return as it can be watched and gone on with. */
export interface Restoring {
  /** Null before the first answer. */
  step: RestoreStep | null;
  running: boolean;
  /** Why it broke off; null when it did not. */
  failure: Failure | null;
  /** Begins it, or goes on; answers the last step once all is done, else null. */
  run: (to: Return) => Promise<RestoreStep | null>;
}

/** Calls until all is written; what breaks off is gone on with by the same call. */
export function useRestoring(slug: string, year: string): Restoring {
  const [step, setStep] = useState<RestoreStep | null>(null);
  const { running, failure, run } = useRun();
  const restore = async ({ version, expected }: Return) => {
    let last: RestoreStep | null = null;
    setStep(null);
    await run(async (isStopped) => {
      while (!isStopped()) {
        // oxlint-disable-next-line no-await-in-loop -- one step after the other
        const now = await patiently(
          () => restoreVersion(slug, year, version, expected, false),
          pause,
        );
        setStep(now);
        if (now.done) {
          last = now;
          return;
        }
        // oxlint-disable-next-line no-await-in-loop -- as above
        if (now.waits) await pause(WAIT_MS);
      }
    });
    return last;
  };
  return { step, running, failure, run: restore };
}
