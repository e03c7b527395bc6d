import { useRef } from "react";
import type { To } from "react-router";
import { useInView } from "../../../lib/use-in-view";
import { type DatedYear, orderYears } from "../../../lists/year-order";
import { text } from "../../../text/text";
import { RaceLink } from "./RaceLink";
import styles from "./YearSwitcher.module.css";

/** The years of an event, linked to the same page with its settings (pages.md B4.3). */
export function YearSwitcher({
  years,
  current,
  shown,
  pathOf,
  search,
}: {
  years: readonly DatedYear[];
  current: string;
  /** The date of the current year, shown instead of the year alone. */
  shown?: string;
  pathOf: (year: string) => string;
  search: string;
}) {
  return (
    <YearLinks
      years={orderYears(years).map(({ year }) => year)}
      current={current}
      shown={shown}
      to={(year) => ({ pathname: pathOf(year), search })}
    />
  );
}

/** Years in the order given; nothing if there is only one. */
export function YearLinks({
  years,
  current,
  shown = current,
  to,
}: {
  years: readonly string[];
  current: string;
  shown?: string;
  to: (year: string) => To;
}) {
  const line = useRef<HTMLElement>(null);
  useInView(line, `${years.join()} ${current}`);
  if (years.length < 2) return null;
  return (
    <nav ref={line} aria-label={text.years} className={`${styles.years} no-print`}>
      <ul>
        {years.map((year) => (
          <li key={year}>
            {year === current ? (
              <span aria-current="page">{shown}</span>
            ) : (
              <RaceLink to={to(year)}>{year}</RaceLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
