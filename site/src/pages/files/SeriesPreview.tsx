import { useCallback, useMemo, useState } from "react";
import { useLoaded } from "../../lib/use-loaded";
import { type SeriesChoice, chooseSeries, seriesPart } from "../../race/series";
import { useFeed } from "../../race/use-feed";
import { chooseYear, raceHeadings, readSeriesFile } from "../../scoring/series-definition";
import { organiser } from "../../text/organiser";
import { text } from "../../text/text";
import { Choice } from "../../ui/Field";
import { Loading } from "../../ui/Loading";
import csv from "../parts/csv/Csv.module.css";
import { SeriesTables } from "../parts/series/SeriesTables";
import type { Json } from "./json";
import { NoPreview } from "./NoPreview";

/**
 * The standings that a definition produces from the current results: read, scored and rendered by
 * the code of the public page.
 */
export default function SeriesPreview({ slug, value }: { slug: string; value: Json }) {
  const years = useMemo(() => readSeriesFile(value) ?? [], [value]);
  const [asked, ask] = useState<string | null>(null);
  const chosen = chooseYear(years, asked) ?? chooseYear(years, null);
  const shown = chosen === null ? null : String(chosen.displayYear);
  const { data, failure } = useLoaded(
    useCallback(
      () =>
        shown === null
          ? Promise.resolve(null)
          : chooseSeries(slug, years, shown).then((choice) => ({ choice })),
      [slug, years, shown],
    ),
  );
  if (chosen === null) return <p>{organiser.series.empty}</p>;
  return (
    <>
      {years.length > 1 && (
        <Choice
          label={organiser.series.displayYear}
          value={String(chosen.displayYear)}
          options={years.map(({ displayYear }) => ({
            value: String(displayYear),
            label: String(displayYear),
          }))}
          onChoose={ask}
        />
      )}
      {failure !== null && <NoPreview failure={failure} />}
      {failure === null && data === null && <Loading message={text.loading} />}
      {failure === null && data !== null && (
        <Tables key={chosen.displayYear} slug={slug} choice={data.choice} />
      )}
    </>
  );
}

function Tables({ slug, choice }: { slug: string; choice: SeriesChoice }) {
  const { chosen, published, followed } = choice;
  const race = useFeed(["series", chosen.displayYear, ...published].join(" "), slug, followed, () =>
    seriesPart(slug, choice),
  );
  const [all, setAll] = useState(false);
  if (race.status === "error") return <NoPreview failure={race.failure} />;
  if (race.status === "loading") return <Loading message={text.loading} />;
  const missing = chosen.series.flatMap(({ distances }) => {
    const headings = raceHeadings(distances);
    return distances.flatMap(({ year, name }, index) => {
      const there = race.data.get(year)?.boards.some(({ distance }) => distance === name) === true;
      return there ? [] : [`${headings[index] ?? name} (${year})`];
    });
  });
  return (
    <>
      {missing.length > 0 && (
        <p className={csv.note}>
          {organiser.series.withoutResults([...new Set(missing)].join(", "))}
        </p>
      )}
      <div data-preview="">
        <SeriesTables
          event={race.head.event.name}
          choice={choice}
          years={race.data}
          query=""
          changed={race.changed}
          long={{ all, onShowAll: () => setAll(true) }}
        />
      </div>
    </>
  );
}
