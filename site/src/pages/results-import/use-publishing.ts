import { useEffect, useRef, useState } from "react";
import type { Failure } from "../../api/failure";
import { pause } from "../../session/patience";
import type { ResultsPlan } from "../../session/results";
import { readVersions } from "../../session/versions";
import { useRun } from "../parts/staff/use-run";
import { Publishing } from "./publishing";

interface PublishingProgress {
  stored: number;
  total: number;
  overtaken: boolean;
}

/** How often it is asked whether what was stored is public, in milliseconds. */
const ASKED_MS = 2000;
/** After so many changed versions one of them has what was stored, even if they go on changing. */
const CHANGES = 5;

export interface PlanPublishing {
  /** Null until it begins. */
  progress: PublishingProgress | null;
  running: boolean;
  /** The number of the public version that has all of it; null until there is one. */
  version: number | null;
  /** Why it broke off; null if it did not. */
  failure: Failure | null;
  begin: (plan: ResultsPlan) => void;
  /** Resumes where it broke off or was stopped. */
  resume: () => void;
  stop: () => void;
  /** Discards it. */
  drop: () => void;
}

export function usePublishing(slug: string, year: string): PlanPublishing {
  const publishing = useRef<Publishing | null>(null);
  const [progress, setProgress] = useState<PublishingProgress | null>(null);
  const { running, failure, run, stop, forget } = useRun();
  /** The version that stood before anything was stored; null until it is known. */
  const [before, setBefore] = useState<number | null>(null);
  const isDone = progress !== null && progress.stored === progress.total;
  const version = useNextVersion(slug, year, isDone ? before : null);
  const resume = () => {
    const now = publishing.current;
    if (now === null) return;
    const show = () =>
      setProgress({ stored: now.stored, total: now.total, overtaken: now.overtaken });
    show();
    void run(async (isStopped) => {
      if (before === null) setBefore((await readVersions(slug, year)).version);
      await now.run(show, isStopped).finally(show);
    });
  };
  return {
    progress,
    running,
    version,
    failure,
    begin: (plan) => {
      publishing.current = new Publishing(slug, year, plan, pause);
      resume();
    },
    resume,
    stop,
    drop: () => {
      publishing.current = null;
      setProgress(null);
      setBefore(null);
      forget();
    },
  };
}

/**
 * The number of the version that is public after `before`, once it has been the same twice: the
 * first one may have been begun before the last row was stored. Null until then, and without
 * `before`.
 */
function useNextVersion(slug: string, year: string, before: number | null): number | null {
  const [found, setFound] = useState<{ after: number; number: number } | null>(null);
  useEffect(() => {
    if (before === null) return;
    const leaving = new AbortController();
    const ask = async () => {
      for (let last = before, changes = 0; !leaving.signal.aborted; ) {
        // One after the other: each waits for the server.
        // oxlint-disable-next-line no-await-in-loop
        const standing = await readVersions(slug, year).catch(() => null);
        if (leaving.signal.aborted) return;
        if (standing !== null && standing.version !== before) {
          if (standing.version === last || changes === CHANGES)
            return setFound({ after: before, number: standing.number });
          last = standing.version;
          changes += 1;
        }
        // oxlint-disable-next-line no-await-in-loop
        await pause(ASKED_MS);
      }
    };
    void ask();
    return () => leaving.abort();
  }, [slug, year, before]);
  return found !== null && found.after === before ? found.number : null;
}
