import { Link } from "react-router";
import type { RaceEvent } from "../../api/types";
import { paths } from "../../paths";
import { staff } from "../../text/staff";
import { Section } from "../parts/staff/Section";
import styles from "../parts/staff/Staff.module.css";
import { EventList } from "./EventList";
import { FindEvents } from "./FindEvents";

/** One's own events, and a link to create one (pages.md C17 "Events"). */
export function Events({ events, admin }: { events: readonly RaceEvent[]; admin: boolean }) {
  const words = staff.events;
  return (
    <Section heading={words.heading}>
      {events.length === 0 ? (
        <p className={styles.note}>{words.none}</p>
      ) : (
        <EventList events={events} />
      )}
      <p>
        <Link to={paths.newEvent()}>{words.add}</Link>
      </p>
      {admin && <FindEvents />}
    </Section>
  );
}
