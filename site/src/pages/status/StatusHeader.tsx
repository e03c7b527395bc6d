import { useMemo } from "react";
import { prettyYear } from "../../format/date";
import type { RaceBoard } from "../../race/boards";
import type { Head } from "../../race/head";
import type { FeedView } from "../../race/use-feed";
import { text } from "../../text/text";
import { RaceHeader } from "../parts/RaceHeader";
import { Key } from "./Key";

/** Event and date, the years, how fresh it all is, and the key with the number of runners in each state. */
export function StatusHeader({ race, head, boards, pathOf }: {
  race: FeedView<RaceBoard[]>;
  head: Head;
  /** Null while some runners are not here yet. */
  boards: readonly RaceBoard[] | null;
  pathOf: (slug: string, year: string) => string;
}) {
  const lines = useMemo(() => boards?.flatMap((board) => board.lines) ?? null, [boards]);
  return (
    <RaceHeader race={race} head={head} heading={text.status.heading(prettyYear(head.eventYear.year), head.event.name)} pathOf={pathOf}>
      {/* On paper each distance has its own. */}
      <div className="no-print"><Key lines={lines} /></div>
    </RaceHeader>
  );
}
