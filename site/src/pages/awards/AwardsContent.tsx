import { Suspense, useMemo } from "react";
import { prettyYear } from "../../format/date";
import { paths, VIEW_KEYS } from "../../paths";
import { tableLabels } from "../../lists/rank-by-labels";
import { hasCandidates } from "../../scoring/awards";
import { basisOf, eventTypeOf } from "../../scoring/row";
import { text } from "../../text/text";
import { Loading } from "../../ui/Loading";
import { usePrinting } from "../../lib/use-printing";
import { MyRunnersPlace } from "../parts/my-runners/MyRunnersPlace";
import { Disclaimer } from "../parts/race/Disclaimer";
import { DistancePanels } from "../parts/distances/DistancePanels";
import { Nothing } from "../parts/tables/Nothing";
import { RaceHeader } from "../parts/race/RaceHeader";
import type { LoadedRace } from "../parts/race/RaceScreen";
import { useEntrants } from "../parts/race/use-entrants";
import { DeskHead } from "./open-desk";
import { Options } from "./Options";
import { Panel } from "./Panel";
import { useDeskSwitch, useSettings } from "./use-settings";

const awardsPath = (slug: string, year: string) => paths.page("awards", slug, year);

/** A loaded awards page: settings, a table per list, which time ranks (pages.md C4). */
export function AwardsContent({ loaded }: { loaded: LoadedRace }) {
  const { head, boards } = loaded;
  const [settings, change] = useSettings();
  const [desk, openDesk] = useDeskSwitch();
  const printedAt = usePrinting();
  const title = text.awards.heading(prettyYear(head.eventYear.year), head.event.name);
  const complete = boards.every((board) => board.complete);
  const nothing = <Nothing head={head} none={text.awards.none} />;
  const eventType = eventTypeOf(head.event.type);
  // A backyard that nobody won says so also where everybody is out.
  const empty = useMemo(
    () =>
      new Set(
        boards
          .filter(({ lines }) => eventType !== "backyardultra" && !hasCandidates(lines))
          .map(({ distance }) => distance),
      ),
    [boards, eventType],
  );
  const entrants = useEntrants(head, loaded.race.live && eventType === "distance");
  const starred = useMemo(
    () =>
      boards.some(
        ({ lines }) => tableLabels(eventType, head.eventYear, lines).starredColumn !== null,
      ),
    [boards, eventType, head.eventYear],
  );
  return (
    <>
      <title>{title}</title>
      <RaceHeader {...loaded} heading={title} pathOf={awardsPath} />
      <MyRunnersPlace {...loaded} />
      {!complete && <Loading message={text.loading} />}
      {complete && boards.length === 0 && nothing}
      {complete && boards.length > 0 && (
        <>
          <Options settings={settings} change={change} desk={desk} onDesk={openDesk} />
          {desk && (
            <Suspense>
              <DeskHead head={head} boards={boards} settings={settings} />
            </Suspense>
          )}
          <DistancePanels
            head={head}
            boards={boards}
            keys={VIEW_KEYS.awards}
            empty={empty}
            none={nothing}
            printing={printedAt !== null}
            panel={(board, tabbed) => (
              <Panel
                key={board.distance}
                tabbed={tabbed}
                loaded={loaded}
                board={board}
                entrants={entrants}
                settings={settings}
                desk={desk}
                printedAt={printedAt}
              />
            )}
          />
          <Disclaimer
            eventType={eventType}
            rankingType={basisOf(head.eventYear.rankingType)}
            ticked={false}
            starred={starred}
            boards={boards}
          />
        </>
      )}
    </>
  );
}
