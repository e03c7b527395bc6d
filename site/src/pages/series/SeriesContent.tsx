import { useState } from "react";
import { config } from "../../api/config";
import { prettyYear } from "../../format/date";
import { usePrinting } from "../../lib/use-printing";
import { paths, VIEW_KEYS } from "../../paths";
import { type SeriesChoice, seriesPart } from "../../race/series";
import { useFeed } from "../../race/use-feed";
import { text } from "../../text/text";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import { LoadingScreen } from "../parts/frame/LoadingScreen";
import { PrintTimes } from "../parts/print/PrintTimes";
import { usePrintedYear } from "../parts/print/use-printed-address";
import { Freshness } from "../parts/race/Freshness";
import { RaceLink } from "../parts/race/RaceLink";
import { RaceTitle } from "../parts/race/RaceTitle";
import { YearLinks } from "../parts/race/YearSwitcher";
import { PageSearch } from "../parts/search/PageSearch";
import { useSearch } from "../parts/search/use-search";
import styles from "../parts/series/Series.module.css";
import { SeriesTables } from "../parts/series/SeriesTables";

export function SeriesContent({ slug, choice }: { slug: string; choice: SeriesChoice }) {
  const { chosen, years, published, followed } = choice;
  // A year published later means another feed: this one would never load it.
  const kind = ["series", chosen.displayYear, ...published].join(" ");
  const race = useFeed(kind, slug, followed, () => seriesPart(slug, choice));
  const [query, setQuery] = useSearch(VIEW_KEYS.series);
  const [all, setAll] = useState(false);
  const printedAt = usePrinting();
  usePrintedYear(paths.page("series", slug, String(chosen.displayYear)), null);
  if (race.status === "error") return <ErrorScreen failure={race.failure} onRetry={race.retry} />;
  if (race.status === "loading")
    return <LoadingScreen title={text.series.loadingTitle(config().product)} />;
  const { head, data } = race;
  const title = text.series.heading(head.event.name, chosen.displayYear);
  return (
    <>
      <title>{title}</title>
      <div className={styles.header}>
        <RaceTitle event={head.event}>{title}</RaceTitle>
        <YearLinks
          years={newestFirst(years)}
          current={String(chosen.displayYear)}
          to={(year) => paths.page("series", head.event.slug, year)}
        />
        <nav aria-label={text.raceNav.label} className={`${styles.races} no-print`}>
          {racesOf(choice).map((year) => (
            <RaceLink key={year} to={paths.results(head.event.slug, year)}>
              {text.error.resultsOf(prettyYear(year))}
            </RaceLink>
          ))}
        </nav>
        <Freshness race={race} />
        <div className="print-only">
          <PrintTimes head={head} race={race} printedAt={printedAt} />
        </div>
      </div>
      <PageSearch label={text.results.search} search={query} onSearch={setQuery} />
      <SeriesTables
        event={head.event.name}
        choice={choice}
        years={data}
        query={query}
        changed={race.changed}
        long={{ all: printedAt === null ? all : "now", onShowAll: () => setAll(true) }}
      />
    </>
  );
}

/** The published years with a race of the series shown, in the order they are listed there. */
function racesOf({ chosen, published }: SeriesChoice): string[] {
  return [
    ...new Set(chosen.series.flatMap(({ distances }) => distances.map(({ year }) => year))),
  ].filter((year) => published.includes(year));
}

function newestFirst(years: SeriesChoice["years"]): string[] {
  return years
    .map(({ displayYear }) => displayYear)
    .toSorted((a, b) => b - a)
    .map(String);
}
