import { useMemo } from "react";
import type { RaceBoard } from "../../race/boards";
import type { Head } from "../../race/head";
import type { FeedView } from "../../race/use-feed";
import { awardAges, type AwardList, awards, type AwardSettings } from "../../scoring/awards";
import { rankByLabels } from "../../scoring/rank-by-labels";
import { eventTypeOf } from "../../scoring/row";
import { text } from "../../text/text";
import { basisName } from "../parts/basis";
import { DistanceHeading } from "../parts/DistanceHeading";
import { Legend } from "../parts/Legend";
import { PrintTimes } from "../parts/PrintTimes";
import { RankingTable } from "../rankings/RankingTable";
import styles from "./Awards.module.css";
import { awardColumns, type Winner } from "./columns";

function bibOf({ result }: Winner): string {
  return result.bib;
}

/** The lists of one distance, each a table under its heading. */
export function Panel({ race, head, board, several, settings, printedAt }: {
  race: FeedView<RaceBoard[]>;
  head: Head;
  board: RaceBoard;
  /** The tab says the distance. */
  several: boolean;
  settings: AwardSettings;
  printedAt: number | null;
}) {
  const { event, eventYear } = head;
  const eventType = eventTypeOf(event.type);
  const folds = printedAt === null;
  const labels = useMemo(() => rankByLabels(eventType, eventYear.rankingType, false), [eventType, eventYear.rankingType]);
  const lists = useMemo(() => awards(board.lines, settings), [board, settings]);
  const columns = useMemo(
    () => awardColumns({ eventType, labels, slug: event.slug, year: eventYear.year, folds }),
    [eventType, labels, event.slug, eventYear.year, folds],
  );
  return (
    <section className={styles.panel}>
      <DistanceHeading distance={board.distance} tabbed={several} />
      <div className="print-only">
        <p>{text.print.basis(basisName(eventType, labels.lastColumn))}</p>
        <p>{text.awards.settings(settings)}</p>
        <PrintTimes head={head} updatedAt={race.updatedAt} printedAt={printedAt} />
      </div>
      {lists.length === 0 && <p className={styles.none}>{text.awards.none}</p>}
      {lists.map((list) => {
        const heading = headingOf(list, settings);
        return (
          <RankingTable
            key={heading}
            of={{ race, board, folds }}
            heading={heading}
            columns={columns}
            rows={list.winners.map((line, index): Winner => ({ line, result: line.result ?? line.row, place: index + 1 }))}
            keyOf={bibOf}
            bibOf={bibOf}
          />
        );
      })}
      <Legend rows={lists.flatMap(({ winners }) => winners.flatMap(({ result }) => result ?? []))} />
    </section>
  );
}

/** "Women Overall", "Men Masters (40-59)", "30-39 (gender not given)". */
function headingOf({ kind, group, heading }: AwardList, settings: AwardSettings): string {
  const named = heading === "" ? text.awards.noGender(group) : text.awards.list(heading, group);
  return [named, awardAges(kind, settings)].filter((part) => part !== "").join(" ");
}
