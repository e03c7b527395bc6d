import type { ReactNode } from "react";
import { formatDate, prettyYear } from "../../../format/date";
import { fullName } from "../../../format/name";
import type { NamedResult } from "../../../lists/name-index";
import { paths } from "../../../paths";
import { namesText } from "../../../text/names";
import { text } from "../../../text/text";
import { RaceLink } from "../race/RaceLink";
import styles from "./Found.module.css";

/** Results by name: who, in which race, what tells them apart; `more` behind the name. */
export function NamedResults({
  results,
  more,
}: {
  results: readonly NamedResult[];
  more?: (result: NamedResult, place: number) => ReactNode;
}) {
  return (
    <ul>
      {results.map((result, place) => {
        const { slug, year, event, day, first, last, bib, distance, age } = result;
        return (
          <li key={JSON.stringify([slug, year, distance, bib, first, last])}>
            <RaceLink
              to={paths.runner("results", slug, year, bib, distance === "" ? undefined : distance)}
            >
              {fullName(first, last)}
            </RaceLink>
            <span className={styles.race}>
              {more?.(result, place)}
              <b>
                {[`${event} ${prettyYear(year)}`, distance]
                  .filter((part) => part !== "")
                  .join(", ")}
              </b>
              <span>{formatDate(day)}</span>
              <span>{text.folded.bib(bib)}</span>
              {age > 0 && <span>{namesText.age(age)}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
