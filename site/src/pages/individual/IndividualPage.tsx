import { type ReactNode, Suspense, useDeferredValue } from "react";
import { useLocation, useParams } from "react-router";
import { config } from "../../api/config";
import { prettyYear } from "../../format/date";
import { bibOf, isPageWord, RESERVED_WORDS } from "../../paths";
import type { Runner } from "../../race/shard";
import { useRunner } from "../../race/use-runner";
import { personOf } from "../../scoring/people";
import { text } from "../../text/text";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import { LoadingScreen } from "../parts/frame/LoadingScreen";
import { BibNotFound, NotFound, YearNotFound } from "../parts/frame/NotFound";
import { Entered } from "./Entered";
import { IndividualContent } from "./IndividualContent";
import type { LoadedRunner } from "./loaded-runner";

/** The result of one runner, under every page word (pages.md B4.4, C6). */
export default function IndividualPage() {
  const { page, slug = "", year = "" } = useParams();
  const bib = bibOf(useLocation().pathname);
  const reserved = RESERVED_WORDS.includes(year) || RESERVED_WORDS.includes(bib);
  if (!isPageWord(page) || reserved) return <NotFound />;
  return (
    <Individual key={`${slug} ${year} ${bib}`} slug={slug} year={year} bib={bib}>
      {(loaded) => <IndividualContent page={page} {...loaded} />}
    </Individual>
  );
}

/** Loading, error and 404 screens, and the content once the runner has loaded. */
function Individual({
  slug,
  year,
  bib,
  children,
}: {
  slug: string;
  year: string;
  bib: string;
  children: (loaded: LoadedRunner) => ReactNode;
}) {
  // A part that has to be fetched for a new version does not hide the version on screen; the key
  // above keeps one runner from standing under the address of another meanwhile.
  const race = useDeferredValue(useRunner(slug, year, bib));
  const asked = new URLSearchParams(useLocation().search).get("distance");
  if (race.status === "error" && race.failure.status === 404)
    return <YearNotFound failure={race.failure} slug={slug} />;
  if (race.status === "error") return <ErrorScreen failure={race.failure} onRetry={race.retry} />;
  const loading = <LoadingScreen title={text.individual.loadingTitle(config().product)} />;
  if (race.status === "loading") return loading;
  const {
    head,
    data: { people, field },
  } = race;
  const content = (known: readonly Runner[]) => {
    const person = personOf(known, asked);
    return (
      person !== null && (
        <Suspense fallback={loading}>
          {children({ race, head, people: known, field, person })}
        </Suspense>
      )
    );
  };
  if (people.length > 0) return content(people);
  const missing = (
    <BibNotFound
      slug={slug}
      year={year}
      race={`${prettyYear(year)} ${head.event.name}`}
      bib={bib}
    />
  );
  return (
    <Entered head={head} bib={bib} loading={loading} missing={missing}>
      {content}
    </Entered>
  );
}
