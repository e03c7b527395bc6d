import { Suspense, useMemo, useState } from "react";
import { prettyYear } from "../../format/date";
import type { RaceBoard } from "../../race/boards";
import { runnerKey } from "../../race/compare";
import type { Head } from "../../race/head";
import { useStars } from "../../race/stars";
import type { ResultsContext } from "../../address/results-query";
import type { RankByLabels } from "../../lists/rank-by-labels";
import { basisOf, type Line } from "../../scoring/row";
import { rowKind } from "../../scoring/row-kind";
import { withBoardText } from "../../text/board";
import { text } from "../../text/text";
import { Loading } from "../../ui/Loading";
import { Table } from "../../ui/Table";
import { WHOLE_LIMIT } from "../../ui/drawn";
import { useMedia } from "../../lib/use-media";
import { basisName } from "../parts/race/basis";
import { Certification, certified } from "../parts/race/Certification";
import type { LoadedRace } from "../parts/race/RaceScreen";
import { resultsColumns } from "./columns";
import type { Settings } from "./Controls";
import { DistanceHeading } from "../parts/distances/DistanceHeading";
import { Legend } from "../parts/tables/Legend";
import { type LongList, LongNote } from "../parts/tables/LongNote";
import { NoMatch } from "../parts/search/NoMatch";
import { optional } from "../../lib/optional";
import { runnerPath } from "../parts/runner/runner-path";
import { PrintLines } from "./PrintLines";
import { Why } from "../parts/why/open-why";
import styles from "./Results.module.css";
import type { TableRows } from "../parts/tables/use-table";
import { finishersOf } from "../../race/head";
import { number } from "../../text/intl";

interface PanelProps {
  loaded: LoadedRace;
  /** The one that is shown. */
  board: RaceBoard;
  table: TableRows;
  labels: RankByLabels;
  settings: Settings;
  matches: ReadonlyMap<string, number>;
  /** When the page is being printed; null on screen. */
  printedAt: number | null;
  long: LongList;
}

/** Fetched while nobody has finished. */
const LeaderLine = optional(() => withBoardText(() => import("./board/LeaderLine")));

/** Fetched for the races that have a board. */
const BOARDS = {
  backyardultra: optional(() => withBoardText(() => import("./board/BackyardBoard"))),
  time: optional(() => withBoardText(() => import("./board/TimedBoard"))),
};

function bibOf({ row }: Line): string {
  return row.bib;
}

/** The place column on phones: 0.7 em per bold digit, half of it per comma, so none wraps. */
function widthOfPlaces({ lines, total }: RaceBoard): string {
  // Places may be of more runners than the distance has rows.
  const largest = lines.reduce((most, { row }) => Math.max(most, row.ranking), total);
  const characters = number(largest).length + String(largest).length;
  return `${Math.max(2.5, 0.35 * characters + 0.3)}rem`;
}

/** One distance: heading, table, and the explanations below it. */
export function Panel(props: PanelProps) {
  const {
    loaded: { race, head },
    board,
    table,
    labels,
    settings: { view, context, change },
  } = props;
  const own = certified(head);
  const certificate = own.length === 1 ? own[0] : own.find(({ name }) => name === board.distance);
  const named = own.length === 1 && head.boards.length > 1 ? (certificate?.name ?? "") : "";
  return (
    <section>
      {/* A board takes its place: the first runners belong on the first screen. */}
      <DistanceHeading
        distance={board.distance}
        tabbed={head.boards.length > 1 || context.eventType !== "distance"}
      />
      <PrintLines
        head={head}
        view={view}
        context={context}
        basis={basisName(context.eventType, labels.lastColumn)}
        race={race}
        printedAt={props.printedAt}
      >
        {certificate !== undefined && (
          <Certification certificate={certificate.certification} distance={named} />
        )}
      </PrintLines>
      <Board {...props} />
      {table.rows === null && <Loading message={text.loading} />}
      {table.rows?.length === 0 && (
        <NoMatch
          distance={board.distance}
          matches={props.matches}
          back={view.search === "" ? text.results.showAll : text.results.clearSearch}
          onBack={() => change(view.search === "" ? { option: 0 } : { search: "" })}
          onDistance={(distance) => change({ distance })}
        />
      )}
      {table.rows !== null && table.rows.length > 0 && <Rows {...props} rows={table.rows} />}
      {certificate !== undefined && props.printedAt === null && (
        <Certification certificate={certificate.certification} distance={named} below />
      )}
    </section>
  );
}

