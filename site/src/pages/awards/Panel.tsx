import { Suspense, useMemo } from "react";
import { clockMs } from "../../format/time";
import type { RaceBoard } from "../../race/boards";
import type { Head } from "../../race/head";
import { useFollowedRows } from "../../race/use-followed";
import { listKey } from "../../scoring/award-marks";
import {
  awardAges,
  type AwardList,
  awards,
  type AwardSettings,
  type AwardWinner,
  fieldOn,
  hasCandidates,
} from "../../scoring/awards";
import { type Entrant, fieldOf, finalAwards } from "../../scoring/final-awards";
import { gunsOf } from "../../scoring/gun";
import { tableLabels } from "../../lists/rank-by-labels";
import { type EventType, eventTypeOf } from "../../scoring/row";
import { optional } from "../../lib/optional";
import { withBoardText } from "../../text/board";
import { text } from "../../text/text";
import type { Column } from "../../ui/table-props";
import { basisName } from "../parts/race/basis";
import { PrintCertification } from "../parts/race/Certification";
import { DistanceHeading } from "../parts/distances/DistanceHeading";
import { Legend } from "../parts/tables/Legend";
import { Nothing } from "../parts/tables/Nothing";
import { PrintTimes } from "../parts/print/PrintTimes";
import type { LoadedRace } from "../parts/race/RaceScreen";
import { type ListSource, RankingTable } from "../parts/rankings/RankingTable";
import styles from "./Awards.module.css";
import { type AwardTable, awardColumns } from "./columns";
import { DeskTables, FinalLine, Unstarted } from "./open-desk";

/** Fetched for backyards. */
const NoWinner = optional(() => withBoardText(() => import("./NoWinner")));

function bibOf({ result }: AwardWinner): string {
  return result.bib;
}

/** The lists of one distance, each a table under its heading. */
export function Panel({
  tabbed,
  loaded,
  board,
  entrants,
  settings,
  desk,
  printedAt,
}: {
  /** Whether a tab shows the distance. */
  tabbed: boolean;
  loaded: LoadedRace;
  board: RaceBoard;
  /** Everybody who is entered; null while that is not known. */
  entrants: readonly Entrant[] | null;
  settings: AwardSettings;
  desk: boolean;
  printedAt: number | null;
}) {
  const { race, head } = loaded;
  const eventType = eventTypeOf(head.event.type);
  const onScreen = printedAt === null;
  const { labels, columns } = useColumns(loaded, board);
  const { lists, finals, sizes, unstarted } = useAwards(loaded, board, entrants, settings);
  const of = { ...loaded, board, folds: onScreen };
  const none = lists.length === 0 ? <NoLists head={head} board={board} /> : null;
  const tables = lists.map((list): AwardTable => {
    const finality = finals?.get(list);
    return {
      list,
      heading: headingOf(list, settings),
      open: race.live && (finality === undefined || finality.is === "open"),
      note: finality ? (
        <Suspense fallback={null}>
          <FinalLine finality={finality} />
        </Suspense>
      ) : (
        <Size size={sizes?.get(list)} eventType={eventType} />
      ),
    };
  });
  const plain = <PlainTables of={of} columns={columns} tables={tables} />;
  return (
    <section className={styles.panel}>
      <DistanceHeading distance={board.distance} tabbed={tabbed} />
      <div className="print-only">
        <PrintCertification head={head} distance={board.distance} />
        <p>{text.print.basis(basisName(eventType, labels.lastColumn))}</p>
        <p>{text.awards.settings(settings)}</p>
        <PrintTimes head={head} race={race} printedAt={printedAt} />
      </div>
      {eventType === "backyardultra" && board.complete ? (
        <Suspense fallback={none}>
          <NoWinner head={head} board={board}>
            {none}
          </NoWinner>
        </Suspense>
      ) : (
        none
      )}
      {unstarted > 0 && (
        <Suspense fallback={null}>
          <Unstarted count={unstarted} />
        </Suspense>
      )}
      <div data-narrow className={styles.lists}>
        {desk && onScreen ? (
          <Suspense fallback={plain}>
            <DeskTables of={of} columns={columns} tables={tables} settings={settings} />
          </Suspense>
        ) : (
          plain
        )}
      </div>
      <Legend rows={lists.flatMap(({ winners }) => winners.map(({ result }) => result))} />
    </section>
  );
}

