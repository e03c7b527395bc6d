import { useCallback, useMemo, useState } from "react";
import { useLoaded } from "../../lib/use-loaded";
import { type SeriesChoice, chooseSeries, seriesPart } from "../../race/series";
import { useFeed } from "../../race/use-feed";
import {
  chooseYear,
  type PeopleAnswer,
  raceHeadings,
  readSeriesFile,
  type SeriesYear,
} from "../../scoring/series-definition";
import { organiser } from "../../text/organiser";
import { text } from "../../text/text";
import { Choice } from "../../ui/Field";
import { Loading } from "../../ui/Loading";
import csv from "../parts/csv/Csv.module.css";
import { SeriesTables } from "../parts/series/SeriesTables";
import { type Json, partOf, type Path, withPart } from "./json";
import { NoPreview } from "./NoPreview";
import { SeriesPeople } from "./SeriesPeople";

/** The standings that a definition gives now, by the code of the public page. */
export default function SeriesPreview({
  slug,
  value,
  onAnswer,
}: {
  slug: string;
  value: Json;
  /** Called with the value that has an answer about people more or less. */
  onAnswer: (value: Json) => void;
}) {
  const years = useMemo(() => readSeriesFile(value) ?? [], [value]);
  // Answers about people change nothing of what is loaded: they are drawn at once.
  const races = JSON.stringify(
    years.map((year) => ({
      ...year,
      series: year.series.map((series) => ({ ...series, people: [] })),
    })),
  );
  const [asked, ask] = useState<string | null>(null);
  const chosen = chooseYear(years, asked) ?? chooseYear(years, null);
  const shown = chosen === null ? null : String(chosen.displayYear);
  const { data, failure } = useLoaded(
    useCallback(
      () =>
        shown === null
          ? Promise.resolve(null)
          : chooseSeries(slug, JSON.parse(races) as SeriesYear[], shown).then((choice) => ({
              choice,
            })),
      [slug, races, shown],
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
        <Tables
          key={chosen.displayYear}
          slug={slug}
          choice={{ ...data.choice, years, chosen }}
          onAnswers={(index, people) =>
            onAnswer(withAnswers(value, [years.indexOf(chosen), "series", index], people))
          }
        />
      )}
    </>
  );
}

/** The definition with these answers in one series; without any, it has no list of them. */
function withAnswers(value: Json, series: Path, answers: readonly PeopleAnswer[]): Json {
  const before = partOf(value, series);
  if (typeof before !== "object" || before === null || Array.isArray(before)) return value;
  const { people: _, ...others } = before;
  if (answers.length === 0) return withPart(value, series, others);
  const people = answers.map(
    ({ same, runners }): Json => ({
      same,
      runners: runners.map(({ year, distance, bib }): Json => ({ year, distance, bib })),
    }),
  );
  return withPart(value, series, { ...others, people });
}

function Tables({
  slug,
  choice,
  onAnswers,
}: {
  slug: string;
  choice: SeriesChoice;
  onAnswers: (series: number, people: PeopleAnswer[]) => void;
}) {
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
      {chosen.series.map((series, index) => (
        <SeriesPeople
          key={series.name}
          series={series}
          years={race.data}
          onAnswers={(people) => onAnswers(index, people)}
        />
      ))}
    </>
  );
}
