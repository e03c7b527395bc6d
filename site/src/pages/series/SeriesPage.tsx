import { useCallback } from "react";
import { useParams } from "react-router";
import { config } from "../../api/config";
import { useLoaded } from "../../lib/use-loaded";
import { RESERVED_WORDS } from "../../paths";
import { NoSeries, openSeries } from "../../race/series";
import { text } from "../../text/text";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import { LoadingScreen } from "../parts/frame/LoadingScreen";
import { NotFound } from "../parts/frame/NotFound";
import { SeriesContent } from "./SeriesContent";

/** Series standings (pages.md C9). The address has a display year of the definition. */
export default function SeriesPage() {
  const { slug = "", year } = useParams();
  if (year !== undefined && RESERVED_WORDS.includes(year)) return <NotFound />;
  return <Series slug={slug} year={year ?? null} />;
}

function Series({ slug, year }: { slug: string; year: string | null }) {
  const { data, failure, retry } = useLoaded(
    useCallback(() => openSeries(slug, year), [slug, year]),
  );
  if (failure instanceof NoSeries)
    return <ErrorScreen failure={failure} line={text.series.missing[failure.reason]} />;
  if (failure !== null) return <ErrorScreen failure={failure} onRetry={retry} />;
  if (data === null) return <LoadingScreen title={text.series.loadingTitle(config().product)} />;
  return <SeriesContent key={`${slug} ${data.chosen.displayYear}`} slug={slug} choice={data} />;
}
