import { useParams } from "react-router";
import { config } from "../api/config";
import { Failure } from "../api/failure";
import { paths, RESERVED_WORDS } from "../paths";
import { useRace } from "../race/use-race";
import { text } from "../text/en";
import { ErrorScreen } from "./parts/ErrorScreen";
import { LoadingPage } from "./parts/LoadingPage";
import { NotFound } from "./parts/NotFound";
import { StatusContent } from "./status/StatusContent";

const BROKEN = new Failure(0);

/** The status of an event year (pages.md C5). `byWord`: the visitor came by /status/…, and stays there when changing the year. */
export default function StatusPage({ byWord = false }: { byWord?: boolean }) {
  const { slug = "", year } = useParams();
  if (year !== undefined && RESERVED_WORDS.includes(year)) return <NotFound />;
  return <Status slug={slug} year={year} pathOf={byWord ? paths.statusByWord : paths.status} />;
}

function Status({ slug, year, pathOf }: { slug: string; year: string | undefined; pathOf: (slug: string, year: string) => string }) {
  const race = useRace(slug, year);
  const { status, head, data, failure, retry } = race;
  if (status === "error") return <ErrorScreen failure={failure ?? BROKEN} onRetry={retry} />;
  if (head === null || data === null) return <LoadingPage title={text.status.loadingTitle(config().product)} />;
  return <StatusContent race={race} head={head} boards={data} pathOf={pathOf} />;
}
