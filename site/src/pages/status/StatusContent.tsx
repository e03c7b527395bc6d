import { useMemo, useState } from "react";
import { prettyYear } from "../../format/date";
import { usePrinting } from "../../lib/use-printing";
import { VIEW_KEYS } from "../../paths";
import { eventTypeOf } from "../../scoring/row";
import { text } from "../../text/text";
import { Loading } from "../../ui/Loading";
import { DistancePanels } from "../parts/distances/DistancePanels";
import { RaceHeader } from "../parts/race/RaceHeader";
import type { LoadedRace } from "../parts/race/RaceScreen";
import { Nothing } from "../parts/tables/Nothing";
import { unseenBibs } from "../../lists/status-grid";
import { useEntrants } from "../parts/race/use-entrants";
import { Key, stateEntries } from "./Key";
import { BackyardPanel, Panel } from "./Panel";

/** A loaded status page: header with the key, a grid per distance; on paper all of them. */
export function StatusContent({
  race,
  head,
  boards,
  pathOf,
}: LoadedRace & { pathOf: (slug: string, year: string) => string }) {
  const complete = boards.every((board) => board.complete);
  const lines = useMemo(
    () => (complete ? boards.flatMap((board) => board.lines) : null),
    [boards, complete],
  );
  const unseen = useUnseen(head, boards);
  const title = text.status.title(prettyYear(head.eventYear.year), head.event.name);
  const entries = useMemo(
    () => stateEntries(lines ?? [], [...unseen.values()].flat().length),
    [lines, unseen],
  );
  return (
    <>
      <title>{title}</title>
      <RaceHeader race={race} head={head} boards={boards} heading={title} pathOf={pathOf}>
        {/* On paper each distance has its own key; for a backyard also on screen. */}
        {eventTypeOf(head.event.type) !== "backyardultra" && (
          <div className="no-print">
            <Key entries={entries} counted={lines !== null} />
          </div>
        )}
      </RaceHeader>
      {!complete && <Loading message={text.loading} />}
      {complete && boards.length === 0 && <Nothing head={head} none={text.status.none} />}
      {complete && boards.length > 0 && (
        <Distances race={race} head={head} boards={boards} unseen={unseen} />
      )}
    </>
  );
}

type Unseen = ReadonlyMap<string, readonly string[]>;

/** By distance the bibs of those who are entered and have no row; of nobody while unknown. */
function useUnseen(head: LoadedRace["head"], boards: LoadedRace["boards"]): Unseen {
  const entrants = useEntrants(head, true);
  return useMemo(
    () =>
      new Map(
        boards.map(({ distance }) => [distance, unseenBibs(entrants ?? [], distance, boards)]),
      ),
    [entrants, boards],
  );
}

const NONE: readonly string[] = [];

function Distances({ race, head, boards, unseen }: LoadedRace & { unseen: Unseen }) {
  const [all, setAll] = useState(false);
  const printedAt = usePrinting();
  const One = eventTypeOf(head.event.type) === "backyardultra" ? BackyardPanel : Panel;
  const drawn = new Set(boards.map(({ distance }) => distance));
  return (
    <>
      <DistancePanels
        head={head}
        boards={boards}
        keys={VIEW_KEYS.status}
        printing={printedAt !== null}
        panel={(board) => (
          <One
            key={board.distance}
            loaded={{ race, head, boards }}
            board={board}
            unseen={unseen.get(board.distance) ?? NONE}
            printedAt={printedAt}
            long={{ all, onShowAll: () => setAll(true) }}
          />
        )}
      />
      {head.distances
        .filter(({ name }) => !drawn.has(name))
        .map(({ name }) => (
          <section key={name} className="empty">
            <h2>{name}</h2>
            <p>{text.status.none}</p>
          </section>
        ))}
    </>
  );
}
