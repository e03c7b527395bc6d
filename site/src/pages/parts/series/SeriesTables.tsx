import { useMemo } from "react";
import { searchTest } from "../../../lists/search";
import { runnerKey } from "../../../race/compare";
import { linesOfYears, type SeriesChoice, type SeriesEventYears } from "../../../race/series";
import { type SeriesPerson, seriesStandings } from "../../../scoring/series";
import type { Series } from "../../../scoring/series-definition";
import { text } from "../../../text/text";
import { Table } from "../../../ui/Table";
import { type LongList, LongNote } from "../tables/LongNote";
import { useFoldAhead } from "../search/use-fold-ahead";
import { tableCaption } from "../tables/table-caption";
import { seriesColumns } from "./columns";
import { PrintLines } from "./PrintLines";
import styles from "./Series.module.css";

/** How the tables of a display year are drawn. */
interface Drawing {
  years: SeriesEventYears;
  /** The search text; "" without one. */
  query: string;
  /** The year whose runners the changed keys refer to. */
  followed: string;
  changed: ReadonlySet<string>;
  /** `all` is "now" while the page is being printed. */
  long: Pick<LongList, "onShowAll"> & { all: boolean | "now" };
}

/** The standings of a display year: one table per series. */
export function SeriesTables({
  event,
  choice: { chosen, followed },
  ...drawing
}: { event: string; choice: SeriesChoice } & Omit<Drawing, "followed">) {
  return (
    <>
      <p className={styles.rule}>{text.series.who}</p>
      {chosen.series.map((series) => (
        <Standings
          key={series.name}
          caption={tableCaption(event, String(chosen.displayYear), "", series.name)}
          series={series}
          followed={followed}
          {...drawing}
        />
      ))}
    </>
  );
}

function Standings({
  caption,
  series,
  years,
  query,
  followed,
  changed,
  long: { all, onShowAll },
}: Drawing & { caption: string; series: Series }) {
  const races = series.distances;
  const people = useMemo(() => seriesStandings(series, linesOfYears(years)), [series, years]);
  useFoldAhead(people, resultsOf);
  const shown = useMemo(() => found(people, query), [people, query]);
  const columns = useMemo(() => seriesColumns(races, years), [races, years]);
  const changedOf = (person: SeriesPerson) =>
    person.races.some(
      (run, index) =>
        run !== null &&
        races[index]?.year === followed &&
        changed.has(runnerKey(run.result.distance, run.result.bib)),
    );
  return (
    <section className={styles.series}>
      <h2>{series.name}</h2>
      <p className={styles.rule}>{text.series.rule(series.best)}</p>
      <PrintLines races={races} years={years} query={query} />
      {people.length === 0 && <p>{text.results.none}</p>}
      {people.length > 0 && shown.length === 0 && <p role="status">{text.results.noMatch}</p>}
      <LongNote
        count={shown.length}
        large={text.results.large}
        all={all !== false}
        onShowAll={onShowAll}
      />
      {shown.length > 0 && (
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={series.name}>
          <Table
            caption={caption}
            columns={columns}
            list={{
              rows: shown,
              keyOf: ({ id }) => id,
              changedOf,
              data: people,
            }}
            all={all}
          />
        </div>
      )}
    </section>
  );
}

function resultsOf(people: readonly SeriesPerson[]) {
  return people.flatMap(({ races }) => races.flatMap((run) => run?.result ?? []));
}

/** People who have the name, or wore the bib in one of the races (pages.md A14). */
function found(people: readonly SeriesPerson[], query: string): SeriesPerson[] {
  const test = searchTest(query);
  return people.filter(({ races }) => races.some((run) => run !== null && test(run.result)));
}
