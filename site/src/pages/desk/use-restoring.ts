import { useState } from "react";
import type { Failure } from "../../api/failure";
import { patiently, pause } from "../../session/patience";
import { type RestoreStep, restoreVersion } from "../../session/versions";
import { useRun } from "../parts/staff/use-run";

/** How long to wait before repeating a step that waits. */
const WAIT_MS = 3_000;

interface Return {
  version: number;
  expected: number;
}

/** The progress of a return, and the function to run it. */
interface Restoring {
  /** Null before the first answer. */
  step: RestoreStep | null;
  running: boolean;
  /** Why it broke off; null if it did not. */
  failure: Failure | null;
  /** Begins or resumes it; resolves to the last step once everything is done, else to null. */
  run: (to: Return) => Promise<RestoreStep | null>;
}

/** Repeats the call until everything is written; after an interruption the same call resumes. */
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
