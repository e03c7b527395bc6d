import { useMemo, useState } from "react";
import { prettyYear } from "../../format/date";
import type { RaceBoard } from "../../race/boards";
import type { Head } from "../../race/head";
import type { FeedView } from "../../race/use-feed";
import { orderDistances } from "../../scoring/event-order";
import { NO_STATUS } from "../../scoring/status-grid";
import { text } from "../../text/en";
import { Loading } from "../../ui/Loading";
import { Tabs } from "../../ui/Tabs";
import { usePrinting } from "../../ui/use-printing";
import { Panel } from "./Panel";
import styles from "./Status.module.css";
import { StatusHeader } from "./StatusHeader";
import { useDistance } from "./use-distance";

/** A loaded status page: header with the key, and a grid per distance. On paper every distance is there. */
export function StatusContent({ race, head, boards, pathOf }: {
  race: FeedView<RaceBoard[]>;
  head: Head;
  boards: RaceBoard[];
  pathOf: (slug: string, year: string) => string;
}) {
  const complete = boards.every((board) => board.complete);
  return (
    <>
      <title>{text.status.title(prettyYear(head.eventYear.year), head.event.name)}</title>
      <StatusHeader race={race} head={head} boards={complete ? boards : null} pathOf={pathOf} />
      {!complete && <Loading message={text.loading} />}
      {complete && boards.length === 0 && <p className={styles.none}>{NO_STATUS}</p>}
      {complete && boards.length > 0 && <Distances race={race} head={head} boards={boards} />}
    </>
  );
}

function Distances({ race, head, boards }: { race: FeedView<RaceBoard[]>; head: Head; boards: RaceBoard[] }) {
  const distances = useMemo(() => orderDistances(boards.map(({ distance }) => distance)), [boards]);
  const [shown, choose] = useDistance(distances);
  const [all, setAll] = useState(false);
  const printedAt = usePrinting();
  const panel = (distance: string) => {
    const board = boards.find((one) => one.distance === distance);
    return board && (
      <Panel
        key={distance}
        head={head}
        board={board}
        changed={race.changed}
        updatedAt={race.updatedAt}
        printedAt={printedAt}
        all={all}
        onShowAll={() => setAll(true)}
      />
    );
  };
  return (
    <>
      {distances.length < 2 || printedAt !== null ? distances.map(panel) : (
        <Tabs
          label={text.results.distances}
          tabs={distances.map((distance) => ({ key: distance, label: distance }))}
          chosen={shown}
          onChoose={choose}
        >
          {panel(shown)}
        </Tabs>
      )}
      {head.distances.filter(({ name }) => !distances.includes(name)).map(({ name }) => (
        <section key={name} className={styles.empty}>
          <h2>{name}</h2>
          <p>{NO_STATUS}</p>
        </section>
      ))}
    </>
  );
}
