import { config } from "../../api/config";
import { text } from "../../text/text";
import { RaceScreen } from "../parts/race/RaceScreen";
import { ResultsContent } from "./ResultsContent";

/** The results of an event year (pages.md C2). */
export default function ResultsPage() {
  return (
    <RaceScreen loadingTitle={text.results.loadingTitle(config().product)}>
      {(loaded) => <ResultsContent {...loaded} />}
    </RaceScreen>
  );
}
