import { type ReactNode, useMemo } from "react";
import { useNow } from "../../lib/use-now";
import type { RaceBoard } from "../../race/boards";
import type { Head } from "../../race/head";
import { useBackyard } from "../../race/use-backyard";
import { backyardAt } from "../../scoring/backyard";
import { board as words } from "../../text/board";

/** How often to check whether the hour of the last loop is over. */
const LOOK_MS = 5_000;

/** Says that a finished backyard has no winner (pages.md C4, C24), else shows its children. */
export default function NoWinner({
  head,
  board,
  children: none,
}: {
  head: Head;
  board: RaceBoard;
  /** Null where there are lists. */
  children: ReactNode;
}) {
  const { live } = head.eventYear;
  const race = useBackyard(head, board, false);
  const now = useNow(live ? LOOK_MS : null);
  const backyard = useMemo(
    () => race && backyardAt(race.runners, race.start, now, live),
    [race, now, live],
  );
  return backyard?.phase === "over" && backyard.loop > 0 && backyard.winner === null ? (
    <p>
      <b>{words.backyard.noWinner}</b>
      {` · ${none === null ? words.backyard.listed : words.backyard.nobodyWon}`}
    </p>
  ) : (
    none
  );
}
