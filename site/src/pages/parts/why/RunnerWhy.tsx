import type { Head } from "../../../race/head";
import { useRace } from "../../../race/use-race";
import { eventTypeOf } from "../../../scoring/row";
import { text } from "../../../text/text";
import { why } from "../../../text/why";
import { Explanation } from "../tables/Explanation";
import Why from "./Why";

/** Why a runner has the places of their page, by the distance's table, fetched for it. */
export default function RunnerWhy({
  head: { event, eventYear, ageGroups },
  runner,
  title,
  onClose,
}: {
  head: Head;
  runner: { bib: string; distance: string };
  /** Shown while the table is loading. */
  title: string;
  onClose: () => void;
}) {
  const race = useRace(event.slug, eventYear.year);
  const boards = race.status === "ready" ? race.data : [];
  const board = boards.find(({ distance }) => distance === runner.distance);
  const line = board?.lines.find(({ row }) => row.bib === runner.bib);
  if (race.status === "error")
    return <Explanation title={title} sentences={[why.noResults]} onClose={onClose} />;
  if (board === undefined || line === undefined || !board.complete)
    return <Explanation title={title} sentences={[text.loading]} onClose={onClose} />;
  return (
    <Why
      line={line}
      lines={board.lines}
      view={{ distance: runner.distance, option: 0, search: "", ticked: false }}
      context={{
        eventType: eventTypeOf(event.type),
        rankingType: eventYear.rankingType,
        distances: boards.map(({ distance }) => distance),
        opening: runner.distance,
        unnamed: null,
        ageGroups,
      }}
      onClose={onClose}
    />
  );
}
