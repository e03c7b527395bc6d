import { Suspense } from "react";
import { useLocation } from "react-router";
import { formatDate, prettyYear } from "../../format/date";
import { optional } from "../../lib/optional";
import { useOnline } from "../../lib/use-online";
import { paths } from "../../paths";
import type { RaceBoard } from "../../race/boards";
import type { Head } from "../../race/head";
import { eventTypeOf } from "../../scoring/row";
import { text } from "../../text/text";
import { SignUpPanel } from "../parts/alerts/Panels";
import { useKnownDistance } from "../parts/distances/use-known-distance";
import { PrintCode } from "../parts/print/PrintCode";
import { usePrintedYear } from "../parts/print/use-printed-address";
import { Freshness } from "../parts/race/Freshness";
import { RaceNav } from "../parts/race/RaceNav";
import type { LoadedRace } from "../parts/race/RaceScreen";
import { RaceTitle } from "../parts/race/RaceTitle";
import { VersionLine } from "../parts/race/VersionLine";
import { YearSwitcher } from "../parts/race/YearSwitcher";
import styles from "./Results.module.css";

/** Fetched while somebody is on course. */
const RaceClock = optional(() => import("./RaceClock"));

/** A backyard's board counts down to the next bell instead. */
function hasClock({ event }: Head, { lines }: RaceBoard): boolean {
  return (
    eventTypeOf(event.type) !== "backyardultra" && lines.some(({ state }) => state === "started")
  );
}

/** Event, date and years, pages and text alerts, and how recent it all is. */
export function ResultsHeader({
  race,
  head,
  boards,
  board,
}: LoadedRace & {
  /** The shown distance, if there is any. */
  board: RaceBoard | undefined;
}) {
  const { search } = useLocation();
  const online = useOnline();
  useKnownDistance(head, boards);
  const { event, eventYear, years } = head;
  const address = usePrintedYear(paths.results(event.slug, eventYear.year), race.edition);
  const year = prettyYear(eventYear.year);
  const date = formatDate(eventYear.dateTime);
  return (
    <div className={styles.header}>
      <RaceTitle event={event}>{text.results.title(event.name)}</RaceTitle>
      {years.length < 2 ? (
        <p className={`${styles.date} no-print`}>{date === "" ? year : date}</p>
      ) : (
        <YearSwitcher
          years={years}
          current={eventYear.year}
          shown={date === "" ? year : date}
          pathOf={(other) => paths.results(event.slug, other)}
          search={search}
        />
      )}
      {/* The year of an event may not be that of its day. */}
      <p className="print-only">{date.includes(year) ? date : `${year} ${date}`}</p>
      <VersionLine edition={race.edition} updatedAt={race.updatedAt} head={head} boards={boards} />
      <div className={styles.ways}>
        <RaceNav head={head} boards={boards} />
        <SignUpPanel head={head} />
      </div>
      {(race.live || !online) && (
        <Freshness
          race={race}
          clock={
            board !== undefined &&
            hasClock(head, board) && (
              <Suspense>
                <RaceClock key={board.distance} head={head} board={board} />
              </Suspense>
            )
          }
        />
      )}
      <PrintCode address={address} />
    </div>
  );
}
