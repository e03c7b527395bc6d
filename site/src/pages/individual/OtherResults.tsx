import { useCallback } from "react";
import { Link } from "react-router";
import { formatDate } from "../../format/date";
import { fullName } from "../../format/name";
import { useLoaded } from "../../lib/use-loaded";
import type { NamedResult } from "../../lists/name-index";
import { paths } from "../../paths";
import type { Head } from "../../race/head";
import { resultsOfName } from "../../race/names";
import type { Runner } from "../../race/shard";
import { useRunner } from "../../race/use-runner";
import { personOf } from "../../scoring/people";
import { splitPerson } from "../../scoring/person-split";
import { rowKind } from "../../scoring/row-kind";
import { eventTypeOf } from "../../scoring/row";
import { namesText } from "../../text/names";
import { text } from "../../text/text";
import { Failed } from "../../ui/Failed";
import { Loading } from "../../ui/Loading";
import styles from "../parts/search/Found.module.css";
import { finishFacts } from "../parts/runner/runner-facts";
import { standing } from "../parts/runner/standing";
import { NamedResults } from "../parts/search/NamedResults";

/** Of how many results of the same person the time is read: two files each. */
const TIMES = 6;

/**
 * Results in other races of people with the runner's name whose gender and age fit. If they may be
 * several people, each is told apart (pages.md C6).
 */
export default function OtherResults({ head, person }: { head: Head; person: Runner }) {
  const asked = JSON.stringify({
    slug: head.event.slug,
    year: head.eventYear.year,
    event: head.event.name,
    day: head.eventYear.dateTime.split("T")[0] ?? "",
    first: person.first,
    last: person.last,
    bib: person.bib.trim(),
    distance: person.distance,
    gender: person.gender,
    age: Math.max(0, person.age),
  } satisfies NamedResult);
  // A live race hands over a new person with each version: only somebody else is searched anew.
  const load = useCallback(() => resultsOfName(JSON.parse(asked) as NamedResult), [asked]);
  const { data, failure, retry } = useLoaded(load);
  if (failure !== null) return <Failed onRetry={retry} />;
  if (data === null) return <Loading message={text.loading} />;
  const { same, possible, races, newest } = data;
  return (
    <div className={styles.found}>
      {same.length > 0 && (
        <>
          <p>{namesText.same}</p>
          <NamedResults
            results={same}
            more={(result, place) => place < TIMES && <FinishTime of={result} />}
          />
        </>
      )}
      {same.length === 0 && possible.length > 0 && <p>{namesText.several}</p>}
      {possible.map((results, place) => (
        <section key={JSON.stringify(results[0])}>
          <h3>
            {results[0]?.age === 0 && person.age > 0
              ? namesText.undated
              : namesText.possible(place + 1)}
          </h3>
          <NamedResults results={results} />
        </section>
      ))}
      {same.length === 0 && possible.length === 0 && <p>{namesText.none}</p>}
      <p>
        {namesText.others(races, formatDate(newest))}{" "}
        <Link
          to={`${paths.events()}?${new URLSearchParams({ q: fullName(person.first, person.last) }).toString()}`}
        >
          {namesText.all}
        </Link>
      </p>
    </div>
  );
}

/**
 * The time that the places go by, named, the laps and their time, or the hours of a result, or how
 * it ended; nothing until it is read.
 */
function FinishTime({ of: { slug, year, first, last, bib, distance } }: { of: NamedResult }) {
  const race = useRunner(slug, year, bib);
  if (race.status !== "ready") return null;
  const { head, data } = race;
  const person = personOf(data.people, distance);
  // The bib may be somebody else's by now.
  if (person === null || fullName(person.first, person.last) !== fullName(first, last)) return null;
  const eventType = eventTypeOf(head.event.type);
  const split = splitPerson(eventType, person.rows);
  const { finish } = split;
  if (finish !== null && rowKind(finish) === "finish" && eventType !== "backyardultra")
    return (
      <b>
        {standing(eventType, head.eventYear.rankingType, {
          row: finish,
          result: finish,
          state: "finished",
        })}
      </b>
    );
  const [fact] = finishFacts(eventType, split, person.rows, head.segments);
  return <b>{fact?.values[0]}</b>;
}
