import { boardsPart, firstLinesPart, type RaceBoard } from "./boards";
import { type FeedView, useFeed } from "./use-feed";

/** The boards of an event year, kept up to date while it is live. Without a year: the latest. */
export function useRace(slug: string, year: string | undefined): FeedView<RaceBoard[]> {
  return useFeed("boards", slug, year, boardsPart);
}

/**
 * The first lines of each board, also kept up to date: a board is loaded in full only where its
 * first lines are not certain.
 */
export function useFirstLines(slug: string, year: string | undefined): FeedView<RaceBoard[]> {
  return useFeed("first", slug, year, firstLinesPart);
}
