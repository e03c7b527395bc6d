import type { ReactNode } from "react";
import type { LiveRace } from "../../../race/use-feed";
import { LiveLine } from "../../../ui/LiveLine";

/** The live line of a page that follows a race (pages.md D1.3). */
export function Freshness({ race, clock }: { race: LiveRace; clock?: ReactNode }) {
  return (
    <LiveLine
      live={race.live}
      lost={race.lost}
      paused={race.paused}
      updatedAt={race.updatedAt}
      announcement={race.announcement}
      clock={clock}
      onPause={race.pause}
      onResume={race.resume}
    />
  );
}
