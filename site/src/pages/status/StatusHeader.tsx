import { useMemo } from "react";
import { useLocation } from "react-router";
import { formatDate, prettyYear } from "../../format/date";
import type { RaceBoard } from "../../race/boards";
import type { Head } from "../../race/head";
import type { FeedView } from "../../race/use-feed";
import { text } from "../../text/en";
import { Freshness } from "../parts/Freshness";
import { PageHeading } from "../parts/PageHeading";
import { YearSwitcher } from "../parts/YearSwitcher";
import { Key } from "./Key";
import styles from "./Status.module.css";

/** Event and date, the years, how fresh it all is, and the key with the number of runners in each state. */
export function StatusHeader({ race, head, boards, pathOf }: {
  race: FeedView<RaceBoard[]>;
  head: Head;
  /** Null while some runners are not here yet. */
  boards: readonly RaceBoard[] | null;
  pathOf: (slug: string, year: string) => string;
}) {
  const { search } = useLocation();
  const { event, eventYear, years } = head;
  const date = formatDate(eventYear.dateTime);
  const lines = useMemo(() => boards?.flatMap((board) => board.lines) ?? null, [boards]);
  return (
    <div className={styles.header}>
      <PageHeading>{text.status.heading(prettyYear(eventYear.year), event.name)}</PageHeading>
      {date !== "" && <p className={styles.date}>{date}</p>}
      <YearSwitcher years={years} current={eventYear.year} pathOf={(year) => pathOf(event.slug, year)} search={search} />
      <Freshness race={race} />
      <Key lines={lines} />
    </div>
  );
}
