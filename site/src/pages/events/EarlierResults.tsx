import { useCallback } from "react";
import { formatDate } from "../../format/date";
import { useLoaded } from "../../lib/use-loaded";
import { searchIndex } from "../../race/names";
import { namesText } from "../../text/names";
import { Button } from "../../ui/Button";
import styles from "../parts/search/Found.module.css";
import { NamedResults } from "../parts/search/NamedResults";

/** The most results that are listed: who looks for one person adds a word. */
const SHOWN = 50;

/** Who of all races that are over has a matching name, and what was searched (pages.md C1). */
export default function EarlierResults({ query }: { query: string }) {
  const search = useCallback(() => searchIndex(query), [query]);
  const { data, failure, retry } = useLoaded(search);
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
            {data.found === null ? namesText.many : namesText.found(data.found.length)}
          </p>
          {data.found !== null && !data.whole && <p>{namesText.partly}</p>}
          {data.found !== null && data.found.length > 0 && (
            <NamedResults results={data.found.slice(0, SHOWN)} />
          )}
          {data.found !== null && data.found.length > SHOWN && (
            <p>{namesText.first(SHOWN, data.found.length)}</p>
          )}
          <p>{namesText.searched(data.races, formatDate(data.newest))}</p>
        </>
      )}
    </section>
  );
}
