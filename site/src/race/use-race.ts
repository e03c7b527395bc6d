import { useMemo } from "react";
import { afterRace } from "../scoring/after-race";
import { boardsPart, firstLinesPart, type RaceBoard } from "./boards";
import { type FeedView, useFeed } from "./use-feed";

/** The boards of an event year, kept up to date while it is live. Without a year: the latest. */
export function useRace(slug: string, year: string | undefined): FeedView<RaceBoard[]> {
  return useOver(useFeed("boards", slug, year, boardsPart));
}

/** The first lines of each board, kept up to date; in full where they are not certain. */
export function useFirstLines(slug: string, year: string | undefined): FeedView<RaceBoard[]> {
  return useOver(useFeed("first", slug, year, firstLinesPart));
}

/** A backyard that is not live is over, even if nobody finished the last loop. */
function useOver(race: FeedView<RaceBoard[]>): FeedView<RaceBoard[]> {
  const over =
    race.status === "ready" && !race.live && race.head.event.type === "backyardultra"
      ? race.data
      : null;
  const data = useMemo(() => over?.map(afterRace) ?? null, [over]);
  return race.status === "ready" && data !== null ? { ...race, data } : race;
}
