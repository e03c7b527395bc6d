import { boardsPart, type RaceBoard } from "./boards";
import { type FeedView, useFeed } from "./use-feed";

/** The boards of an event year, kept up to date while it is live. Without a year: the latest. */
export function useRace(slug: string, year: string | undefined): FeedView<RaceBoard[]> {
  return useFeed("boards", slug, year, boardsPart);
}
