import { useEffect, useRef, useState } from "react";
import { asFailure, type Failure } from "../../api/failure";
import { pause } from "../../session/patience";
import type { ResultsPlan } from "../../session/results";
import { Publishing } from "./publishing";

/** How far it is. */
export interface PublishingProgress {
  stored: number;
  total: number;
  overtaken: boolean;
}

/** The publishing of a plan, as it can be watched and steered. */
export interface PlanPublishing {
  /** Null before it has begun. */
  progress: PublishingProgress | null;
  running: boolean;
  /** Why it broke off; null when it did not. */
  failure: Failure | null;
  begin: (plan: ResultsPlan) => void;
  /** Goes on where it broke off or was stopped. */
  resume: () => void;
  stop: () => void;
  /** Lays it aside. */
  drop: () => void;
}

/** Keeps what becomes of a publishing. */
export function usePublishing(slug: string, year: string): PlanPublishing {
  const publishing = useRef<Publishing | null>(null);
  const stopped = useRef(false);
  const gone = useRef(false);
  const [progress, setProgress] = useState<PublishingProgress | null>(null);
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  const run = async () => {
    const now = publishing.current;
    if (now === null) return;
    const show = () =>
      setProgress({ stored: now.stored, total: now.total, overtaken: now.overtaken });
    stopped.current = false;
    setRunning(true);
    setFailure(null);
    show();
    try {
      await now.run(show, () => stopped.current || gone.current);
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
    show();
    setRunning(false);
  };
  return {
    progress,
    running,
    failure,
    begin: (plan) => {
      publishing.current = new Publishing(slug, year, plan, pause);
      void run();
    },
    resume: () => void run(),
    stop: () => {
      stopped.current = true;
    },
    drop: () => {
      publishing.current = null;
      setProgress(null);
      setFailure(null);
    },
  };
}
