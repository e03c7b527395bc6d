import { startTransition, useEffect, useState } from "react";
import { Feed, type FeedState, type Part } from "./feed";

/** A feed's state and what the visitor can do with it. */
export interface FeedView<T> extends FeedState<T> {
  pause: () => void;
  resume: () => void;
  retry: () => void;
}

const KEPT = 8;

/** The last feeds used, so that going back draws at once and restores the scroll position. */
const feeds = new Map<string, unknown>();

/** Forgets every feed: for tests. */
export function forgetFeeds(): void {
  feeds.clear();
}

/** The feed of a key; `kind` tells pages with different parts of the same event year apart, so each kind has one type. */
function feedOf<T>(kind: string, slug: string, year: string | undefined, part: () => Part<T>): Feed<T> {
  const key = [kind, slug.toLowerCase(), year ?? ""].join("\n");
  const known = feeds.get(key) as Feed<T> | undefined;
  const feed = known ?? new Feed(slug, year, part());
  feeds.delete(key);
  feeds.set(key, feed);
  for (const oldest of feeds.keys()) {
    if (feeds.size <= KEPT) break;
    feeds.delete(oldest);
  }
  return feed;
}

/**
 * Follows one part of an event year while the component is on screen. Without a year: the latest. What is new is drawn in a transition:
 * in slices, between which the page scrolls and answers.
 */
export function useFeed<T>(kind: string, slug: string, year: string | undefined, part: () => Part<T>): FeedView<T> {
  const feed = feedOf(kind, slug, year, part);
  const [seen, see] = useState(() => ({ feed, state: feed.state() }));
  useEffect(() => {
    const look = () => startTransition(() => see((last) => (last.feed === feed && last.state === feed.state() ? last : { feed, state: feed.state() })));
    const leave = feed.subscribe(look);
    look();
    return leave;
  }, [feed]);
  // Another address is another race at once: nothing of the last one is shown under it.
  const state = seen.feed === feed ? seen.state : feed.state();
  return { ...state, pause: feed.pause, resume: feed.resume, retry: feed.retry };
}
