import { useCallback, useState } from "react";
import { prettyYear } from "../../format/date";
import { useIdle } from "../../lib/use-idle";
import { announcer } from "../../text/announcer";
import { LiveLine } from "../../ui/LiveLine";
import type { LoadedRace } from "../parts/race/RaceScreen";
import { OfficialBadge } from "../parts/race/VersionLine";
import { Finder } from "./Finder";
import styles from "./Kiosk.module.css";
import { Slip } from "./Slip";

/** After this time without input, the person is taken to have left. */
const IDLE_SECONDS = 30;

/** Whose slip is shown. The bib alone is not enough: it may be worn in two distances. */
interface Opened {
  distance: string;
  bib: string;
}

/** A loaded kiosk: search or slip; nothing of either stays in the address or for the next. */
export function KioskContent({ loaded }: { loaded: LoadedRace }) {
  const { race, head, boards } = loaded;
  const { kiosk: words } = announcer;
  const [typed, type] = useState("");
  const [opened, open] = useState<Opened | null>(null);
  const restart = useCallback(() => {
    type("");
    open(null);
    window.scrollTo(0, 0);
  }, []);
  const left = useIdle(opened !== null || typed !== "", IDLE_SECONDS, restart);
  const year = prettyYear(head.eventYear.year);
  const line =
    opened &&
    boards
      .find(({ distance }) => distance === opened.distance)
      ?.lines.find(({ row }) => row.bib === opened.bib);
  return (
    <>
      <title>{words.title(year, head.event.name)}</title>
      <div className={`${styles.head} no-print`}>
        <h1>
          {year} {head.event.name}
        </h1>
        {head.eventYear.official !== "" && (
          <p>
            <OfficialBadge edition={race.edition} head={head} />
          </p>
        )}
        <LiveLine
          live={race.live}
          lost={race.lost}
          paused={false}
          updatedAt={race.updatedAt}
          announcement={race.announcement}
        />
      </div>
      {opened === null || !line ? (
        <Finder boards={boards} head={head} typed={typed} onType={type} onOpen={open} />
      ) : (
        <Slip
          key={`${opened.distance} ${opened.bib}`}
          loaded={loaded}
          line={line}
          left={left}
          onBack={restart}
        />
      )}
    </>
  );
}
