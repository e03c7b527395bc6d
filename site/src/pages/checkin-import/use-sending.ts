import { useRef, useState } from "react";
import type { Failure } from "../../api/failure";
import type { Participant } from "../../api/participant";
import { lastBirthday } from "../../format/birthdate";
import type { Planned } from "../../csv/planned";
import { pause } from "../../session/patience";
import { useRun } from "../parts/staff/use-run";
import { type Progress, randomId, Sending } from "./sending";

export interface ImportSending {
  /** Null until it begins. */
  progress: Progress | null;
  running: boolean;
  /** Why it broke off; null if it did not. */
  failure: Failure | null;
  begin: (planned: readonly Planned[]) => void;
  /** Resumes where it broke off or was stopped. */
  resume: () => void;
  stop: () => void;
}

/** Keeps the state of a sending. `onImported` receives everybody whenever it ends or breaks off. */
export function useSending(
  slug: string,
  year: string,
  onImported: (participants: readonly Participant[]) => void,
): ImportSending {
  const sending = useRef<Sending | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const { running, failure, run, stop } = useRun();
  const resume = async () => {
    const now = sending.current;
    if (now === null) return;
    const show = () => setProgress(now.progress);
    show();
    const isHere = await run((isStopped) => now.run(show, isStopped).finally(show));
    if (isHere && now.participants.length > 0) onImported(now.participants);
  };
  return {
    progress,
    running,
    failure,
    begin: (planned) => {
      sending.current = new Sending(slug, year, planned, {
        newId: randomId,
        lastBirthday: lastBirthday(Date.now()),
        wait: pause,
      });
      void resume();
    },
    resume: () => void resume(),
    stop,
  };
}
