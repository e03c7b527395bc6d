import { useMemo, useRef } from "react";
import { Link, matchPath, useLocation } from "react-router";
import { type ListWord, paths } from "../../paths";
import type { RaceBoard } from "../../race/boards";
import type { Head } from "../../race/head";
import { inDivision } from "../../scoring/championship";
import { text } from "../../text/text";
import { useInView } from "../../ui/use-in-view";
import styles from "./RaceNav.module.css";

/** Pages that make sense for any race, and those that need runners of a kind. */
const ALWAYS: readonly ListWord[] = ["results", "awards"];
const CHAMPIONSHIP: readonly ListWord[] = ["pntf", "pntf-awards"];
const YOUTH: readonly ListWord[] = ["ytp-awards", "ytp-series", "pntf-youth"];

/** The two addresses of the status page. */
const STATUS: readonly string[] = ["/results/:slug/:year?/status", "/status/:slug/:year"];

/** The ways to the other pages of the event year. */
export function RaceNav({ head, boards }: { head: Head; boards: readonly RaceBoard[] }) {
  const { slug } = head.event;
  const { year } = head.eventYear;
  const here = pageOf(useLocation().pathname);
  const words = useMemo(() => wordsOf(boards), [boards]);
  const shown = words.join();
  const nav = useRef<HTMLElement>(null);
  useInView(nav, shown);
  if (shown === "") return null;
  return (
    <nav ref={nav} aria-label={text.raceNav.label} className={`${styles.nav} no-print`}>
      {words.map((word) => (
        <Link key={word} to={paths.page(word, slug, year)} aria-current={word === here ? "page" : undefined}>{text.raceNav.pages[word]}</Link>
      ))}
      <Link to={paths.status(slug, year)} aria-current={here === "status" ? "page" : undefined}>{text.raceNav.pages.status}</Link>
    </nav>
  );
}

/** The page word of an address, with or without a year: the latest year's page is that year's. */
function pageOf(pathname: string): string | undefined {
  if (STATUS.some((path) => matchPath(path, pathname) !== null)) return "status";
  return matchPath("/:word/:slug/:year?", pathname)?.params.word;
}

function isTeam(division: string): boolean {
  return division.trim() !== "" && !inDivision(division, "pntf") && !inDivision(division, "ytp");
}

function wordsOf(boards: readonly RaceBoard[]): ListWord[] {
  if (boards.length === 0) return [];
  const divisions = new Set(boards.flatMap(({ lines }) => lines.map(({ row }) => row.division)));
  const some = (test: (division: string) => boolean) => [...divisions].some(test);
  return [
    ...ALWAYS,
    ...(some((division) => inDivision(division, "pntf")) ? CHAMPIONSHIP : []),
    ...(some((division) => inDivision(division, "ytp")) ? YOUTH : []),
    ...(some(isTeam) ? (["team-results"] as const) : []),
  ];
}
