import { useCallback } from "react";
import { useLoaded } from "../../../lib/use-loaded";
import { paths } from "../../../paths";
import { loadSeriesFile, seriesOf } from "../../../race/series-file";
import { type Carried, queryFor } from "../address/carried";
import { RaceLink } from "./RaceLink";

/** Links from a race to the series it is part of, by name (pages.md C9). */
export default function SeriesLinks({
  slug,
  year,
  view,
}: {
  slug: string;
  year: string;
  view: Carried["view"];
}) {
  const { data } = useLoaded(useCallback(() => loadSeriesFile(slug), [slug]));
  return seriesOf(data ?? [], year).map(({ displayYear, names }) => (
    <RaceLink
      key={displayYear}
      to={paths.page("series", slug, displayYear) + queryFor("series", view)}
    >
      {names.join(", ")}
    </RaceLink>
  ));
}
