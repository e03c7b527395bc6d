import { useParams } from "react-router";
import { Failure } from "../api/failure";
import { config } from "../api/config";
import { RESERVED_WORDS } from "../paths";
import { useRace } from "../race/use-race";
import { text } from "../text/en";
import { ErrorScreen } from "./parts/ErrorScreen";
import { LoadingPage } from "./parts/LoadingPage";
import { NotFound } from "./parts/NotFound";
import { ResultsContent } from "./results/ResultsContent";

const BROKEN = new Failure(0);

/** The results of an event year (pages.md C2). */
export default function ResultsPage() {
  const { slug = "", year } = useParams();
  if (year !== undefined && RESERVED_WORDS.includes(year)) return <NotFound />;
  return <Results slug={slug} year={year} />;
}

function Results({ slug, year }: { slug: string; year: string | undefined }) {
  const race = useRace(slug, year);
  const { status, head, data, failure, retry } = race;
  if (status === "error") return <ErrorScreen failure={failure ?? BROKEN} onRetry={retry} />;
  if (head === null || data === null) return <LoadingPage title={text.results.loadingTitle(config().product)} />;
  return <ResultsContent race={race} head={head} boards={data} />;
}
