import { config } from "../api/config";
import { text } from "../text/text";
import { AwardsContent } from "./awards/AwardsContent";
import { RacePage } from "./parts/RacePage";

/** The awards of an event year (pages.md C4). */
export default function AwardsPage() {
  return <RacePage loadingTitle={text.awards.loadingTitle(config().product)}>{(loaded) => <AwardsContent loaded={loaded} />}</RacePage>;
}
