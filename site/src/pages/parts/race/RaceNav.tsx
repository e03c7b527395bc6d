import { Suspense, useCallback, useMemo, useRef } from "react";
import { useLocation } from "react-router";
import { tidy } from "../../../format/text";
import { optional } from "../../../lib/optional";
import { useInView } from "../../../lib/use-in-view";
import { useLoaded } from "../../../lib/use-loaded";
import { type ListWord, paths } from "../../../paths";
import type { RaceBoard } from "../../../race/boards";
import type { Head } from "../../../race/head";
import { hasSeries } from "../../../race/years";
import { inDivision } from "../../../scoring/championship";
import { text } from "../../../text/text";
import { carriedFrom, pageOf, queryFor } from "../address/carried";
import { RaceLink } from "./RaceLink";
import styles from "./RaceNav.module.css";

/** Pages that make sense for any race; the others need certain kinds of runners. */
const ALWAYS: readonly ListWord[] = ["results", "awards"];
const CHAMPIONSHIP: readonly ListWord[] = ["pntf", "pntf-awards"];
const YOUTH: readonly ListWord[] = ["ytp-awards", "ytp-series", "pntf-youth"];

/** Fetched only if the event has a series. */
const SeriesLinks = optional(() => import("./SeriesLinks"));

/** Links to the other pages of the event year. */
export function RaceNav({ head, boards }: { head: Head; boards: readonly RaceBoard[] }) {
  const { slug } = head.event;
  const { year } = head.eventYear;
  const location = useLocation();
  const here = pageOf(location.pathname);
  const { view } = carriedFrom(location);
  const words = useMemo(() => wordsOf(boards), [boards]);
  const shown = words.join();
  const series = useLoaded(useCallback(() => hasSeries(slug), [slug]));
  const nav = useRef<HTMLElement>(null);
  useInView(nav, shown);
  if (shown === "") return null;
  return (
    <nav ref={nav} aria-label={text.raceNav.label} className={`${styles.nav} no-print`}>
      {words.map((word) => (
        <RaceLink
          key={word}
          to={paths.page(word, slug, year) + queryFor(word, view)}
          aria-current={word === here ? "page" : undefined}
        >
          {text.raceNav.pages[word]}
        </RaceLink>
      ))}
      <RaceLink
        to={paths.status(slug, year) + queryFor("status", view)}
        aria-current={here === "status" ? "page" : undefined}
      >
        {text.raceNav.pages.status}
      </RaceLink>
      {series.data === true && (
        <Suspense fallback={null}>
          <SeriesLinks slug={slug} year={year} view={view} />
        </Suspense>
      )}
      {head.event.website && <a href={head.event.website}>{text.raceNav.website}</a>}
    </nav>
  );
}

/** Fewer runners are not a team (pages.md C13). */
const TEAM = 4;

/** Whether there may be a team: enough runners with the same division in one distance. */
function hasTeam({ lines }: RaceBoard): boolean {
  const runners = new Map<string, number>();
  return lines.some(({ row: { division } }) => {
    if (division === "" || inDivision(division, "pntf") || inDivision(division, "ytp"))
      return false;
    const team = tidy(division).toLowerCase();
    const count = (runners.get(team) ?? 0) + 1;
    runners.set(team, count);
    return team !== "" && count === TEAM;
  });
}

function wordsOf(boards: readonly RaceBoard[]): ListWord[] {
  if (boards.length === 0) return [];
  const divisions = new Set(boards.flatMap(({ lines }) => lines.map(({ row }) => row.division)));
  const some = (test: (division: string) => boolean) => [...divisions].some(test);
  return [
    ...ALWAYS,
    ...(some((division) => inDivision(division, "pntf")) ? CHAMPIONSHIP : []),
    ...(some((division) => inDivision(division, "ytp")) ? YOUTH : []),
    ...(boards.some(hasTeam) ? (["team-results"] as const) : []),
  ];
}
