import { useCallback, useEffect, useMemo } from "react";
import { formatDate } from "../../format/date";
import { useLoaded } from "../../lib/use-loaded";
import { searchIndex } from "../../race/names";
import { namesText } from "../../text/names";
import { Button } from "../../ui/Button";
import styles from "../parts/search/Found.module.css";
import { NamedResults } from "../parts/search/NamedResults";
import type { Searched } from "./FoundRunners";

/** The most results that are listed: who looks for one person adds a word. */
const SHOWN = 50;

/** Who of all races that are over, but for `races`, has a matching name (pages.md C1). */
export default function EarlierResults({
  query,
  races,
  isOnly,
  onFound,
}: {
  query: string;
  races: readonly Searched[];
  /** Whether nothing else is found: then the page says so if nothing is found here. */
  isOnly: boolean;
  /** Told the text for which somebody is found. */
  onFound: (query: string) => void;
}) {
  const search = useCallback(() => searchIndex(query), [query]);
  const { data, failure, retry } = useLoaded(search);
  const found = useMemo(
    () =>
      data?.found?.filter(
        ({ slug, year }) =>
          !races.some(({ event, recent }) => event.slug === slug && recent.year === year),
      ) ?? null,
    [data, races],
  );
  // Many people are more than nobody.
  const isAnybody = data !== null && (found === null || found.length > 0);
  useEffect(() => {
    if (isAnybody) onFound(query);
  }, [isAnybody, onFound, query]);
  return (
    <section aria-label={namesText.heading} className={`${styles.found} ${styles.elsewhere}`}>
      <h2>{namesText.heading}</h2>
      {failure !== null ? (
        <p role="status">
          {namesText.failed} <Button onClick={retry}>{namesText.retry}</Button>
        </p>
      ) : data === null ? (
        <p role="status">{namesText.searching}</p>
      ) : (
        <>
          <p role="status">
            {found === null
              ? namesText.many
              : found.length === 0 && /\d/.test(query)
                ? namesText.byName
                : (found.length > 0 || !isOnly) && namesText.found(found.length)}
          </p>
          {found !== null && !data.whole && <p>{namesText.partly}</p>}
          {found !== null && found.length > 0 && <NamedResults results={found.slice(0, SHOWN)} />}
          {found !== null && found.length > SHOWN && <p>{namesText.first(SHOWN, found.length)}</p>}
          <p>{namesText.searched(data.races, formatDate(data.newest))}</p>
        </>
      )}
    </section>
  );
}
