import { useCallback, useMemo } from "react";
import { useNavigate } from "react-router";
import { prettyYear } from "../../format/date";
import type { RaceBoard } from "../../race/boards";
import { runnerKey } from "../../race/compare";
import type { Head } from "../../race/head";
import { statusOf } from "../../scoring/status-grid";
import { text } from "../../text/text";
import { PrintCertification } from "../parts/Certification";
import { distanceName } from "../parts/distance-name";
import { LongNote } from "../parts/LongNote";
import { PrintTimes } from "../parts/PrintTimes";
import { runnerPath } from "../parts/runner-path";
import { Grid } from "./Grid";
import { Key, keySentence } from "./Key";
import { EntryList } from "./EntryList";
import styles from "./Status.module.css";
import type { Links } from "./StateLink";

/** What the panel of one distance is drawn from. */
export interface PanelProps {
  head: Head;
  boards: readonly RaceBoard[];
  /** The one that is shown. */
  board: RaceBoard;
  changed: ReadonlySet<string>;
  updatedAt: string;
  /** When the page is being printed; null on screen. */
  printedAt: number | null;
  /** The visitor asked for every number. */
  all: boolean;
  onShowAll: () => void;
}

/** One distance: its heading and counts, and the grid, or what stands in its place. */
export function Panel({ head, boards, board, changed, updatedAt, printedAt, all, onShowAll }: PanelProps) {
  const { event, eventYear } = head;
  const status = useMemo(() => statusOf(board.lines), [board]);
  const links = useLinks(head, boards, board.distance, changed);
  const size = Math.max(status.grid.length, status.numbers.length, status.notNumbers.length);
  const drawAll = printedAt === null ? all : "now";
  return (
    <section className={styles.panel}>
      <h2>{distanceName(board.distance)}</h2>
      {boards.length > 1 && <p className={styles.counts}>{text.status.runners(board.lines.length)}: {keySentence(board.lines)}</p>}
      <LongNote count={size} large={text.status.large} showAll={text.status.showAll} allDrawn={text.status.allDrawn} all={all} onShowAll={onShowAll} />
      {status.message === "" ? (
        <Grid
          caption={text.status.caption(event.name, prettyYear(eventYear.year), board.distance)}
          rows={status.grid}
          links={links}
          all={drawAll}
          data={board}
          head={printedAt === null ? null : (
            <>
              <Key lines={board.lines} />
              <PrintCertification head={head} distance={board.distance} />
              <PrintTimes head={head} updatedAt={updatedAt} printedAt={printedAt} />
            </>
          )}
        />
      ) : (
        <>
          <div className="print-only">
            {printedAt !== null && <Key lines={board.lines} />}
            <PrintCertification head={head} distance={board.distance} />
            <PrintTimes head={head} updatedAt={updatedAt} printedAt={printedAt} />
          </div>
          <p>{status.message}</p>
          <EntryList heading={text.status.notNumbers} entries={status.notNumbers} links={links} all={drawAll} />
          <EntryList heading={text.status.numbers} entries={status.numbers} links={links} all={drawAll} />
        </>
      )}
    </section>
  );
}

/** Where cells lead, how they go there, and which of them changed lately. */
function useLinks(head: Head, boards: readonly RaceBoard[], distance: string, changed: ReadonlySet<string>): Links {
  const navigate = useNavigate();
  const go = useCallback((path: string) => void navigate(path), [navigate]);
  return useMemo(
    () => ({
      pathOf: runnerPath("results", head, boards, distance),
      changed: (bib) => changed.has(runnerKey(distance, bib)),
      go,
    }),
    [head, boards, distance, changed, go],
  );
}
