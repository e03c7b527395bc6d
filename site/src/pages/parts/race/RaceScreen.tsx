import type { ReactNode } from "react";
import { useParams } from "react-router";
import { RESERVED_WORDS } from "../../../paths";
import type { RaceBoard } from "../../../race/boards";
import type { Head } from "../../../race/head";
import type { LiveRace } from "../../../race/use-feed";
import { useRace } from "../../../race/use-race";
import { ErrorScreen } from "../frame/ErrorScreen";
import { LoadingScreen } from "../frame/LoadingScreen";
import { NotFound, YearNotFound } from "../frame/NotFound";

/** A loaded event year, and how recent it is. */
export interface LoadedRace {
  race: LiveRace;
  head: Head;
  boards: RaceBoard[];
}

/** A page `…/{slug}/{year?}`: its loading, error and 404 screens, then its content. */
export function RaceScreen({
  loadingTitle,
  children,
}: {
  loadingTitle: string;
  children: (loaded: LoadedRace) => ReactNode;
}) {
  const { slug = "", year } = useParams();
  if (year !== undefined && RESERVED_WORDS.includes(year)) return <NotFound />;
  return (
    <Race slug={slug} year={year} loading={<LoadingScreen title={loadingTitle} />}>
      {children}
    </Race>
  );
}

function Race({
  slug,
  year,
  loading,
  children,
}: {
  slug: string;
  year: string | undefined;
  /** Shown while loading. */
  loading: ReactNode;
  children: (loaded: LoadedRace) => ReactNode;
}) {
  const race = useRace(slug, year);
  if (race.status === "error" && race.failure.status === 404 && year !== undefined)
    return <YearNotFound failure={race.failure} slug={slug} />;
  if (race.status === "error") return <ErrorScreen failure={race.failure} onRetry={race.retry} />;
  if (race.status === "loading") return loading;
  return children({ race, head: race.head, boards: race.data });
}