/** The lists without the desk. */
function PlainTables({
  of,
  columns,
  tables,
}: {
  of: ListSource;
  columns: readonly Column<AwardWinner>[];
  tables: readonly AwardTable[];
}) {
  return tables.map(({ list, heading, note }) => (
    <RankingTable
      key={listKey(of.board.distance, list)}
      of={of}
      heading={heading}
      caption={heading}
      note={note}
      columns={columns}
      list={{ rows: list.winners, keyOf: bibOf }}
    />
  ));
}

function useColumns({ head, boards }: LoadedRace, board: RaceBoard) {
  const { event, eventYear } = head;
  const eventType = eventTypeOf(event.type);
  const labels = useMemo(
    () => tableLabels(eventType, eventYear, board.lines),
    [eventType, eventYear, board.lines],
  );
  const columns = useMemo(
    () => awardColumns({ eventType, labels, head, boards, board, folds: true }),
    [eventType, labels, head, boards, board],
  );
  return { labels, columns };
}

/**
 * The lists of a board. While the race is live also which of them are final and how many have to
 * start first, as far as it is known who is entered; afterwards how many each was drawn from.
 */
function useAwards(
  { race: { live }, head, boards }: LoadedRace,
  board: RaceBoard,
  entrants: readonly Entrant[] | null,
  settings: AwardSettings,
) {
  const { rankingType } = head.eventYear;
  const eventType = eventTypeOf(head.event.type);
  const spread = useSpread(head, board, live && eventType === "distance");
  const lists = useMemo(() => awards(board.lines, settings), [board, settings]);
  const field = useMemo(
    () =>
      live && entrants !== null
        ? fieldOf(
            entrants,
            board,
            boards.filter((other) => other !== board),
          )
        : null,
    [live, entrants, board, boards],
  );
  const finals = useMemo(
    () =>
      spread === null || field === null
        ? null
        : finalAwards(lists, board.lines, settings, eventType, rankingType, field, spread),
    [field, lists, board, settings, eventType, rankingType, spread],
  );
  const sizes = useMemo(
    () => (live ? null : fieldOn(lists, board.lines, settings, eventType)),
    [live, lists, board.lines, settings, eventType],
  );
  const isOpen = [...(finals?.values() ?? [])].some((one) => one.unstarted > 0);
  return { lists, finals, sizes, unstarted: isOpen ? (field?.unstarted.length ?? 0) : 0 };
}

/** Whose rows tell the clocks: who is on course since the shortest time by them, and who is in. */
const TELLING = { started: 5, finished: 3 };

/** How long after the first clock the last one began, in milliseconds; null until read. */
function useSpread(head: Head, { lines }: RaceBoard, needed: boolean): number | null {
  const telling = useMemo(() => {
    const of = (wanted: keyof typeof TELLING) =>
      lines
        .filter(({ state }) => state === wanted)
        .toSorted((a, b) => clockMs(a.row) - clockMs(b.row))
        .slice(0, TELLING[wanted]);
    return needed ? [...of("started"), ...of("finished")] : [];
  }, [lines, needed]);
  const rows = useFollowedRows(head, telling);
  return useMemo(() => {
    if (telling.length > 0 && rows.size === 0) return null;
    const guns = gunsOf([...rows.values()].flatMap(({ rows: own, field }) => own.concat(...field)));
    return (guns.at(-1) ?? 0) - (guns[0] ?? 0);
  }, [telling, rows]);
}

function NoLists({ head, board }: { head: Head; board: RaceBoard }) {
  return hasCandidates(board.lines) ? (
    <p className="empty">{text.awards.none}</p>
  ) : (
    <Nothing head={head} none={text.awards.none} />
  );
}

/** "Women Overall", "Men Masters (40-59)", "30-39 (gender not given)". */
function headingOf({ kind, group, heading }: AwardList, settings: AwardSettings): string {
  const named = heading === "" ? text.awards.noGender(group) : text.awards.list(heading, group);
  return [named, awardAges(kind, settings)].filter((part) => part !== "").join(" ");
}

/** Of how many a list was drawn. */
function Size({ size, eventType }: { size: number | undefined; eventType: EventType }) {
  return (
    size !== undefined && (
      <p className={`${styles.open} no-print`}>{text.awards.of[eventType](size)}</p>
    )
  );
}
