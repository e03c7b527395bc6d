import { Suspense, useMemo, useState } from "react";
import type { RaceBoard } from "../../race/boards";
import { orderDistances } from "../../lists/event-order";
import { tableLabels } from "../../lists/rank-by-labels";
import { withBoardText } from "../../text/board";
import { text } from "../../text/text";
import { Tabs } from "../../ui/Tabs";
import { useSmall } from "../../lib/use-media";
import { useOnline } from "../../lib/use-online";
import { usePrinting } from "../../lib/use-printing";
import { Controls } from "./Controls";
import { RemovalPanel } from "../parts/alerts/Panels";
import { MyRunnersPlace } from "../parts/my-runners/MyRunnersPlace";
import { Disclaimer } from "../parts/race/Disclaimer";
import { tabLabel } from "../parts/distances/distance-name";
import { useLead } from "../parts/distances/use-lead";
import { Freshness } from "../parts/race/Freshness";
import { optional } from "../../lib/optional";
import type { LoadedRace } from "../parts/race/RaceScreen";
import { Panel } from "./Panel";
import styles from "./Results.module.css";
import { ResultsHeader } from "./ResultsHeader";
import { useMatches, useTable } from "../parts/tables/use-table";
import { type AddressView, useView } from "./use-view";

const NONE: ReadonlyMap<string, number> = new Map();

/** Below the table, or opened by a button: fetched after the first rows. */
const Tools = optional(() => import("./Tools"));

/** Fetched for a race without results. */
const Nothing = optional(async () => {
  const tables = await import("../parts/tables/Nothing");
  return { default: tables.Nothing };
});

/** Fetched only for a search. */
const Elsewhere = optional(() => withBoardText(() => import("./Elsewhere")));

/** A loaded results page: header, controls, tabs, table, explanations. */
export function ResultsContent(loaded: LoadedRace) {
  const { race, head, boards } = loaded;
  const settings = useView(head, boards);
  const board = boards.find(({ distance }) => distance === settings.view.distance);
  return (
    <>
      <title>{text.results.title(head.event.name)}</title>
      <ResultsHeader race={race} head={head} boards={boards} board={board} />
      <MyRunnersPlace race={race} head={head} boards={boards} />
      {board === undefined ? (
        <Suspense>
          <Nothing head={head} none={text.results.none} />
        </Suspense>
      ) : (
        <Tables loaded={loaded} board={board} settings={settings} />
      )}
      <RemovalPanel head={head} />
    </>
  );
}

function Tables({
  loaded,
  board,
  settings: { view, context, change, lead },
}: {
  loaded: LoadedRace;
  /** The one that is shown. */
  board: RaceBoard;
  settings: AddressView;
}) {
  const { race, head, boards } = loaded;
  const table = useTable(board, view, context);
  const labels = useMemo(
    () => tableLabels(context.eventType, head.eventYear, board.lines, view.ticked),
    [context.eventType, head.eventYear, board.lines, view.ticked],
  );
  const matches = useMatches(boards, view, context);
  useLead(view.search, board.distance, matches.size < boards.length ? NONE : matches, lead);
  const printedAt = usePrinting();
  const online = useOnline();
  const [all, setAll] = useState(false);
  const [everyYear, setEveryYear] = useState(false);
  const small = useSmall();
  const tools = (
    <Suspense>
      <Tools head={head} view={view} context={context} table={table} labels={labels} />
    </Suspense>
  );
  const distances = orderDistances(boards.map(({ distance }) => distance));
  const panel = (
    <Panel
      key={board.distance}
      loaded={loaded}
      board={board}
      table={table}
      labels={labels}
      settings={{ view, context, change }}
      matches={matches}
      printedAt={printedAt}
      long={{ all, onShowAll: () => setAll(true) }}
    />
  );
  return (
    <div className={styles.tables}>
      <Controls
        head={head}
        boards={boards}
        view={view}
        context={context}
        table={table}
        change={change}
        small={small}
        tools={tools}
      />
      {distances.length < 2 ? (
        panel
      ) : (
        <Tabs
          label={text.results.distances}
          tabs={distances.map((distance) => ({
            key: distance,
            label: tabLabel(distance, matches),
          }))}
          chosen={board.distance}
          onChoose={(distance) => change({ distance })}
        >
          {panel}
        </Tabs>
      )}
      {view.search !== "" && (boards.length > 1 || head.years.length > 1) && (
        <Suspense>
          <Elsewhere
            head={head}
            boards={boards}
            shown={board.distance}
            view={view}
            context={context}
            everyYear={everyYear}
            onEveryYear={() => setEveryYear(true)}
          />
        </Suspense>
      )}
      {!small && tools}
      {online && !race.live && <Freshness race={race} />}
      <Disclaimer
        eventType={context.eventType}
        rankingType={context.rankingType}
        ticked={view.ticked}
        starred={labels.starredColumn !== null}
        boards={[board]}
      />
    </div>
  );
}
