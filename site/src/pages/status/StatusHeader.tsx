import { useMemo } from "react";
import { prettyYear } from "../../format/date";
import { eventTypeOf } from "../../scoring/row";
import { text } from "../../text/text";
import { RaceHeader } from "../parts/race/RaceHeader";
import type { LoadedRace } from "../parts/race/RaceScreen";
import { Key } from "./Key";

/** Event and date, the years, how fresh it all is, and the key with the number of runners in each state. */
export function StatusHeader({ race, head, boards, pathOf }: LoadedRace & { pathOf: (slug: string, year: string) => string }) {
  const lines = useMemo(() => (boards.every(({ complete }) => complete) ? boards.flatMap((board) => board.lines) : null), [boards]);
  return (
    <RaceHeader race={race} head={head} boards={boards} heading={text.status.heading(prettyYear(head.eventYear.year), head.event.name)} pathOf={pathOf}>
      {/* On paper each distance has its own; a backyard has it there on the screen, too. */}
      {eventTypeOf(head.event.type) !== "backyardultra" && <div className="no-print"><Key lines={lines} /></div>}
    </RaceHeader>
  );
}
