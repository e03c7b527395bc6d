import { type CSSProperties, useMemo } from "react";
import { config } from "../../api/config";
import { Failure } from "../../api/failure";
import { paths } from "../../paths";
import { linesOfYears, type SeriesChoice, seriesPart } from "../../race/series";
import { useFeed } from "../../race/use-feed";
import { nameMatches } from "../../scoring/search";
import { seriesStandings } from "../../scoring/series";
import type { Series } from "../../scoring/series-definition";
import { text } from "../../text/text";
import { Table } from "../../ui/Table";
import { usePrinting } from "../../ui/use-printing";
import { ErrorScreen } from "../parts/ErrorScreen";
import { Freshness } from "../parts/Freshness";
import { LoadingPage } from "../parts/LoadingPage";
import { PageHeading } from "../parts/PageHeading";
import { PageSearch } from "../parts/PageSearch";
import { PrintTimes } from "../parts/PrintTimes";
import { useSearch } from "../parts/use-search";
import { YearLinks } from "../parts/YearSwitcher";
import { seriesColumns } from "./columns";
import styles from "./Series.module.css";

const KEYS: readonly string[] = ["q"];
const BROKEN = new Failure(0);

/** The standings of a display year: one table per series. */
export function SeriesContent({ slug, choice }: { slug: string; choice: SeriesChoice }) {
  const { chosen, years } = choice;
  const race = useFeed(`series ${chosen.displayYear}`, slug, choice.followed, () => seriesPart(slug, choice));
  const { status, head, data, failure, retry } = race;
  const [query, setQuery] = useSearch(KEYS);
  const printedAt = usePrinting();
  if (status === "error") return <ErrorScreen failure={failure ?? BROKEN} onRetry={retry} />;
  if (head === null || data === null) return <LoadingPage title={text.series.loadingTitle(config().product)} />;
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
      <PageSearch label={text.series.search} search={query} onSearch={setQuery} />
      {chosen.series.map((series) => (
        <Standings key={series.name} series={series} years={data} query={query} printing={printedAt !== null} />
      ))}
    </>
  );
}

function newestFirst(years: SeriesChoice["years"]): string[] {
  return years.map(({ displayYear }) => displayYear).toSorted((a, b) => b - a).map(String);
}

function Standings({ series, years, query, printing }: {
  series: Series;
  years: Parameters<typeof linesOfYears>[0];
  query: string;
  printing: boolean;
}) {
  const people = useMemo(() => seriesStandings(series, linesOfYears(years)), [series, years]);
  const shown = useMemo(() => people.filter(({ name }) => nameMatches(name, query)), [people, query]);
  const columns = useMemo(() => seriesColumns(series.distances), [series]);
  const best = Math.max(1, Math.floor(series.best) || 1);
  return (
    <section className={styles.series}>
      <h2>{series.name}</h2>
      <p className={styles.rule}>{text.series.rule(best)}</p>
      {people.length === 0 && <p>{text.results.none}</p>}
      {people.length > 0 && shown.length === 0 && <p role="status">{text.results.noMatch}</p>}
      {shown.length > 0 && (
        <div className={styles.scroll} style={{ "--races": series.distances.length } as CSSProperties} tabIndex={0} role="region" aria-label={series.name}>
          <Table
            caption={series.name}
            columns={columns}
            rows={shown}
            keyOf={(person) => `${person.name}\n${person.gender}`}
            all={printing ? "now" : false}
            data={people}
          />
        </div>
      )}
    </section>
  );
}
