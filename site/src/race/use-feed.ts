import { startTransition, useEffect, useRef, useState } from "react";
import { Feed, type FeedState, type Freshness, type Part } from "./feed";

interface Steering {
  pause: () => void;
  resume: () => void;
  retry: () => void;
}

/** A feed's state and what the visitor can do with it. */
export type FeedView<T> = FeedState<T> & Steering;

/** How fresh a loaded page is, and what the visitor can do about it. */
export type LiveRace = Freshness & Steering;

/** A feed and what it is of; `kind` tells pages with different parts, and so its type. */
interface CachedFeed {
  kind: string;
  slug: string;
  year: string | undefined;
  feed: unknown;
}

/** How many feeds are kept, so that going back draws at once and restores the scroll position. */
const KEPT = 8;

/** The last feeds used, the latest at the end. */
let feeds: readonly CachedFeed[] = [];

/** Forgets every feed: for tests. */
export function forgetFeeds(): void {
  feeds = [];
}

/** The feed of an event year; one that was opened as the latest year also counts as that year's. */
function feedOf<T>(
  kind: string,
  slug: string,
  year: string | undefined,
  part: () => Part<T>,
): Feed<T> {
  const wanted = { kind, slug: slug.toLowerCase(), year };
  const known = feeds.find((kept) => {
    const same = kept.kind === kind && kept.slug === wanted.slug;
    return (
      same && (kept.year === year || (year !== undefined && (kept.feed as Feed<T>).year === year))
    );
  });
  const kept = known ?? { ...wanted, feed: new Feed(slug, year, part()) };
  feeds = [...feeds.filter((other) => other !== kept), kept].slice(-KEPT);
  return kept.feed as Feed<T>;
}

/** Follows a part of a year (by default the latest); new data is rendered in a transition. */
export function useFeed<T>(
  kind: string,
  slug: string,
  year: string | undefined,
  part: () => Part<T>,
): FeedView<T> {
  const feed = feedOf(kind, slug, year, part);
  const [seen, see] = useState(() => ({ feed, state: feed.state() }));
  // A new address means a new race at once: nothing of the previous one is shown under it.
  const state = seen.feed === feed ? seen.state : feed.state();
  const drawn = useRef<T | null>(null);
  useEffect(() => {
    drawn.current = dataOf(state);
  }, [state]);
  useEffect(() => {
    const look = () => {
      const now = feed.state();
      const draw = () =>
        see((last) => (last.feed === feed && last.state === now ? last : { feed, state: now }));
      // A state that arrives while new data is still being rendered, such as which rows to mark in
      // it, is rendered together with it: rendering it at once would force all of it at once.
      if (dataOf(now) === drawn.current) draw();
      else startTransition(draw);
    };
    const leave = feed.subscribe(look);
    look();
    return leave;
  }, [feed]);
  return { ...state, pause: feed.pause, resume: feed.resume, retry: feed.retry };
}

function dataOf<T>(state: FeedState<T>): T | null {
  return state.status === "ready" ? state.data : null;
}
