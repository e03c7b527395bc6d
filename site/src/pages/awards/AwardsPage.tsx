import { config } from "../../api/config";
import { text } from "../../text/text";
import { AwardsContent } from "./AwardsContent";
import { RaceScreen } from "../parts/race/RaceScreen";

/** The awards of an event year (pages.md C4). */
export default function AwardsPage() {
  return (
    <RaceScreen loadingTitle={text.awards.loadingTitle(config().product)}>
      {(loaded) => <AwardsContent loaded={loaded} />}
    </RaceScreen>
  );
}
