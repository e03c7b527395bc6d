import { Link, useLocation, useNavigate } from "react-router";
import { config } from "../api/config";
import type { RaceEvent } from "../api/types";
import { formatDate } from "../format/date";
import { paths } from "../paths";
import { useEvents } from "../race/use-events";
import { nameMatches } from "../scoring/search";
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
        <SearchBox label={text.events.search} value={query} onChange={(event) => setQuery(event.target.value)} />
        <p role="status" className={styles.count}>{text.events.found(found.length)}</p>
      </div>
      {found.length > 0 ? <List events={found} /> : (
        <p className={styles.none}>
          {text.events.noMatch} <Button onClick={() => { focusSearchBox(); setQuery(""); }}>{text.events.clear}</Button>
        </p>
      )}
    </>
  );
}

function List({ events }: { events: readonly RaceEvent[] }) {
  return (
    <ul className={styles.list}>
      {events.map((event) => (
        <li key={event.slug}>
          <Link to={paths.results(event.slug)}>{event.name}</Link>
          <span className={styles.date}>{formatDate(event.recentTime)}</span>
        </li>
      ))}
    </ul>
  );
}
