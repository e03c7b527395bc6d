import { type CSSProperties, useMemo, useState } from "react";
import { config } from "../../api/config";
import { paths } from "../../paths";
import { runnerKey } from "../../race/compare";
import { linesOfYears, type SeriesChoice, type SeriesEventYears, seriesPart } from "../../race/series";
import { useFeed } from "../../race/use-feed";
import { searchTest } from "../../scoring/search";
import { type SeriesPerson, seriesStandings } from "../../scoring/series";
import type { Series } from "../../scoring/series-definition";
import { text } from "../../text/text";
import { Table } from "../../ui/Table";
import { usePrinting } from "../../ui/use-printing";
import { ErrorScreen } from "../parts/ErrorScreen";
import { Freshness } from "../parts/Freshness";
import { LoadingPage } from "../parts/LoadingPage";
import { LongNote } from "../parts/LongNote";
import { PageHeading } from "../parts/PageHeading";
import { PageSearch } from "../parts/PageSearch";
import { PrintTimes } from "../parts/PrintTimes";
import { tableCaption } from "../parts/table-caption";
import { useSearch } from "../parts/use-search";
import { YearLinks } from "../parts/YearSwitcher";
import { seriesColumns } from "./columns";
import { PrintLines } from "./PrintLines";
import styles from "./Series.module.css";

const KEYS: readonly string[] = ["q"];

/** The standings of a display year: one table per series. */
export function SeriesContent({ slug, choice }: { slug: string; choice: SeriesChoice }) {
  const { chosen, years, published, followed } = choice;
  // A year that is published later is another feed: this one would never load it.
  const kind = ["series", chosen.displayYear, ...published].join(" ");
  const race = useFeed(kind, slug, followed, () => seriesPart(slug, choice));
  const [query, setQuery] = useSearch(KEYS);
  const [all, setAll] = useState(false);
  const printedAt = usePrinting();
  if (race.status === "error") return <ErrorScreen failure={race.failure} onRetry={race.retry} />;
  if (race.status === "loading") return <LoadingPage title={text.series.loadingTitle(config().product)} />;
  const { head, data } = race;
  const title = text.series.heading(head.event.name, chosen.displayYear);
  return (
    <>
      <title>{title}</title>
      <div className={styles.header}>
        <PageHeading>{title}</PageHeading>
        <YearLinks years={newestFirst(years)} current={String(chosen.displayYear)} to={(year) => paths.page("series", head.event.slug, year)} />
        <Freshness race={race} />
        <div className="print-only"><PrintTimes head={head} updatedAt={race.updatedAt} printedAt={printedAt} /></div>
      </div>
      <PageSearch label={text.results.search} search={query} onSearch={setQuery} />
      {chosen.series.map((series) => (
        <Standings
          key={series.name}
          caption={tableCaption(head.event.name, String(chosen.displayYear), "", series.name)}
          series={series}
          years={data}
          query={query}
          followed={followed}
          changed={race.changed}
          all={printedAt === null ? all : "now"}
          onShowAll={() => setAll(true)}
        />
      ))}
    </>
  );
}

function newestFirst(years: SeriesChoice["years"]): string[] {
  return years.map(({ displayYear }) => displayYear).toSorted((a, b) => b - a).map(String);
}

function Standings({ caption, series, years, query, followed, changed, all, onShowAll }: {
  caption: string;
  series: Series;
  years: SeriesEventYears;
  query: string;
  /** The year whose runners are among the changed ones. */
  followed: string;
  changed: ReadonlySet<string>;
  all: boolean | "now";
  onShowAll: () => void;
}) {
  const races = series.distances;
  const people = useMemo(() => seriesStandings(series, linesOfYears(years)), [series, years]);
  const shown = useMemo(() => found(people, query), [people, query]);
  const columns = useMemo(() => seriesColumns(races), [races]);
  const changedOf = (person: SeriesPerson) =>
    person.races.some((run, index) => run !== null && races[index]?.year === followed && changed.has(runnerKey(run.result.distance, run.result.bib)));
  return (
    <section className={styles.series}>
      <h2>{series.name}</h2>
      <p className={styles.rule}>{text.series.rule(series.best)}</p>
      <PrintLines races={races} years={years} query={query} />
      {people.length === 0 && <p>{text.results.none}</p>}
      {people.length > 0 && shown.length === 0 && <p role="status">{text.results.noMatch}</p>}
      <LongNote count={shown.length} large={text.results.large} all={all !== false} onShowAll={onShowAll} />
      {shown.length > 0 && (
        <div className={styles.scroll} style={{ "--races": races.length } as CSSProperties} tabIndex={0} role="region" aria-label={series.name}>
          <Table
            caption={caption}
            columns={columns}
            rows={shown}
            keyOf={(person) => `${person.name}\n${person.gender}`}
            changedOf={changedOf}
            all={all}
            data={people}
          />
        </div>
      )}
    </section>
  );
}

/** Who has the name, or wore the bib in one of the races (pages.md A14). */
function found(people: readonly SeriesPerson[], query: string): SeriesPerson[] {
  const test = searchTest(query);
  return people.filter(({ races }) => races.some((run) => run !== null && test(run.result)));
}
