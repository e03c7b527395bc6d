import { Suspense, useState } from "react";
import { useLocation } from "react-router";
import type { RaceBoard } from "../../race/boards";
import { hasStars, type Stars, useStars } from "../../race/stars";
import { orderDistances } from "../../scoring/event-order";
import { isFollowLink } from "../../scoring/follow-link";
import { text } from "../../text/text";
import { Tabs } from "../../ui/Tabs";
import { usePrinting } from "../../ui/use-printing";
import { Controls } from "./Controls";
import { RemovalPanel, SignUpPanel } from "../alerts/Panels";
import { Disclaimer } from "../parts/Disclaimer";
import { tabLabel } from "../parts/distance-name";
import { optional } from "../parts/optional";
import type { LoadedRace } from "../parts/RacePage";
import { Panel } from "./Panel";
import styles from "./Results.module.css";
import { ResultsHeader } from "./ResultsHeader";
import { StripSpace } from "./StripSpace";
import { Tools } from "./Tools";
import { useMatches, useTable } from "./use-table";
import { useView } from "./use-view";

const strip = () => import("./MyRunners");
if (hasStars()) strip().catch(() => undefined);

/** Fetched only by who follows runners, and who searches. */
const MyRunners = optional(strip);
const Elsewhere = optional(() => import("./Elsewhere"));

/** A loaded results page: header, controls, tabs, the table of the chosen distance, disclaimer. */
export function ResultsContent({ race, head, boards }: LoadedRace) {
  const board = boards[0];
  const { hash } = useLocation();
  const stars = useStars(head.event.slug, head.eventYear.year);
  return (
    <>
      <title>{text.results.title(head.event.name)}</title>
      <ResultsHeader race={race} head={head} boards={boards} />
      <SignUpPanel head={head} />
      {(stars.stars.length > 0 || isFollowLink(hash)) && (
        <Suspense fallback={<StripSpace head={head} stars={stars} />}>
          <MyRunners head={head} boards={boards} stars={stars} changed={race.changed} />
        </Suspense>
      )}
      {board === undefined
        ? <p className={styles.none}>{text.results.none}</p>
        : <Tables race={race} head={head} boards={boards} first={board} stars={stars} />}
      <RemovalPanel head={head} />
    </>
  );
}

function Tables({ race, head, boards, first, stars }: LoadedRace & {
  first: RaceBoard;
  stars: Stars;
}) {
  const { view, context, change } = useView(head, boards);
  const board = boards.find(({ distance }) => distance === view.distance) ?? first;
  const table = useTable(board, view, context);
  const matches = useMatches(boards, view, context);
  const printedAt = usePrinting();
  const [all, setAll] = useState(false);
  const [everyYear, setEveryYear] = useState(false);
  const distances = orderDistances(boards.map(({ distance }) => distance));
  const panel = (
    <Panel
      key={board.distance}
      head={head}
      boards={boards}
      board={board}
      table={table}
      view={view}
      context={context}
      matches={matches}
      changed={race.changed}
      stars={stars}
      updatedAt={race.updatedAt}
      printedAt={printedAt}
      all={all}
      onShowAll={() => setAll(true)}
      change={change}
    />
  );
  return (
    <>
      <Controls view={view} context={context} table={table} change={change} />
      {distances.length < 2 ? panel : (
        <Tabs
          label={text.results.distances}
          tabs={distances.map((distance) => ({ key: distance, label: tabLabel(distance, matches) }))}
          chosen={board.distance}
          onChoose={(distance) => change({ distance })}
        >
          {panel}
        </Tabs>
      )}
      {view.search !== "" && (boards.length > 1 || head.years.length > 1) && (
        <Suspense>
          <Elsewhere head={head} boards={boards} shown={board.distance} view={view} context={context} everyYear={everyYear} onEveryYear={() => setEveryYear(true)} />
        </Suspense>
      )}
      <Tools head={head} view={view} context={context} table={table} />
      <Disclaimer eventType={context.eventType} rankingType={context.rankingType} ticked={view.ticked} />
    </>
  );
}
