import { useCallback, useState } from "react";
import { prettyYear } from "../../format/date";
import { paths, VIEW_KEYS } from "../../paths";
import { runnerKey } from "../../race/compare";
import { announcer } from "../../text/announcer";
import { text } from "../../text/text";
import { Loading } from "../../ui/Loading";
import { useKeyboard } from "../../lib/use-media";
import { usePrinting } from "../../lib/use-printing";
import { DistancePanels } from "../parts/distances/DistancePanels";
import { Nothing } from "../parts/tables/Nothing";
import { RaceHeader } from "../parts/race/RaceHeader";
import type { LoadedRace } from "../parts/race/RaceScreen";
import styles from "./Arrivals.module.css";
import { Panel } from "./Panel";

/** A loaded arrivals page. It remembers who was announced as long as it is open. */
export function ArrivalsContent({ loaded }: { loaded: LoadedRace }) {
  const { head, boards } = loaded;
  const { arrivals: words } = announcer;
  const keyboard = useKeyboard();
  const printedAt = usePrinting();
  const [announced, announce] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((distance: string, bib: string) => {
    const key = runnerKey(distance, bib);
    announce((before) =>
      before.has(key)
        ? new Set([...before].filter((other) => other !== key))
        : new Set([...before, key]),
    );
  }, []);
  const heading = words.heading(prettyYear(head.eventYear.year), head.event.name);
  const complete = boards.every((board) => board.complete);
  return (
    <div className={styles.page}>
      <title>{heading}</title>
      <RaceHeader {...loaded} heading={heading} pathOf={paths.arrivals} />
      {!complete && <Loading message={text.loading} />}
      {complete && boards.length === 0 && <Nothing head={head} none={words.none} />}
      {complete && boards.length > 0 && (
        <>
          {keyboard && <p className={`${styles.keys} no-print`}>{words.keys}</p>}
          <DistancePanels
            head={head}
            boards={boards}
            keys={VIEW_KEYS.arrivals}
            printing={printedAt !== null}
            panel={(board) => (
              <Panel
                key={board.distance}
                head={head}
                board={board}
                boards={boards}
                announced={announced}
                onAnnounce={toggle}
              />
            )}
          />
        </>
      )}
    </div>
  );
}
