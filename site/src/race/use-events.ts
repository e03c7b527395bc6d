import { useCallback, useEffect, useState } from "react";
import { asFailure, type Failure } from "../api/failure";
import type { RaceEvent } from "../api/types";
import { orderEvents } from "../scoring/event-order";
import { loadEvents } from "./events";

/** The event list: null while it is loading. */
export interface EventList {
  events: RaceEvent[] | null;
  failure: Failure | null;
  retry: () => void;
}

/** The list of this visit, so that coming back to it draws at once; it is still read again. */
let last: RaceEvent[] | null = null;

/** All public events, newest first. */
export function useEvents(): EventList {
  const [events, setEvents] = useState(last);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    if (failure !== null) return;
    let wanted = true;
    loadEvents()
      .then((loaded) => {
        last = orderEvents(loaded, (event) => event.recentTime);
        if (wanted) setEvents(last);
      })
      .catch((thrown: unknown) => {
        if (wanted && last === null) setFailure(asFailure(thrown));
      });
    return () => {
      wanted = false;
    };
  }, [failure]);
  const retry = useCallback(() => setFailure(null), []);
  return { events, failure, retry };
}
