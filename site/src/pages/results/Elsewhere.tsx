import { useDeferredValue, useId, useMemo, useRef } from "react";
import {
  type ResultsContext,
  type ResultsView,
  writeResultsQuery,
} from "../../address/results-query";
import { useOnline } from "../../lib/use-online";
import { type Matches, foundIn, orderFound } from "../../lists/elsewhere";
import { orderYears } from "../../lists/year-order";
import { paths } from "../../paths";
import type { RaceBoard } from "../../race/boards";
import type { Head } from "../../race/head";
import { useOtherYears } from "../../race/use-other-years";
import { rankingBasis } from "../../scoring/rank-by";
import { basisOf } from "../../scoring/row";
import { board as boardText } from "../../text/board";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import styles from "../parts/search/Found.module.css";
import { FoundList } from "../parts/search/FoundList";

interface ElsewhereProps {
  head: Head;
  boards: readonly RaceBoard[];
  /** The shown distance. */
  shown: string;
  view: ResultsView;
  context: ResultsContext;
  /** Whether the visitor asked for the other years. */
  everyYear: boolean;
  onEveryYear: () => void;
}

const NO_YEARS: readonly string[] = [];

/**
 * Who else matches the search text: in the other distances of the year at once, and in the other
 * years of the event on request (a year of 20,000 runners is 80 KB of names, and 160 KB more if
 * somebody matches).
 */
export default function Elsewhere({
  head,
  boards,
  shown,
  view,
  context,
  everyYear,
  onEveryYear,
}: ElsewhereProps) {
  const id = useId();
  const query = useDeferredValue(view.search);
  const { event, eventYear } = head;
  const years = useMemo(
    () => yearsBeside(head.years, eventYear.year),
    [head.years, eventYear.year],
  );
  const loaded = boards.every(({ distance, complete }) => complete || distance === shown);
  const here = useMemo(
    () => foundBeside(boards, shown, query, context),
    [boards, shown, query, context],
  );
  // The tabs say so already.
  const isNowhere = loaded && here.length === 0;
  const search = useOtherYears(event.slug, everyYear ? years : NO_YEARS, query);
  const heading = useRef<HTMLHeadingElement>(null);
  const searchYears = () => {
    heading.current?.focus({ preventScroll: true });
    onEveryYear();
  };
  // If a year ranks by another time, the time chosen here is its own.
  const rankIn = (rankingType: string): Record<string, string> => {
    const basis = rankingBasis(context.eventType, context.rankingType, view.ticked);
    return view.ticked && basisOf(rankingType) !== basis ? { rank: basis } : {};
  };
  if (isNowhere && years.length === 0) return null;
  const answers = years.flatMap((year) => search.answers.filter((answer) => answer.year === year));
  return (
    <section aria-labelledby={id} className={`${styles.found} ${styles.elsewhere} no-print`}>
      <h2 id={id} tabIndex={-1} ref={heading}>
        {boardText.elsewhere.heading(event.name)}
      </h2>
      {boards.length > 1 && !isNowhere && (
        <p>{loaded ? boardText.elsewhere.inDistances(sum(here)) : text.loading}</p>
      )}
      {here.map((found) => (
        <FoundList
          key={found.distance}
          found={found}
          slug={event.slug}
          year={eventYear.year}
          eventType={context.eventType}
          rankingType={context.rankingType}
          heading={found.distance}
          list={`${paths.results(event.slug, eventYear.year)}?${writeResultsQuery({ ...view, distance: found.distance, option: 0 }, context)}`}
        />
      ))}
      {years.length > 0 && !everyYear && (
        <Button onClick={searchYears}>{boardText.elsewhere.searchYears(years)}</Button>
      )}
      {everyYear && <Progress years={years} search={search} />}
      {answers.flatMap(({ year, rankingType, found }) =>
        found.map((one) => (
          <FoundList
            key={`${year} ${one.distance}`}
            found={one}
            slug={event.slug}
            year={year}
            eventType={context.eventType}
            rankingType={rankingType}
            heading={[year, one.distance].filter((part) => part !== "").join(", ")}
            list={`${paths.results(event.slug, year)}?${new URLSearchParams({ distance: one.distance, q: query, ...rankIn(rankingType) }).toString()}`}
          />
        )),
      )}
    </section>
  );
}

function Progress({
  years,
  search: { answers, done, retry },
}: {
  years: readonly string[];
  search: ReturnType<typeof useOtherYears>;
}) {
  const online = useOnline();
  const failed = answers.filter(({ failed: unanswered }) => unanswered).map(({ year }) => year);
  return (
    <>
      <p role="status">
        {done
          ? boardText.elsewhere.inYears(sum(answers.flatMap(({ found }) => found)))
          : boardText.elsewhere.searching}
      </p>
      {!done && (
        <progress
          aria-label={boardText.elsewhere.searching}
          max={years.length}
          value={answers.length}
          className={styles.progress}
        />
      )}
      {failed.length > 0 && (
        <p role="alert">
          {online ? boardText.elsewhere.failed(failed) : boardText.elsewhere.offline(failed)}{" "}
          <Button quiet onClick={retry}>
            {text.tryAgain}
          </Button>
        </p>
      )}
    </>
  );
}

/** The other years of the event, as the visitor reads them. */
function yearsBeside(all: Head["years"], shown: string): string[] {
  return orderYears(all)
    .map(({ year }) => year)
    .filter((year) => year !== shown)
    .toReversed();
}

/** The other distances of the year, in the order of their tabs. */
function foundBeside(
  boards: readonly RaceBoard[],
  shown: string,
  query: string,
  { eventType, rankingType }: ResultsContext,
): Matches[] {
  const others = boards.filter(({ distance, complete }) => complete && distance !== shown);
  return orderFound(
    others
      .map((board) => foundIn(board, query, { eventType, basis: basisOf(rankingType) }))
      .filter((one) => one !== null),
  );
}

function sum(found: readonly Matches[]): number {
  return found.reduce((total, one) => total + one.total, 0);
}
