import { config } from "../api/config";
import { text } from "../text/text";
import { ArrivalsContent } from "./arrivals/ArrivalsContent";
import { RacePage } from "./parts/RacePage";

/** The announcer's page of an event year: who comes in next, and who just did (pages.md C23). */
export default function ArrivalsPage() {
  return <RacePage loadingTitle={text.arrivals.loadingTitle(config().product)}>{(loaded) => <ArrivalsContent loaded={loaded} />}</RacePage>;
}
