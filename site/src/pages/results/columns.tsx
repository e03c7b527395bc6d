import type { ReactNode } from "react";
import { ageText } from "../../format/age";
import { genderLetter } from "../../format/gender";
import { displayName } from "../../format/name";
import { agePlaceText, genderPlaceText, hasPlace, medalOf, placeText } from "../../format/place";
import { type Finishers, ofHowMany } from "../../scoring/of-how-many";
import { drawnLap, drawnTime, timeInColumn } from "../../scoring/cells";
import type { Head } from "../../race/head";
import type { RankByLabels } from "../../lists/rank-by-labels";
import type { Basis, EventType, Line, Row } from "../../scoring/row";
import { number } from "../../text/intl";
import { text } from "../../text/text";
import type { Column } from "../../ui/table-props";
import { StarredHeading } from "../parts/race/Disclaimer";
import { Fitted } from "../parts/tables/Fitted";
import { RunnerName } from "../parts/runner/RunnerName";
import { isHere } from "../parts/runner/standing";
import { OtherTime } from "../parts/tables/OtherTime";
import { WhyButton } from "../parts/tables/WhyButton";
import { NameFold, TimeFold } from "./Fold";

type ResultsColumn = Column<Line>;

interface ColumnContext {
  eventType: EventType;
  labels: RankByLabels;
  option: number;
  onSort: (option: number) => void;
  /** Width of the place column on phones. */
  narrowPlace: string;
  /** Whether columns fold on narrow screens; paper is always wide. */
  folds: boolean;
  /** Whose numbers stand behind places in a group: "7 of 20"; null where there is no room. */
  finishers: Finishers | null;
  head: Head;
  /** Whether somebody has won the race once it is over. */
  isWon: boolean;
  pathOf: (bib: string) => string;
  /** Asks why the runner with the bib has their place. */
  onWhy: (bib: string) => void;
}

/** The columns of a results table on wide screens, and how they fold (pages.md C2). */
export function resultsColumns(context: ColumnContext): ResultsColumn[] {
  const { eventType } = context;
  const person = personColumns(context);
  const starred = starredColumn(context);
  const time = timeColumn(context);
  if (eventType === "distance") return [...person, ...starred, time];
  return [...person, ...starred, { ...time, folds: "small" }, lapColumn(context)];
}

function personColumns(context: ColumnContext): ResultsColumn[] {
  const { eventType, labels, option, onSort, finishers, head, pathOf, folds } = context;
  const more = widthOfNumber(finishers);
  const heading = (name: string, sort: number, hint: string) => ({
    heading: <SortButton name={name} hint={hint} onPress={() => onSort(sort)} />,
    sorted: option === sort,
  });
  return [
    {
      key: "bib",
      heading: text.columns.bib,
      folds: "small",
      width: "4.5rem",
      cell: ({ row }) => row.bib,
    },
    {
      key: "place",
      ...heading(text.columns.place, 0, text.columns.sortBy.ranking),
      marks: true,
      width: "5.25rem",
      narrow: context.narrowPlace,
      cell: (line) => (
        <Place
          line={line}
          eventType={eventType}
          medal={medalOf(line.row, !head.eventYear.live, context.isWon)}
          onWhy={context.onWhy}
        />
      ),
    },
    {
      key: "name",
      heading: text.columns.name,
      names: true,
      cell: ({ row }) => (
        <>
          <RunnerName head={head} runner={row} path={pathOf(row.bib)} />
          <NameFold eventType={eventType} labels={labels} row={row} folds={folds} />
        </>
      ),
    },
    {
      key: "age",
      ...heading(text.columns.age, 2, text.columns.sortBy.age),
      folds: "medium",
      align: "end",
      width: "3.75rem",
      cell: ({ row }) => ageText(row.age),
    },
    {
      key: "agePlace",
      heading: text.columns.pl,
      name: text.columns.agePlace,
      folds: "medium",
      align: "end",
      width: `${3.75 + more}rem`,
      cell: ({ row }) => amongGroup(agePlaceText(row), () => ofHowMany(row, finishers).ageGroup),
    },
    {
      key: "gender",
      ...heading(text.columns.gender, 1, text.columns.sortBy.gender),
      folds: "medium",
      align: "end",
      width: "6rem",
      cell: ({ row }) => genderLetter(row.gender),
    },
    {
      key: "genderPlace",
      heading: text.columns.pl,
      name: text.columns.genderPlace,
      folds: "medium",
      align: "end",
      width: `${4.25 + more}rem`,
      cell: ({ row }) => amongGroup(genderPlaceText(row), () => ofHowMany(row, finishers).gender),
    },
  ];
}

