import { Suspense, useMemo, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { config } from "../../api/config";
import type { RaceEvent } from "../../api/types";
import { formatDate, prettyYear } from "../../format/date";
import { viewerTime } from "../../lib/clock";
import { optional } from "../../lib/optional";
import { useDebounced } from "../../lib/use-debounced";
import { useOnline } from "../../lib/use-online";
import { firstOf, groupEvents, nearest } from "../../lists/event-groups";
import { nameMatches } from "../../lists/search";
import { paths } from "../../paths";
import { useFollowedYears } from "../../race/stars";
import { useEvents } from "../../race/use-events";
import { type RecentYears, useRecentYears } from "../../race/use-recent";
import { eventTypeOf } from "../../scoring/row";
import { eventsText } from "../../text/events";
import { monthAndYear } from "../../text/intl";
import { withNamesText } from "../../text/names";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { SearchBox } from "../../ui/Field";
import { focusSearchBox } from "../../ui/focus";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import { LoadingScreen } from "../parts/frame/LoadingScreen";
import { PageHeading } from "../parts/frame/PageHeading";
import styles from "./Events.module.css";
import type { Searched } from "./FoundRunners";

/** An address by which phones subscribe to a calendar instead of loading it once. */
function subscribable(address: string): string {
  return new URL(address, location.href).href.replace(/^https?:/, "webcal:");
}

/**
 * The number of events that are checked for being live, and whose runners are searched. Each costs
 * the first view two files (e2e/cost), and a search a worker and up to 80 KB of names.
 */
const NEAR = 4;
/** Drawn at once, and added by each press: a slow phone needs seconds for a thousand. */
const AT_ONCE = 100;
/** So many events stand above the runners: who types the name of an event looks for it. */
const FEW = 5;
/** A shorter text matches everybody, but for scripts of syllables; a single digit may be a bib. */
const SEARCHABLE = /\d|\S.*\S.*\S|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}].*\S/u;
const YEAR = /(?<!\S)(?:19|20)\d\d(?!\S)/;

/** Fetched once there is something to search. */
const FoundRunners = optional(() => import("./FoundRunners"));

const EarlierResults = optional(() => withNamesText(() => import("./EarlierResults")));

/** The event list (pages.md C1). */
export default function EventsPage() {
  const { events, updatedAt, failure, retry } = useEvents();
  const online = useOnline();
  const [now] = useState(Date.now);
  const near = useMemo(() => nearest(events ?? [], now, NEAR), [events, now]);
  const { years, drawn } = useRecentYears(
    near.map(({ slug }) => slug),
    online,
  );
  const title = eventsText.title(config().product);
  const calendar = config().downloads + paths.calendar();
  if (failure !== null) return <ErrorScreen failure={failure} onRetry={retry} />;
  if (events === null || drawn === null) return <LoadingScreen title={title} />;
  return (
    <>
      <title>{title}</title>
      <PageHeading>{eventsText.heading}</PageHeading>
      {!online && (
        <p role="status">
          <strong>{text.offline.banner(viewerTime(updatedAt, true))}</strong>
        </p>
      )}
      {events.length === 0 ? (
        <div className="empty">
          <p>{eventsText.none}</p>
          <p>
            {eventsText.first} <Link to={paths.login()}>{text.nav.login}</Link>
          </p>
        </div>
      ) : (
        <Search events={events} near={near} now={now} years={years} drawn={drawn} online={online} />
      )}
      {events.length > 0 && (
        <p className={styles.count}>
          <a href={subscribable(calendar)}>{eventsText.calendar}</a> ·{" "}
          <a href={calendar}>{eventsText.calendarFile}</a>
        </p>
      )}
    </>
  );
}

/** The recent years of events read so far, and those of them that the list is ordered by. */
interface Recents {
  years: RecentYears;
  drawn: RecentYears;
  now: number;
  online: boolean;
}

