import { type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router";
import { optional } from "../../../lib/optional";
import { useLoaded } from "../../../lib/use-loaded";
import { paths } from "../../../paths";
import type { RaceBoard } from "../../../race/boards";
import type { Head } from "../../../race/head";
import { hasSeries } from "../../../race/years";
import { text } from "../../../text/text";
import { Button } from "../../../ui/Button";
import { carriedFrom, pageOf, queryFor } from "../address/carried";
import { pagesOf } from "./pages-of";
import { RaceLink } from "./RaceLink";
import styles from "./RaceNav.module.css";

/** Fetched only if the event has a series. */
const SeriesLinks = optional(() => import("./SeriesLinks"));

/** Links to the other pages of the event year. */
export function RaceNav({ head, boards }: { head: Head; boards: readonly RaceBoard[] }) {
  const { slug } = head.event;
  const { year } = head.eventYear;
  const location = useLocation();
  const here = pageOf(location.pathname);
  const { view } = carriedFrom(location);
  const words = useMemo(() => pagesOf(boards), [boards]);
  const shown = words.join();
  const series = useLoaded(useCallback(() => hasSeries(slug), [slug]));
  const line = useRef<HTMLDivElement>(null);
  const [opened, open] = useState(false);
  const isCut = useCut(line, `${shown} ${series.data}`);
  if (shown === "") return null;
  return (
    <nav aria-label={text.raceNav.label} className={`${styles.nav} no-print`}>
      <div ref={line} className={styles.line} data-all={opened || undefined}>
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
          <Suspense>
            <SeriesLinks slug={slug} year={year} view={view} />
          </Suspense>
        )}
        {head.event.website && <a href={head.event.website}>{text.raceNav.website}</a>}
      </div>
      {(isCut || opened) && (
        <Button
          quiet
          aria-expanded={opened}
          aria-label={text.raceNav.more}
          onClick={() => open(!opened)}
        >
          …
        </Button>
      )}
    </nav>
  );
}

/** Whether not all fits in the one line of phones, where the shown page comes first. */
function useCut(line: RefObject<HTMLElement | null>, shown: string): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const element = line.current;
    if (element === null || shown === "") return undefined;
    // It is told once at the beginning, too.
    const observer = new ResizeObserver(() =>
      setCut(element.scrollHeight > element.clientHeight + HALF_A_LINE),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [line, shown]);
  return isCut;
}

/** In CSS pixels. */
const HALF_A_LINE = 16;
