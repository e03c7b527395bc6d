import { Link } from "react-router";
import type { Year } from "../../api/types";
import { orderYears } from "../../scoring/year-order";
import { text } from "../../text/en";
import styles from "./YearSwitcher.module.css";

/** The years of an event; each other one links to the same kind of page, with the view settings (pages.md B4.3). */
export function YearSwitcher({ years, current, pathOf, search }: {
  years: readonly Year[];
  current: string;
  pathOf: (year: string) => string;
  search: string;
}) {
  if (years.length < 2) return null;
  return (
    <nav aria-label={text.years} className={`${styles.years} no-print`}>
      <ul>
        {orderYears(years).map(({ year }) => (
          <li key={year}>
            {year === current
              ? <span aria-current="page">{year}</span>
              : <Link to={{ pathname: pathOf(year), search }}>{year}</Link>}
          </li>
        ))}
      </ul>
    </nav>
  );
}
