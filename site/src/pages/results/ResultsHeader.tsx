import { useLocation } from "react-router";
import { formatDate, prettyYear } from "../../format/date";
import { useOnline } from "../../lib/use-online";
import { paths } from "../../paths";
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

/**
 * Event, its date among its years, the pages of the race with text alerts, and how recent it all is
 * while that changes.
 */
export function ResultsHeader({ race, head, boards }: LoadedRace) {
  const { search } = useLocation();
  const online = useOnline();
  useKnownDistance(head, boards);
  const { event, eventYear, years } = head;
  const address = usePrintedYear(paths.results(event.slug, eventYear.year), race.edition);
  const year = prettyYear(eventYear.year);
  const date = formatDate(eventYear.dateTime);
  return (
    <div className={styles.header}>
      <RaceTitle event={event}>{text.results.heading(event.name)}</RaceTitle>
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
      <p className="print-only">
        {year} {date}
      </p>
      <VersionLine edition={race.edition} updatedAt={race.updatedAt} head={head} boards={boards} />
      <div className={styles.ways}>
        <RaceNav head={head} boards={boards} />
        <SignUpPanel head={head} />
      </div>
      {(race.live || !online) && <Freshness race={race} />}
      <PrintCode address={address} />
    </div>
  );
}
