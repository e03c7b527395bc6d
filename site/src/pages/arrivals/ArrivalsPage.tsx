import { config } from "../../api/config";
import { announcer } from "../../text/announcer";
import { ArrivalsContent } from "./ArrivalsContent";
import { RaceScreen } from "../parts/race/RaceScreen";

/** The announcer's page of an event year: who comes in next and who just came in (pages.md C23). */
export default function ArrivalsPage() {
  return (
    <RaceScreen loadingTitle={announcer.arrivals.loadingTitle(config().product)}>
      {(loaded) => <ArrivalsContent loaded={loaded} />}
    </RaceScreen>
  );
}
