import { displayName } from "../../../format/name";
import { paths } from "../../../paths";
import type { Matches } from "../../../lists/elsewhere";
import type { EventType } from "../../../scoring/row";
import { text } from "../../../text/text";
import styles from "./Found.module.css";
import { RaceLink } from "../race/RaceLink";
import { isHere, placeAndStanding } from "../runner/standing";

/** The matching runners of one distance of one year: name, place, and time or state. */
export function FoundList({
  found,
  slug,
  year,
  eventType,
  rankingType,
  heading,
  list,
}: {
  found: Matches;
  slug: string;
  year: string;
  eventType: EventType;
  rankingType: string;
  heading: string;
  /** Address of the table with all of them. */
  list: string;
}) {
  const { distance, total, lines } = found;
  return (
    <>
      <h3>{heading}</h3>
      <ul>
        {lines.map((line) => {
          const { row } = line;
          const [place, standing] = placeAndStanding(eventType, rankingType, line);
          return (
            <li key={row.bib}>
              <RaceLink
                to={paths.runner(
                  "results",
                  slug,
                  year,
                  row.bib,
                  distance === "" ? undefined : distance,
                )}
              >
                {displayName(row)}
              </RaceLink>
              <span className={styles.facts}>
                {isHere(eventType, row) ? <span>{place}</span> : <b>{place}</b>}
                <span className={styles.standing}>{standing}</span>
                <span>{text.folded.bib(row.bib)}</span>
                {row.ageGroup !== "" && <span>{text.ageGroup(row.ageGroup)}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      {total > lines.length && (
        <p>
          <RaceLink to={list}>{text.elsewhere.all(total)}</RaceLink>
        </p>
      )}
    </>
  );
}