/** The current standing of a race of laps or loops; space is reserved while its code is loading. */
function Board({
  loaded: { head, boards },
  board,
  table: { onEnd },
  settings: { context },
  printedAt,
}: Pick<PanelProps, "loaded" | "board" | "table" | "settings" | "printedAt">) {
  const pathOf = useMemo(
    () => runnerPath("results", head, boards, board.distance),
    [head, boards, board.distance],
  );
  if (!board.complete || printedAt !== null) return null;
  if (context.eventType === "distance")
    return (
      head.eventYear.live && <Leader head={head} board={board} context={context} pathOf={pathOf} />
    );
  const Standing = BOARDS[context.eventType];
  return (
    <Suspense fallback={head.eventYear.live && <div className={styles.boardSpace} />}>
      <Standing head={head} board={board} pathOf={pathOf} onEnd={onEnd} />
    </Suspense>
  );
}

/** The leader's line; not for who follows runners, whose lines stand above. */
function Leader({
  head: { event, eventYear },
  board,
  context,
  pathOf,
}: {
  head: Head;
  board: RaceBoard;
  context: ResultsContext;
  pathOf: (bib: string) => string;
}) {
  const { stars } = useStars(event.slug, eventYear.year);
  const isOn = useMemo(
    () =>
      board.lines.some(({ row }) => rowKind(row) === "course") &&
      board.lines.every(({ row }) => rowKind(row) !== "finish"),
    [board],
  );
  if (!isOn || stars.length > 0) return null;
  return (
    <Suspense fallback={<div className={styles.boardSpace} />}>
      <LeaderLine board={board} basis={basisOf(context.rankingType)} pathOf={pathOf} />
    </Suspense>
  );
}

/** The table, and below it the legend and the note about a long one. */
function Rows(props: Omit<PanelProps, "matches"> & { rows: readonly Line[] }) {
  const {
    rows,
    loaded: { race, head },
    board,
    table,
    labels,
    settings: { view, context },
    printedAt,
    long,
  } = props;
  const { event, eventYear } = head;
  const [askedBib, ask] = useState<string | null>(null);
  // Looked up by bib: every version of a live race has new lines. The first lines alone do not tell
  // how many there are.
  const asked =
    askedBib !== null && board.complete
      ? table.ranked.find(({ row }) => row.bib === askedBib)
      : undefined;
  const columns = useColumns(props, ask);
  const drawn = useMemo(() => rows.map(({ row }) => row), [rows]);
  return (
    <>
      <Table
        caption={text.results.caption(
          event.name,
          prettyYear(eventYear.year),
          board.distance,
          basisName(context.eventType, labels.lastColumn),
        )}
        compact={printedAt === null}
        columns={columns}
        list={{
          rows,
          keyOf: bibOf,
          changedOf: (line) => race.changed.has(runnerKey(board.distance, line.row.bib)),
          data: board,
        }}
        all={printedAt === null ? long.all : "now"}
        long={board.total > WHOLE_LIMIT}
      />
      {asked !== undefined && (
        <Suspense>
          <Why
            line={asked}
            lines={table.ranked}
            view={view}
            context={context}
            onClose={() => ask(null)}
          />
        </Suspense>
      )}
      <Legend rows={drawn} />
      <LongNote
        count={board.complete ? rows.length : board.total}
        large={text.results.large}
        all={long.all}
        onShowAll={long.onShowAll}
      />
    </>
  );
}

/** The columns of the table, as many as there is room for. */
function useColumns(
  {
    loaded: { race, head, boards },
    board,
    table,
    labels,
    settings: { view, context, change },
    printedAt,
  }: Omit<PanelProps, "matches" | "long">,
  onWhy: (bib: string) => void,
) {
  const { eventType } = context;
  // On desktops, folded lines would be half of the nodes, and all of them hidden.
  const folds = useMedia("(max-width: 991.98px)") && printedAt === null;
  const roomy = useMedia("(min-width: 1200px)") && printedAt === null;
  const finishers = roomy ? finishersOf(head, board.distance, race.live) : null;
  const narrowPlace = widthOfPlaces(board);
  return useMemo(
    () =>
      resultsColumns({
        eventType,
        labels,
        option: view.option,
        onSort: (option) => change({ option }),
        narrowPlace,
        folds,
        finishers,
        head,
        isWon: table.isWon,
        pathOf: runnerPath("results", head, boards, board.distance),
        onWhy,
      }),
    [
      eventType,
      labels,
      view.option,
      change,
      folds,
      finishers,
      head,
      boards,
      board.distance,
      narrowPlace,
      table.isWon,
      onWhy,
    ],
  );
}
