import { displayName } from "../../format/name";
import { type PageWord, paths } from "../../paths";
import type { Head } from "../../race/head";
import type { Runner } from "../../race/shard";
import { text } from "../../text/text";
import { RaceLink } from "../parts/race/RaceLink";
import styles from "./Individual.module.css";

/** The others with the same bib, so that everybody can be found; nothing if there are none. */
export function OtherPeople({
  page,
  head,
  people,
  person,
}: {
  page: PageWord;
  head: Head;
  people: readonly Runner[];
  person: Runner;
}) {
  if (people.length < 2) return null;
  return (
    <aside className={`${styles.others} no-print`}>
      <p>{text.individual.others(person.bib)}</p>
      <ul>
        {people.map((other) => (
          <li key={other.distance}>
            {other === person ? (
              <b aria-current="page">{named(other)}</b>
            ) : (
              <RaceLink
                to={paths.runner(
                  page,
                  head.event.slug,
                  head.eventYear.year,
                  other.bib,
                  other.distance,
                )}
              >
                {named(other)}
              </RaceLink>
            )}
          </li>
        ))}
      </ul>
    </aside>
  );
}

function named(person: Runner): string {
  return [person.distance, displayName(person)].filter((part) => part !== "").join(": ");
}
