import { useLocation } from "react-router";
import type { ListHead } from "../../checkin/kept";
import { formatDate, prettyYear } from "../../format/date";
import { paths } from "../../paths";
import { checkin as words } from "../../text/checkin";
import { PageHeading } from "../parts/frame/PageHeading";
import { YearLinks } from "../parts/race/YearSwitcher";
import styles from "./Checkin.module.css";

/** Event, date and the other years. */
export function Header({ head: { event, year, years } }: { head: ListHead }) {
  const { search } = useLocation();
  const date = formatDate(year.dateTime);
  return (
    <div className={styles.header}>
      <PageHeading>{words.heading(prettyYear(year.year), event.name)}</PageHeading>
      {date !== "" && <p className={styles.date}>{date}</p>}
      <h2>{words.name}</h2>
      <YearLinks
        years={years}
        current={year.year}
        to={(other) => ({ pathname: paths.checkin(event.slug, other), search })}
      />
    </div>
  );
}
