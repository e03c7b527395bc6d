import { useState } from "react";
import { Link } from "react-router";
import type { RaceEvent } from "../../api/types";
import { PAGE_SIZE } from "../../lists/pagination";
import { nameMatches } from "../../lists/search";
import { paths } from "../../paths";
import { staff } from "../../text/staff";
import { SearchBox } from "../../ui/Field";
import { Section } from "../parts/staff/Section";
import styles from "../parts/staff/Staff.module.css";
import { EventList } from "./EventList";
import { FindEvents } from "./FindEvents";

/** One's own events with a search where they take several pages, and a link to create one (pages.md C17 "Events"). */
export function Events({ events, admin }: { events: readonly RaceEvent[]; admin: boolean }) {
  const words = staff.events;
  const [typed, type] = useState("");
  const found = events.filter(({ name }) => nameMatches(name, typed));
  return (
    <Section heading={words.heading}>
      {events.length === 0 && <p className={styles.note}>{words.none}</p>}
      {events.length > PAGE_SIZE && (
        <>
          <SearchBox
            label={words.search}
            value={typed}
            onChange={(event) => type(event.target.value)}
          />
          <p role="status" className={styles.said}>
            {typed.trim() === "" ? "" : words.matching(found.length)}
          </p>
        </>
      )}
      {found.length > 0 && <EventList key={typed} events={found} />}
      <p>
        <Link to={paths.newEvent()}>{words.add}</Link>
      </p>
      {admin && <FindEvents />}
    </Section>
  );
}
