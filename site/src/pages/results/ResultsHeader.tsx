import { useLocation } from "react-router";
import { formatDate, prettyYear } from "../../format/date";
import { paths } from "../../paths";
import { text } from "../../text/text";
import { Certification, certified } from "../parts/Certification";
import { Freshness } from "../parts/Freshness";
import { PageHeading } from "../parts/PageHeading";
import { RaceNav } from "../parts/RaceNav";
import type { LoadedRace } from "../parts/RacePage";
import { YearSwitcher } from "../parts/YearSwitcher";
import styles from "./Results.module.css";

/** Event, year and date, the certification if there is exactly one, the years, and how fresh it all is. */
export function ResultsHeader({ race, head, boards }: LoadedRace) {
  const { search } = useLocation();
  const { event, eventYear, years } = head;
  const date = formatDate(eventYear.dateTime);
  const [only, second] = certified(head);
  return (
    <div className={styles.header}>
      <PageHeading>{text.results.heading(event.name)}</PageHeading>
      <p className={styles.date}>
        {prettyYear(eventYear.year)}
        {date !== "" && <span>{date}</span>}
      </p>
      {only !== undefined && second === undefined && (
        <Certification certificate={only.certification} distance={head.boards.length > 1 ? only.name : ""} />
      )}
      <YearSwitcher years={years} current={eventYear.year} pathOf={(year) => paths.results(event.slug, year)} search={search} />
      <RaceNav head={head} boards={boards} />
      <Freshness race={race} />
    </div>
  );
}
