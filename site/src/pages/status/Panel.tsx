import { type ComponentProps, Suspense, useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import { compareBibs } from "../../format/bib";
import { prettyYear } from "../../format/date";
import type { RaceBoard } from "../../race/boards";
import { runnerKey } from "../../race/compare";
import type { Head } from "../../race/head";
import { useBackyard } from "../../race/use-backyard";
import { backyardAt, type BackyardState } from "../../scoring/backyard";
import { eventTypeOf } from "../../scoring/row";
import { statusOf } from "../../lists/status-grid";
import { withBoardText } from "../../text/board";
import { text } from "../../text/text";
import { Loading } from "../../ui/Loading";
import { useNow } from "../../lib/use-now";
import { carriedFrom } from "../parts/address/carried";
import { PrintCertification } from "../parts/race/Certification";
import type { LoadedRace } from "../parts/race/RaceScreen";
import { distanceName } from "../parts/distances/distance-name";
import { type LongList, LongNote } from "../parts/tables/LongNote";
import { optional } from "../../lib/optional";
import { PrintTimes } from "../parts/print/PrintTimes";
import { runnerPath } from "../parts/runner/runner-path";
import { Grid } from "./Grid";
import { backyardEntries, backyardSaying, Key, keySentence, stateEntries } from "./Key";
import { EntryList } from "./EntryList";
import styles from "./Status.module.css";
import { type Links, plainSaying } from "./StateLink";

/** Fetched while a race is live. */
const Safety = optional(() => withBoardText(() => import("./Safety")));

interface PanelProps {
  loaded: LoadedRace;
  /** The one that is shown. */
  board: RaceBoard;
  /** Bibs of those who are entered for the distance and have no row. */
  unseen: readonly string[];
  /** When the page is being printed; null on screen. */
  printedAt: number | null;
  long: LongList;
}

/** How often a backyard is updated: after a bell, states change without a new row. */
const LOOK_MS = 5_000;

/** States by bib. */
type States = ReadonlyMap<string, BackyardState>;

/** One distance of a backyard, with the states of C24. */
export function BackyardPanel(props: PanelProps) {
  const {
    loaded: { head },
    board,
  } = props;
  const { live } = head.eventYear;
  const race = useBackyard(head, board, false);
  const now = useNow(live ? LOOK_MS : null);
  const states = useMemo(
    (): States | null =>
      race &&
      new Map(
        backyardAt(race.runners, race.start, now, live).field.map(({ who, state }) => [
          who.row.bib,
          state,
        ]),
      ),
    [race, now, live],
  );
  return states === null ? (
    <Loading message={text.loading} />
  ) : (
    <Panel {...props} states={states} />
  );
}

/**
 * One distance: its heading and counts, who is still on course, and the grid, or what replaces it.
 */
export function Panel({
  loaded: { race, head, boards },
  board,
  unseen,
  printedAt,
  long,
  states = null,
}: PanelProps & { states?: States | null }) {
  const { event, eventYear } = head;
  const status = useMemo(() => statusOf(board.lines, unseen), [board, unseen]);
  const entries = useMemo(
    () => [...status.notNumbers, ...status.numbers].toSorted((a, b) => compareBibs(a.bib, b.bib)),
    [status],
  );
  const links = useLinks(head, boards, board.distance, race.changed, states);
  const size = Math.max(status.grid.length, entries.length);
  const keyed = keyEntries(board, unseen, states);
  const key = <Key entries={keyed} />;
  const drawAll = printedAt === null ? long.all : "now";
  const live = eventYear.live && eventTypeOf(event.type) === "distance";
  const times = <PrintTimes head={head} race={race} printedAt={printedAt} />;
  const onPaper = (
    <>
      {printedAt !== null && key}
      <PrintCertification head={head} distance={board.distance} />
      {times}
    </>
  );
  const numbers = (
    <>
      <LongNote
        count={size}
        large={text.status.large}
        showAll={text.status.showAll}
        allDrawn={text.status.allDrawn}
        all={long.all}
        onShowAll={long.onShowAll}
      />
      {status.message === "" ? (
        <Grid
          caption={text.status.caption(event.name, prettyYear(eventYear.year), board.distance)}
          rows={status.grid}
          links={links}
          all={drawAll}
          data={board}
          head={printedAt === null ? null : onPaper}
        />
      ) : (
        <>
          <div className="print-only">{onPaper}</div>
          <EntryList heading={text.status.everyBib} entries={entries} links={links} all={drawAll} />
          <p className={styles.sentence}>{status.message}</p>
        </>
      )}
    </>
  );
  return (
    <section className={`${styles.states} ${styles.panel}`}>
      <h2>{distanceName(board.distance)}</h2>
      {states !== null && <div className="no-print">{key}</div>}
      {boards.length > 1 && (
        <p className={styles.counts}>
          {text.status.runners(board.lines.length + unseen.length)}: {keySentence(keyed)}
        </p>
      )}
      {live ? (
        <>
          <div className="print-only">{times}</div>
          <SafetyOver head={head} board={board} pathOf={links.pathOf} printing={printedAt !== null}>
            {numbers}
          </SafetyOver>
        </>
      ) : (
        numbers
      )}
    </section>
  );
}

/** The states that are there, with how many are in each. */
function keyEntries({ lines }: RaceBoard, unseen: readonly string[], states: States | null) {
  if (states === null) return stateEntries(lines, unseen.length);
  const absent = unseen.map((): BackyardState => ({ is: "absent" }));
  return backyardEntries([...states.values(), ...absent]);
}

/** The safety view above `children`; these alone if its code cannot be fetched. */
function SafetyOver({ children, ...props }: Omit<ComponentProps<typeof Safety>, "waiting">) {
  const waiting = (
    <div className={styles.safetySpace}>
      <Loading message={text.loading} />
    </div>
  );
  return (
    <Suspense fallback={waiting}>
      <Safety {...props} waiting={waiting}>
        {children}
      </Safety>
    </Suspense>
  );
}

/** Where cells link to, how to go there, and which of them changed lately. */
function useLinks(
  head: Head,
  boards: readonly RaceBoard[],
  distance: string,
  changed: ReadonlySet<string>,
  states: States | null,
): Links {
  const navigate = useNavigate();
  const location = useLocation();
  const go = useCallback(
    (path: string) => void navigate(path, { state: carriedFrom(location) }),
    [navigate, location],
  );
  return useMemo(
    () => ({
      pathOf: runnerPath("results", head, boards, distance),
      changed: (bib) => changed.has(runnerKey(distance, bib)),
      go,
      saying:
        states === null
          ? plainSaying
          : (bib, state) => {
              const own = bib === null ? undefined : states.get(bib);
              return own === undefined ? plainSaying(bib, state) : backyardSaying(own);
            },
    }),
    [head, boards, distance, changed, go, states],
  );
}
