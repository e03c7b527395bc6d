import { startTransition, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { asFailure, type Failure } from "../api/failure";
import { signInOf } from "../session/sign-in";
import type { Checkin, CheckinState } from "./checkin";
import { NotOpened, openCheckin, type Opened } from "./open";
import type { Edit } from "./queue";
import { keepGoing } from "./schedule";

/** Check-in as a page sees it: open, or why it is not (yet). */
type OpenCheckin = { retry: () => void } & (
  | { status: "loading" }
  | { status: "error"; failure: Failure; edits: readonly Edit[] }
  | { status: "open"; opened: Opened }
);

interface Opening {
  opened: Opened | null;
  failure: Failure | null;
  edits: readonly Edit[];
  of: string;
}

/** Opens check-in for the signed-in account, and keeps it going while the page is mounted. */
export function useCheckin(slug: string, year: string | undefined): OpenCheckin {
  const [tries, setTries] = useState(0);
  const [kept, keep] = useState<Opening | null>(null);
  const retry = useCallback(() => setTries((now) => now + 1), []);
  const of = `${slug}/${year ?? ""}/${tries}`;
  useEffect(() => {
    let wanted = true;
    let stop = () => undefined as void;
    const open = async () => {
      try {
        const opened = await openCheckin(signInOf("account")?.account ?? "", slug, year, () =>
          stop(),
        );
        const halt = keepGoing(opened.checkin);
        stop = () => {
          halt();
          void opened.close();
        };
        if (!wanted) return stop();
        void opened.checkin.findYears();
        startTransition(() => keep({ opened, failure: null, edits: [], of }));
      } catch (thrown) {
        const { failure, edits } =
          thrown instanceof NotOpened ? thrown : new NotOpened(asFailure(thrown), []);
        if (wanted) startTransition(() => keep({ opened: null, failure, edits, of }));
      }
    };
    void open();
    return () => {
      wanted = false;
      stop();
    };
  }, [slug, year, of]);
  if (kept?.of !== of) return { status: "loading", retry };
  if (kept.opened !== null) return { status: "open", opened: kept.opened, retry };
  return { status: "error", failure: kept.failure ?? asFailure(null), edits: kept.edits, retry };
}

/** The current state, as it changes. */
export function useCheckinState(checkin: Checkin): CheckinState {
  return useSyncExternalStore(checkin.subscribe, checkin.state);
}
