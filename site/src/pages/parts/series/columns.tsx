import { useLocation } from "react-router";
import { formatMs, clockMs } from "../../../format/time";
import { paths } from "../../../paths";
import type { SeriesEventYears } from "../../../race/series";
import type { RaceResult, SeriesPerson } from "../../../scoring/series";
import { raceHeadings, type SeriesRace } from "../../../scoring/series-definition";
import { text } from "../../../text/text";
import type { Column } from "../../../ui/table-props";
import { carriedFrom, queryFor } from "../address/carried";
import { RaceLink } from "../race/RaceLink";
import { SmallFold } from "../tables/FoldLine";
import styles from "./Series.module.css";
import { codeLetter } from "../../../format/gender";
import { number } from "../../../text/intl";

/** Two races wrap rather than scroll on a phone; of more the third is cut, which shows that it goes on. */
const TWO_FIT = "4.5rem";

/** A person's places and pace, then one column per race (pages.md C9 Page). */
export function seriesColumns(
  races: readonly SeriesRace[],
  years: SeriesEventYears,
): Column<SeriesPerson>[] {
  const headings = raceHeadings(races);
  return [
    {
      key: "place",
      heading: text.series.place,
      name: text.series.placeName,
      marks: true,
      width: "3.25rem",
      narrow: "2.2rem",
      cell: ({ overall }) => <b>{overall}</b>,
    },
    {
      key: "points",
      heading: text.series.points,
      name: text.series.pointsName,
      width: "5rem",
      narrow: "2.75rem",
      cell: (person) => <Points person={person} />,
    },
    {
      key: "pace",
      heading: text.series.pace,
      name: text.series.paceName,
      folds: "small",
      width: "5.5rem",
      cell: ({ pace }) => pace,
    },
    {
      key: "name",
      heading: text.columns.name,
      names: true,
      width: "13rem",
      narrow: "7.75rem",
      cell: (person) => (
        <>
          {person.name}
          <SmallFold
            words={[
              sumText(person) === "" ? "" : `${text.series.pointsName} ${sumText(person)}`,
              person.pace,
              genderText(person),
              groupText(person),
            ]}
          />
        </>
      ),
    },
    {
      key: "gender",
      heading: text.columns.gender,
      folds: "small",
      width: "4.5rem",
      cell: genderText,
    },
    {
      key: "group",
      heading: text.series.ageGroup,
      folds: "small",
      width: "7.5rem",
      cell: groupText,
    },
    ...headings.map(
      (heading, index): Column<SeriesPerson> => ({
        key: `race ${index}`,
        heading: <RaceHeading race={races[index]} heading={heading} years={years} />,
        width: "8.5rem",
        narrow: races.length > 2 ? "6.75rem" : TWO_FIT,
        cell: ({ races: run }) => <Race race={run[index] ?? null} />,
      }),
    ),
  ];
}

/** "1 W": place and code; "" for an unspecified gender. */
function genderText({ genderPlace, genderCode }: SeriesPerson): string {
  return genderPlace === null ? "" : `${genderPlace} ${codeLetter(genderCode)}`;
}

/** "1 W 30-39". */
function groupText({ agePlace, genderCode, ageGroup }: SeriesPerson): string {
  return agePlace === null
    ? ""
    : `${agePlace} ${codeLetter(genderCode)} ${text.ageGroup(ageGroup)}`;
}

/** The points, and the places that add up to them. */
function Points({ person }: { person: SeriesPerson }) {
  const sum = sumText(person);
  return (
    <>
      <b>{number(person.points)}</b>
      {sum !== "" && <small className={styles.sum}>{sum}</small>}
    </>
  );
}

/** "6 + 10 + 14", never wrapped; "" if the points come from a single race. */
function sumText({ races }: SeriesPerson): string {
  const counted = races.flatMap((race) => (race?.counts === true ? [race.place] : []));
  return counted.length > 1 ? counted.join("\u00a0+\u00a0") : "";
}

/** A race, linked to its results once they are published. */
function RaceHeading({
  race,
  heading,
  years,
}: {
  race: SeriesRace | undefined;
  heading: string;
  years: SeriesEventYears;
}) {
  const view = new URLSearchParams(carriedFrom(useLocation()).view);
  const head = race === undefined ? undefined : years.get(race.year)?.head;
  if (race === undefined || head === undefined) return heading;
  view.delete("distance");
  if (head.boards.some(({ distance }) => distance === race.name)) view.set("distance", race.name);
  return (
    <RaceLink to={paths.results(head.event.slug, race.year) + queryFor("results", view.toString())}>
      {heading}
    </RaceLink>
  );
}

/** "{place} - {clock time}"; those that count for the points in bold. */
function Race({ race }: { race: RaceResult | null }) {
  if (race === null) return null;
  const shown = `${race.place} - ${formatMs(clockMs(race.result), false)}`;
  return race.counts ? (
    <b>
      {shown} <span className="hidden">{text.series.counts}</span>
    </b>
  ) : (
    shown
  );
}
