import type { ReactNode } from "react";
import { ageText } from "../../format/age";
import { genderOf } from "../../format/gender";
import { displayName } from "../../format/name";
import { agePlaceText, genderPlaceText, hasPlace, placeText } from "../../format/place";
import { drawnLap, drawnTime } from "../../scoring/cells";
import type { Head } from "../../race/head";
import type { RankByLabels } from "../../lists/rank-by-labels";
import type { EventType, Line } from "../../scoring/row";
import { text } from "../../text/text";
import type { Column } from "../../ui/Table";
import { StarredHeading } from "../parts/race/Disclaimer";
import { Fitted } from "../parts/tables/Fitted";
import { RunnerName } from "../parts/runner/RunnerName";
import { isHere } from "../parts/runner/standing";
import { WhyButton } from "../parts/tables/WhyButton";
import { NameFold, OtherTime, TimeFold } from "./Fold";

type ResultsColumn = Column<Line>;

/** What the columns of a results table depend on. */
export interface ColumnContext {
  eventType: EventType;
  labels: RankByLabels;
  /** Number of the active sort option. */
  option: number;
  onSort: (option: number) => void;
  /** Width of the place column on phones. */
  narrowPlace: string;
  /** Whether columns fold on narrow screens; paper is always wide. */
  folds: boolean;
  head: Head;
  /** Address of a runner's page. */
  pathOf: (bib: string) => string;
  /** Asks why a runner has their place. */
  onWhy: (line: Line) => void;
}

/**
 * The columns of a results table, in the order of wide screens, and how they fold (pages.md C2).
 */
export function resultsColumns(context: ColumnContext): ResultsColumn[] {
  const { eventType } = context;
  const person = personColumns(context);
  const starred = starredColumn(context);
  const time = timeColumn(context);
  if (eventType === "distance") return [...person, ...starred, time];
  return [...person, ...starred, { ...time, folds: "small" }, lapColumn(context)];
}

function personColumns(context: ColumnContext): ResultsColumn[] {
  const { eventType, labels, option, onSort, head, pathOf, folds } = context;
  const genderFolds = eventType === "distance" ? "small" : "medium";
  const heading = (
    name: string,
    number: number,
    hint: string,
  ): Pick<ResultsColumn, "heading" | "sorted"> => ({
    heading: <SortButton name={name} hint={hint} onPress={() => onSort(number)} />,
    sorted: option === number,
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
      cell: (line) => <Place line={line} eventType={eventType} onWhy={context.onWhy} />,
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
      width: "3.75rem",
      cell: ({ row }) => agePlaceText(row),
    },
    {
      key: "gender",
      ...heading(text.columns.gender, 1, text.columns.sortBy.gender),
      folds: genderFolds,
      align: "end",
      width: "6rem",
      cell: ({ row }) => shownGender(row.gender),
    },
    {
      key: "genderPlace",
      heading: text.columns.pl,
      name: text.columns.genderPlace,
      folds: genderFolds,
      align: "end",
      width: "4.25rem",
      cell: ({ row }) => genderPlaceText(row),
    },
  ];
}

/** The place, which explains itself when pressed. */
function Place({
  line,
  eventType,
  onWhy,
}: {
  line: Line;
  eventType: EventType;
  onWhy: (line: Line) => void;
}): ReactNode {
  const place = placeText(line.row);
  if (!hasPlace(line.row)) return <b>{place}</b>;
  return (
    <WhyButton
      shown={place}
      here={isHere(eventType, line.row)}
      label={text.why.button(place, displayName(line.row))}
      onPress={() => onWhy(line)}
    />
  );
}

function shownGender(gender: string): string {
  const { shown, code } = genderOf(gender);
  return shown ? code : "";
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
      cell: ({ row }) => <Fitted text={drawnTime(eventType, basis, row)} />,
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
      const time = drawnTime(eventType, labels.lastColumn, row);
      const other =
        labels.starredColumn === null ? time : drawnTime(eventType, labels.starredColumn, row);
      return (
        <>
          <Fitted text={time} />
          {folds && eventType === "distance" && other !== time && labels.starredColumn !== null && (
            <OtherTime name={labels.starred} basis={labels.starredColumn} time={other} />
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
    // "Loop 10 started" fits on one line
    width: eventType === "backyardultra" ? "9.5rem" : "6.5rem",
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
