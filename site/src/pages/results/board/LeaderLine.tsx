import { useMemo } from "react";
import { displayName } from "../../../format/name";
import { chipMs, clockMs, formatMs } from "../../../format/time";
import { leaderOf } from "../../../scoring/leader";
import type { Basis, Board } from "../../../scoring/row";
import { board as words } from "../../../text/board";
import { text } from "../../../text/text";
import { RaceLink } from "../../parts/race/RaceLink";
import { leadersNamed } from "./leaders-named";
import styles from "./Board.module.css";

/** Who leads a distance that nobody has finished yet, where, and by how much (pages.md C2). */
export default function LeaderLine({
  board,
  basis,
  pathOf,
}: {
  board: Board;
  /** The time that ranks. */
  basis: Basis;
  pathOf: (bib: string) => string;
}) {
  const leader = useMemo(() => leaderOf(board, basis), [board, basis]);
  if (leader === null) return null;
  const { row, shared, ahead } = leader;
  const name = displayName(row);
  const time = basis === "chip" ? chipMs(row) : clockMs(row);
  return (
    <p className={`${styles.leader} no-print`}>
      {shared.length > 1 ? (
        <b>{words.leader.lead(leadersNamed(shared))}</b>
      ) : (
        <RaceLink to={pathOf(row.bib)}>
          {ahead === null || ahead < 1000
            ? words.leader.leads(name)
            : words.leader.leadsBy(name, formatMs(ahead, false))}
        </RaceLink>
      )}
      <span>{words.leader.at(text.point(row.segment), formatMs(time, false))}</span>
    </p>
  );
}
