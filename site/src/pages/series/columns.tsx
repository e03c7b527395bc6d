import { formatMs, clockMs } from "../../format/time";
import type { RaceResult, SeriesPerson } from "../../scoring/series";
import { raceHeadings, type SeriesRace } from "../../scoring/series-definition";
import { text } from "../../text/text";
import type { Column } from "../../ui/Table";
import { SmallFold } from "../parts/FoldLine";
import styles from "./Series.module.css";

/** The columns of a series: the person's places and pace, then one per race in file order (pages.md C9 Page). */
export function seriesColumns(races: readonly SeriesRace[]): Column<SeriesPerson>[] {
  const headings = raceHeadings(races);
  return [
    { key: "place", heading: text.series.place, name: text.series.placeName, marks: true, width: "3.25rem", narrow: "2.6rem", cell: ({ overall }) => <b>{overall}</b> },
    { key: "points", heading: text.series.points, name: text.series.pointsName, width: "5rem", narrow: "3.4rem", cell: (person) => <Points person={person} /> },
    { key: "pace", heading: text.series.pace, name: text.series.paceName, folds: "small", width: "5.5rem", cell: ({ pace }) => pace },
    {
      key: "name",
      heading: text.columns.name,
      names: true,
      width: "13rem",
      narrow: "9.5rem",
      cell: (person) => (
        <>
          {person.name}
          <SmallFold words={[person.pace, genderText(person), groupText(person)]} />
        </>
      ),
    },
    { key: "gender", heading: text.columns.gender, folds: "small", width: "4.5rem", cell: genderText },
    { key: "group", heading: text.series.ageGroup, folds: "small", width: "7.5rem", cell: groupText },
    ...headings.map((heading, index): Column<SeriesPerson> => ({
      key: `race ${index}`,
      heading,
      width: "8.5rem",
      narrow: "8rem",
      cell: ({ races: run }) => <Race race={run[index] ?? null} />,
    })),
  ];
}

/** "1 W": place and code; "" for an unspecified gender. */
function genderText({ genderPlace, genderCode }: SeriesPerson): string {
  return genderPlace === null ? "" : `${genderPlace} ${genderCode}`;
}

/** "1 W 30-39". */
function groupText({ agePlace, genderCode, ageGroup }: SeriesPerson): string {
  return agePlace === null ? "" : `${agePlace} ${genderCode} ${ageGroup}`;
}

/** The points, and the places they are the sum of. */
function Points({ person: { points, races } }: { person: SeriesPerson }) {
  const counted = races.flatMap((race) => (race?.counts === true ? [race.place] : []));
  return (
    <>
      <b>{points}</b>
      {counted.length > 1 && <small className={styles.sum}>{counted.join(" + ")}</small>}
    </>
  );
}

/** "{place} - {clock time}"; those that count for the points in bold. */
function Race({ race }: { race: RaceResult | null }) {
  if (race === null) return null;
  const shown = `${race.place} - ${formatMs(clockMs(race.result), false)}`;
  return race.counts ? <b>{shown} <span className="hidden">{text.series.counts}</span></b> : shown;
}