/** "7 of 20", or "7" where it is not known of how many; blank without a place. */
function amongGroup(place: string, ofHow: () => string): string {
  return place === "" ? "" : [place, ofHow()].join(" ").trim();
}

/** Width that " of 1,234" takes, in rem, where no group is larger than the distance. */
function widthOfNumber(finishers: Finishers | null): number {
  return finishers === null ? 0 : 1.5 + 0.6 * number(finishers.finished ?? 0).length;
}

/** The place, which explains itself when pressed. */
function Place({
  line,
  eventType,
  medal,
  onWhy,
}: {
  line: Line;
  eventType: EventType;
  medal: number | undefined;
  onWhy: (bib: string) => void;
}): ReactNode {
  const place = placeText(line.row);
  if (!hasPlace(line.row)) return <b>{place}</b>;
  const here = isHere(eventType, line.row);
  return (
    <WhyButton
      shown={here ? place : <b data-medal={medal}>{place}</b>}
      here={here}
      label={text.why.button(place, displayName(line.row))}
      onPress={() => onWhy(line.row.bib)}
    />
  );
}

/** Whether a distance runner's cell among times names the point where they were last. */
function isPoint(eventType: EventType, basis: Basis, row: Row): boolean {
  return basis === "clock" && isHere(eventType, row);
}

function starredColumn({ eventType, labels }: ColumnContext): ResultsColumn[] {
  const { starred, starredColumn: basis } = labels;
  if (basis === null) return [];
  return [
    {
      key: "starred",
      heading: <StarredHeading>{starred}</StarredHeading>,
      folds: eventType === "distance" ? "small" : "medium",
      align: "end",
      width: "7.5rem",
      cell: ({ row }) => (
        <Fitted text={timeInColumn(eventType, basis, row)} small={isPoint(eventType, basis, row)} />
      ),
    },
  ];
}

function timeColumn({ eventType, labels, folds }: ColumnContext): ResultsColumn {
  return {
    key: "time",
    heading: labels.last,
    align: "end",
    width: "7rem",
    narrow: "6rem",
    cell: ({ row }) => {
      const time = timeInColumn(eventType, labels.lastColumn, row);
      const other =
        labels.starredColumn === null ? time : timeInColumn(eventType, labels.starredColumn, row);
      return (
        <>
          <Fitted text={time} small={isPoint(eventType, labels.lastColumn, row)} />
          {folds && eventType === "distance" && other !== time && labels.starredColumn !== null && (
            <OtherTime
              name={labels.starred}
              basis={
                other === drawnTime(eventType, labels.starredColumn, row)
                  ? labels.starredColumn
                  : null
              }
              time={other}
            />
          )}
        </>
      );
    },
  };
}

function lapColumn({ eventType, labels, folds }: ColumnContext): ResultsColumn {
  return {
    key: "lap",
    heading: eventType === "time" ? text.columns.lap : text.columns.hour,
    align: "end",
    // "Hour 10 started" fits on one line where the names leave it room
    width: eventType === "backyardultra" ? "clamp(5.5rem, 24vw - 10rem, 9.5rem)" : "6.5rem",
    narrow: "5rem",
    cell: ({ row }) => (
      <>
        <Fitted text={drawnLap(eventType, row)} />
        {folds && <TimeFold time={drawnTime(eventType, labels.lastColumn, row)} />}
      </>
    ),
  };
}

/** A heading that sorts, as the dropdown does. */
function SortButton({
  name,
  hint,
  onPress,
}: {
  name: string;
  hint: string;
  onPress: () => void;
}): ReactNode {
  return (
    <button type="button" title={hint} onClick={onPress}>
      {name}
    </button>
  );
}
