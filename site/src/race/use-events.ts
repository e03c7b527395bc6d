import { startTransition, useCallback, useEffect, useState } from "react";
import { asFailure, type Failure } from "../api/failure";
import type { RaceEvent } from "../api/types";
import { useRetryOnline } from "../lib/use-retry-online";
import { orderEvents } from "../lists/event-order";
import { loadEvents, type PublishedEvents } from "./events";

/** The event list: null while it is loading. */
interface EventList {
  events: RaceEvent[] | null;
  /** The time of the list (ISO). */
  updatedAt: string;
  failure: Failure | null;
  retry: () => void;
}

/** The list from earlier in this visit, to draw at once; it is still read again. */
let last: PublishedEvents | null = null;

/** All public events, newest first. */
export function useEvents(): EventList {
  const [list, setList] = useState(last);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    if (failure !== null) return;
    let wanted = true;
    loadEvents()
      .then((loaded) => {
        last = { ...loaded, events: orderEvents(loaded.events, (event) => event.recentTime) };
        if (wanted) startTransition(() => setList(last));
      })
      .catch((thrown: unknown) => {
        if (wanted && last === null) setFailure(asFailure(thrown));
      });
    return () => {
      wanted = false;
    };
  }, [failure]);
  const retry = useCallback(() => setFailure(null), []);
  useRetryOnline(failure, retry);
  return { events: list?.events ?? null, updatedAt: list?.updatedAt ?? "", failure, retry };
}