function Search({
  events,
  near,
  ...known
}: Recents & { events: readonly RaceEvent[]; near: readonly RaceEvent[] }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const settled = new URLSearchParams(search).get("q") ?? "";
  const [query, setQuery] = useDebounced(settled, (typed) => {
    const q = new URLSearchParams(typed.trim() === "" ? {} : { q: typed });
    void navigate({ search: q.toString() }, { replace: true });
  });
  const { years } = known;
  const races = useMemo(() => searchedOf(near, years), [near, years]);
  const found = events.filter((event) => isMeant(event, settled));
  const searchable = SEARCHABLE.test(settled);
  const [foundFor, setFoundFor] = useState("");
  const isAnybody = found.length > 0 || (searchable && foundFor === settled);
  const isFew = found.length > 0 && found.length <= FEW;
  const list = <List events={found} {...known} />;
  return (
    <>
      <div className={styles.search}>
        <SearchBox
          inside
          label={eventsText.search}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <p role="status" className={styles.count}>
          {found.length > 0 && eventsText.found(found.length)}
        </p>
      </div>
      {!searchable && /\p{L}/u.test(settled) && <p>{eventsText.tooShort}</p>}
      {settled === "" && <Followed events={events} />}
      {isFew && list}
      {searchable && races.length > 0 && (
        <Suspense>
          <FoundRunners races={races} query={settled} onFound={setFoundFor} />
        </Suspense>
      )}
      {searchable &&
        !known.online &&
        near
          .filter(({ slug }) => !years.has(slug))
          .map(({ slug, name }) => (
            <p key={slug} role="status">
              {eventsText.notSearched(name)}
            </p>
          ))}
      {searchable && (
        <Suspense>
          <EarlierResults races={races} query={settled} isOnly={!isAnybody} onFound={setFoundFor} />
        </Suspense>
      )}
      {found.length > FEW && list}
      {!isAnybody && (
        <div className="empty">
          <p role="status">{eventsText.noMatch}</p>
          <Button
            onClick={() => {
              focusSearchBox();
              setQuery("");
            }}
          >
            {eventsText.clear}
          </Button>
        </div>
      )}
    </>
  );
}

/** Whether an event has the name, alone or with its latest year: the list names no others. */
function isMeant({ name, recentTime }: RaceEvent, query: string): boolean {
  const [year] = YEAR.exec(query) ?? [];
  if (year === undefined || nameMatches(name, query)) return nameMatches(name, query);
  const rest = query.replace(YEAR, " ").trim();
  return rest === "" ? recentTime.startsWith(year) : nameMatches(name, rest);
}

/** The recent races whose year is known, the live ones first. */
function searchedOf(near: readonly RaceEvent[], recents: RecentYears): Searched[] {
  const known = near.flatMap((event) => {
    const recent = recents.get(event.slug);
    return recent === undefined || recent.distances.length === 0 ? [] : [{ event, recent }];
  });
  return known.toSorted((a, b) => Number(b.recent.live) - Number(a.recent.live));
}

function List({ events, now, years, drawn, online }: Recents & { events: readonly RaceEvent[] }) {
  const groups = useMemo(
    // Something a device heard before it went offline is not live.
    () =>
      groupEvents(
        events,
        ({ recentTime }) => recentTime,
        now,
        ({ slug }) => online && drawn.get(slug)?.live === true,
      ),
    [events, now, drawn, online],
  );
  const { shown, more } = useShown();
  const rest = events.length - shown;
  return (
    <>
      {firstOf(groups, shown).map(({ key, events: grouped }) => (
        <section key={key} className={styles.group}>
          <h2>{groupName(key)}</h2>
          <ul className={styles.list}>
            {grouped.map((event) => (
              <li key={event.slug}>
                <Link to={paths.results(event.slug)}>{event.name}</Link>
                <span className={styles.date}>{formatDate(event.recentTime)}</span>
                {key !== "live" && online && years.get(event.slug)?.live === true && (
                  <strong className={styles.live}>{eventsText.live}</strong>
                )}
                <span className={styles.type}>
                  {[
                    eventsText.types[eventTypeOf(event.type)],
                    (drawn.get(event.slug)?.distances ?? []).join(", "),
                  ]
                    .filter((part) => part !== "")
                    .join(" · ")}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {rest > 0 && (
        <p className={styles.count}>
          {eventsText.shown(shown, events.length)}{" "}
          <Button onClick={more}>{eventsText.more(Math.min(rest, AT_ONCE))}</Button>
        </p>
      )}
    </>
  );
}

/** How many events are drawn, kept in the history entry: who comes back finds the same list. */
function useShown(): { shown: number; more: () => void } {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const shown = (state as { shown?: number } | null)?.shown ?? AT_ONCE;
  return {
    shown,
    more: () => void navigate({ search }, { replace: true, state: { shown: shown + AT_ONCE } }),
  };
}

function groupName(key: string): string {
  switch (key) {
    case "live":
    case "today":
    case "week":
    case "coming":
      return eventsText[key];
    case "":
      return eventsText.undated;
    default: {
      const [year, month] = key.split("-").map(Number);
      return monthAndYear(year ?? 0, month ?? 0);
    }
  }
}

/** The event years this device follows somebody in: known without any request. */
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
            <Link to={paths.results(slug, year)}>
              {name} {prettyYear(year)}
            </Link>
            <span className={styles.type}>{eventsText.followed(runners)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
