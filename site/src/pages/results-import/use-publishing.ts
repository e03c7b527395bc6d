import { useRef, useState } from "react";
import type { Failure } from "../../api/failure";
import { pause } from "../../session/patience";
import type { ResultsPlan } from "../../session/results";
import { useRun } from "../parts/staff/use-run";
import { Publishing } from "./publishing";

/** The progress of a publishing. */
export interface PublishingProgress {
  stored: number;
  total: number;
  overtaken: boolean;
}

/** The publishing of a plan: its progress, and the controls. */
export interface PlanPublishing {
  /** Null until it begins. */
  progress: PublishingProgress | null;
  running: boolean;
  /** Why it broke off; null if it did not. */
  failure: Failure | null;
  begin: (plan: ResultsPlan) => void;
  /** Resumes where it broke off or was stopped. */
  resume: () => void;
  stop: () => void;
  /** Discards it. */
  drop: () => void;
}

/** Keeps the state of a publishing. */
export function usePublishing(slug: string, year: string): PlanPublishing {
  const publishing = useRef<Publishing | null>(null);
  const [progress, setProgress] = useState<PublishingProgress | null>(null);
  const { running, failure, run, stop, forget } = useRun();
  const resume = () => {
    const now = publishing.current;
    if (now === null) return;
    const show = () =>
      setProgress({ stored: now.stored, total: now.total, overtaken: now.overtaken });
    show();
    void run((isStopped) => now.run(show, isStopped).finally(show));
  };
  return {
    progress,
    running,
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
      forget();
    },
  };
}
