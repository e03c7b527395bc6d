import { useMemo, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { config } from "../api/config";
import type { RaceEvent } from "../api/types";
import { formatDate, prettyYear } from "../format/date";
import { paths } from "../paths";
import { useFollowedYears } from "../race/stars";
import { useEvents } from "../race/use-events";
import { groupEvents } from "../scoring/event-groups";
import { eventTypeOf } from "../scoring/row";
import { nameMatches } from "../scoring/search";
import { monthAndYear } from "../text/intl";
import { text } from "../text/text";
import { Button } from "../ui/Button";
import { viewerTime } from "../ui/clock";
import { SearchBox } from "../ui/Field";
import { focusSearchBox } from "../ui/focus";
import { useDebounced } from "../ui/use-debounced";
import { useOnline } from "../ui/use-online";
import styles from "./Events.module.css";
import { ErrorScreen } from "./parts/ErrorScreen";
import { LoadingPage } from "./parts/LoadingPage";
import { PageHeading } from "./parts/PageHeading";

/** The event list (pages.md C1). */
export default function EventsPage() {
  const { events, updatedAt, failure, retry } = useEvents();
  const online = useOnline();
  const title = text.events.title(config().product);
  if (failure !== null) return <ErrorScreen failure={failure} onRetry={retry} />;
  if (events === null) return <LoadingPage title={title} />;
  return (
    <>
      <title>{title}</title>
      <PageHeading>{text.events.heading}</PageHeading>
      {!online && <p role="status"><strong>{text.offline.banner(viewerTime(updatedAt, true))}</strong></p>}
      {events.length === 0 ? <p className={styles.none}>{text.events.none}</p> : <Search events={events} />}
    </>
  );
}

function Search({ events }: { events: readonly RaceEvent[] }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const settled = new URLSearchParams(search).get("q") ?? "";
  const [query, setQuery] = useDebounced(settled, (typed) => {
    const q = new URLSearchParams(typed.trim() === "" ? {} : { q: typed });
    void navigate({ search: q.toString() }, { replace: true });
  });
  const found = events.filter((event) => nameMatches(event.name, settled));
  return (
    <>
      <div className={styles.search}>
        <SearchBox inside label={text.events.search} value={query} onChange={(event) => setQuery(event.target.value)} />
        <p role="status" className={styles.count}>{text.events.found(found.length)}</p>
      </div>
      {settled === "" && <Followed events={events} />}
      {found.length > 0 ? <List events={found} /> : (
        <p className={styles.none}>
          {text.events.noMatch} <Button onClick={() => { focusSearchBox(); setQuery(""); }}>{text.events.clear}</Button>
        </p>
      )}
    </>
  );
}

function List({ events }: { events: readonly RaceEvent[] }) {
  const [now] = useState(Date.now);
  const groups = useMemo(() => groupEvents(events, ({ recentTime }) => recentTime, now), [events, now]);
  return groups.map(({ key, events: grouped }) => (
    <section key={key} className={styles.group}>
      <h2>{groupName(key)}</h2>
      <ul className={styles.list}>
        {grouped.map((event) => (
          <li key={event.slug}>
            <Link to={paths.results(event.slug)}>{event.name}</Link>
            <span className={styles.date}>{formatDate(event.recentTime)}</span>
            <span className={styles.type}>{text.events.types[eventTypeOf(event.type)]}</span>
          </li>
        ))}
      </ul>
    </section>
  ));
}

function groupName(key: string): string {
  switch (key) {
    case "today":
    case "week":
    case "coming":
      return text.events[key];
    case "":
      return text.events.undated;
    default: {
      const [year, month] = key.split("-").map(Number);
      return monthAndYear(year ?? 0, month ?? 0);
    }
  }
}

/** The event years whose runners this device follows: whom and how many is known without asking anybody. */
function Followed({ events }: { events: readonly RaceEvent[] }) {
  const listed = useFollowedYears().flatMap((followed) => {
    const event = events.find(({ slug }) => slug === followed.slug);
    return event === undefined ? [] : [{ ...followed, name: event.name }];
  });
  if (listed.length === 0) return null;
  return (
    <section className={styles.group}>
      <h2>{text.stars.heading}</h2>
      <ul className={styles.list}>
        {listed.map(({ slug, year, runners, name }) => (
          <li key={`${slug} ${year}`}>
            <Link to={paths.results(slug, year)}>{name} {prettyYear(year)}</Link>
            <span className={styles.type}>{text.events.followed(runners)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
