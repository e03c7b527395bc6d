import { config } from "../api/config";
import { text } from "../text/text";
import { RacePage } from "./parts/RacePage";
import { ResultsContent } from "./results/ResultsContent";

/** The results of an event year (pages.md C2). */
export default function ResultsPage() {
  return <RacePage loadingTitle={text.results.loadingTitle(config().product)}>{(loaded) => <ResultsContent {...loaded} />}</RacePage>;
}
