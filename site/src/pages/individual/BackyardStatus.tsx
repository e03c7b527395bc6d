import { useEffect, useMemo } from "react";
import { instantOf } from "../../format/date";
import { useNow } from "../../lib/use-now";
import { firstLines } from "../../race/boards";
import { runnerKey } from "../../race/compare";
import type { Head } from "../../race/head";
import type { Runner } from "../../race/shard";
import { useFollowedRows } from "../../race/use-followed";
import { decidingLines, loopsOf, stateAmong } from "../../scoring/backyard";
import { gunOf } from "../../scoring/gun";
import type { Line } from "../../scoring/row";
import { backyardWords } from "../parts/runner/backyard-words";
import { text } from "../../text/text";
import { Facts } from "./Facts";

/** How often to check whether the bell has rung. */
const LOOK_MS = 5_000;

/**
 * Where a backyard's runner is, in the words of the status page (pages.md C24). About the others it
 * knows only what the head holds, and the rows of those who decide whether the runner has won.
 */
export default function BackyardStatus({
  head,
  person,
  onWon,
}: {
  head: Head;
  person: Runner;
  /** Is told whether the runner has won. */
  onWon: (won: boolean) => void;
}) {
  const { live, dateTime } = head.eventYear;
  const now = useNow(live ? LOOK_MS : null);
  const own = useMemo(() => ({ who: person.bib, ...loopsOf(person.rows) }), [person]);
  const lines = useMemo(() => {
    const entry = head.boards.find(({ distance }) => distance === person.distance);
    const first = entry && firstLines(entry);
    return first?.complete === true ? first.lines : null;
  }, [head, person]);
  const deciding = useMemo(
    () => (lines === null ? [] : decidingLines(own, lines, live)),
    [own, lines, live],
  );
  const rows = useFollowedRows(head, deciding);
  const rowsOf = ({ row }: Line) => rows.get(runnerKey(row.distance, row.bib))?.rows;
  const decided = deciding.every((line) => rowsOf(line) !== undefined);
  const start = gunOf(person.rows) ?? instantOf(dateTime) ?? 0;
  const state = stateAmong(own, lines, start, now, live, decided ? rowsOf : undefined);
  const known = live || decided;
  const won = known && state.is === "winner";
  useEffect(() => onWon(won), [onWon, won]);
  if (!known) return null;
  return <Facts facts={[{ name: text.individual.status, values: [backyardWords(state)] }]} />;
}
