import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { formatDate } from "../../../format/date";
import { Freshness } from "./Freshness";
import styles from "./RaceHeader.module.css";
import { RaceNav } from "./RaceNav";
import { PrintCode } from "../print/PrintCode";
import type { LoadedRace } from "./RaceScreen";
import { RaceTitle } from "./RaceTitle";
import { useKnownDistance } from "../distances/use-known-distance";
import { usePrintedYear } from "../print/use-printed-address";
import { VersionLine } from "./VersionLine";
import { YearSwitcher } from "./YearSwitcher";

/** Heading, date, other years, freshness, and what the page adds. */
export function RaceHeader({
  race,
  head,
  boards,
  heading,
  pathOf,
  children,
}: LoadedRace & {
  heading: string;
  /** The address of the same kind of page in another year. */
  pathOf: (slug: string, year: string) => string;
  children?: ReactNode;
}) {
  const { search } = useLocation();
  useKnownDistance(head, boards);
  const { event, eventYear, years } = head;
  const address = usePrintedYear(pathOf(event.slug, eventYear.year), race.edition);
  const date = formatDate(eventYear.dateTime);
  return (
    <div className={styles.header}>
      <RaceTitle event={event}>{heading}</RaceTitle>
      {date !== "" && <p className={styles.date}>{date}</p>}
      <VersionLine edition={race.edition} updatedAt={race.updatedAt} head={head} boards={boards} />
      <YearSwitcher
        years={years}
        current={eventYear.year}
        pathOf={(year) => pathOf(event.slug, year)}
        search={search}
      />
      <RaceNav head={head} boards={boards} />
      <Freshness race={race} />
      <PrintCode address={address} />
      {children}
    </div>
  );
}
