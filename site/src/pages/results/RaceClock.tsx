import { useMemo, useState } from "react";
import { clockMs, formatMs } from "../../format/time";
import { useNow } from "../../lib/use-now";
import type { RaceBoard } from "../../race/boards";
import type { Head } from "../../race/head";
import { useFollowedRows } from "../../race/use-followed";
import { gunsOf } from "../../scoring/gun";
import { text } from "../../text/text";

/** A race without a read for so long is over, whatever the organiser has said: its clock is, too. */
const FORGOTTEN_MS = 24 * 3_600_000;

/** The clock of a distance with somebody on course; one file of rows tells its gun. */
export default function RaceClock({ head, board }: { head: Head; board: RaceBoard }) {
  const [lines] = useState(() =>
    board.lines.filter(({ state }) => state === "started").slice(0, 1),
  );
  const rows = useFollowedRows(head, lines);
  const gun = useMemo(
    () =>
      gunsOf([...rows.values()].flatMap(({ rows: own, field }) => own.concat(...field)))[0] ?? null,
    [rows],
  );
  const lastRead = useMemo(
    () => board.lines.reduce((latest, { row }) => Math.max(latest, clockMs(row)), 0),
    [board.lines],
  );
  const now = useNow(1_000);
  if (gun === null || now < gun || now - gun - lastRead > FORGOTTEN_MS) return null;
  return (
    <span role="timer" title={text.live.clock}>
      <b>{formatMs(now - gun, false)}</b>
    </span>
  );
}
