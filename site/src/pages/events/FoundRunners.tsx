import { useEffect } from "react";
import { prettyYear } from "../../format/date";
import type { RaceEvent } from "../../api/types";
import { paths } from "../../paths";
import type { RecentYear } from "../../race/recent";
import { useOtherYears } from "../../race/use-other-years";
import { useSame } from "../../lib/use-same";
import { eventTypeOf } from "../../scoring/row";
import { eventsText } from "../../text/events";
import { FoundList } from "../parts/search/FoundList";
import styles from "../parts/search/Found.module.css";

export interface Searched {
  event: RaceEvent;
  recent: RecentYear;
}

/** The runners who match in live and recent races, in a list for each distance (pages.md C1). */
export default function FoundRunners({
  races,
  query,
  onFound,
}: {
  races: readonly Searched[];
  query: string;
  /** Told the text for which somebody is found. */
  onFound: (query: string) => void;
}) {
  return (
    <section aria-label={eventsText.runners} className={`${styles.found} ${styles.elsewhere}`}>
      <h2>{eventsText.runners}</h2>
      {races.map((race) => (
        <OfRace key={race.event.slug} {...race} query={query} onFound={onFound} />
      ))}
    </section>
  );
}

function OfRace({
  event,
  recent: { year },
  query,
  onFound,
}: Searched & { query: string; onFound: (query: string) => void }) {
  const { answers, done } = useOtherYears(event.slug, useSame([year]), query);
  const name = `${event.name} ${prettyYear(year)}`;
  const found = answers.flatMap(({ rankingType, found: lists }) =>
    lists.map((list) => ({ rankingType, list })),
  );
  const failed = answers.some((answer) => answer.failed);
  const isAnybody = found.length > 0;
  useEffect(() => {
    if (isAnybody) onFound(query);
  }, [isAnybody, onFound, query]);
  return (
    <>
      <p role="status">
        {failed
          ? eventsText.notSearched(name)
          : done
            ? eventsText.runnersFound(
                found.reduce((sum, { list }) => sum + list.total, 0),
                name,
              )
            : eventsText.searching(name)}
      </p>
      {found.map(({ rankingType, list }) => (
        <FoundList
          key={list.distance}
          found={list}
          slug={event.slug}
          year={year}
          eventType={eventTypeOf(event.type)}
          rankingType={rankingType}
          heading={[name, list.distance].filter((part) => part !== "").join(", ")}
          list={`${paths.results(event.slug, year)}?${new URLSearchParams({ distance: list.distance, q: query }).toString()}`}
        />
      ))}
    </>
  );
}
