import { useMemo, useState } from "react";
import { Link } from "react-router";
import type { RaceEvent } from "../../api/types";
import { formatDate } from "../../format/date";
import { orderEvents } from "../../lists/event-order";
import { PAGE_SIZE, paginate } from "../../lists/pagination";
import { paths } from "../../paths";
import { staff } from "../../text/staff";
import styles from "../parts/staff/Staff.module.css";
import { Pagination } from "./Pagination";

/** Events, newest first, five per page, each with links to its check-in and its desk. */
export function EventList({ events }: { events: readonly RaceEvent[] }) {
  const words = staff.events;
  const [wanted, setWanted] = useState(1);
  const ordered = useMemo(() => orderEvents(events, ({ recentTime }) => recentTime), [events]);
  const pages = paginate(ordered.length, wanted);
  const { from, to } = pages;
  const paged = ordered.length > PAGE_SIZE;
  return (
    <>
      <ul className={styles.list}>
        {ordered.slice(from, to).map(({ slug, name, recentTime }) => (
          <li key={slug}>
            <span className={styles.eventName}>
              <strong>{name}</strong>
              <span className={styles.note}>{formatDate(recentTime)}</span>
            </span>
            <span className={styles.eventWays}>
              <Link to={paths.checkin(slug)}>
                {words.checkin} <span className="hidden">{name}</span>
              </Link>
              <Link to={paths.desk(slug)}>
                {words.desk} <span className="hidden">{name}</span>
              </Link>
            </span>
          </li>
        ))}
      </ul>
      {paged && (
        <p role="status" className={styles.note}>
          {words.shown(from + 1, to, ordered.length)}
        </p>
      )}
      {paged && <Pagination pages={pages} onGo={setWanted} />}
    </>
  );
}
