import type { ReactNode } from "react";
import { typeSuffix } from "../../format/result-type";
import { lapLabel, timeCell } from "../../scoring/cells";
import type { RankByLabels } from "../../lists/rank-by-labels";
import type { AwardList, AwardWinner } from "../../scoring/awards";
import type { EventType, Row } from "../../scoring/row";
import { text } from "../../text/text";
import type { Column } from "../../ui/table-props";
import { StarredHeading } from "../parts/race/Disclaimer";
import { SmallFold } from "../parts/tables/FoldLine";
import { OtherTime } from "../parts/tables/OtherTime";
import fold from "../parts/tables/FoldLine.module.css";
import {
  ageColumn,
  bibAndAge,
  nameColumn,
  type OfDistance,
  placeColumn,
} from "../parts/rankings/columns";
import { bibColumn } from "../parts/tables/bib-column";

/** A list, its heading, and the text about it. */
export interface AwardTable {
  list: AwardList;
  heading: string;
  note: ReactNode;
  /** Whether somebody may still get onto it other than by a correction, as far as is known. */
  open: boolean;
}

interface AwardColumns extends OfDistance {
  eventType: EventType;
  labels: RankByLabels;
}

function rowOf({ result }: AwardWinner): Row {
  return result;
}

/** The columns of an award list, in the order of wide screens (pages.md C4). */
export function awardColumns(context: AwardColumns): Column<AwardWinner>[] {
  const { eventType } = context;
  const person = [
    bibColumn<AwardWinner>(rowOf),
    { ...placeColumn<AwardWinner>(({ place }) => place), cell: placeOf },
    nameColumn<AwardWinner>(context, "awards", rowOf, ({ result }) => bibAndAge(result)),
    ageColumn<AwardWinner>(rowOf),
    ...starredColumn(context),
  ];
  return eventType === "distance"
    ? [...person, timeColumn(context)]
    : [...person, { ...timeColumn(context), folds: "small" }, lapColumn(context)];
}

/** "3", and below it "tie" if somebody else on the list has it, too. */
function placeOf({ place, tied, result }: AwardWinner) {
  return (
    <>
      <b>
        {place}
        {typeSuffix(result.type)}
      </b>
      {tied && <div className={fold.fold}>{text.awards.tie}</div>}
    </>
  );
}

function starredColumn({ eventType, labels }: AwardColumns): Column<AwardWinner>[] {
  const { starred, starredColumn: basis } = labels;
  if (basis === null) return [];
  return [
    {
      key: "starred",
      heading: <StarredHeading>{starred}</StarredHeading>,
      folds: "small",
      align: "end",
      width: "7.5rem",
      cell: ({ result }) => timeCell(eventType, basis, result),
    },
  ];
}

/** The starred time below the ranking one, where there is another one. */
function Starred({
  context: { eventType, labels },
  result,
}: {
  context: AwardColumns;
  result: Row;
}) {
  const { starred, starredColumn: basis } = labels;
  const time = basis === null ? "" : timeCell(eventType, basis, result);
  if (time === "" || time === timeCell(eventType, labels.lastColumn, result)) return null;
  return eventType === "distance" ? (
    <OtherTime name={starred} basis={basis} time={time} />
  ) : (
    <SmallFold words={[text.folded.time(starred, time)]} />
  );
}

function timeColumn(context: AwardColumns): Column<AwardWinner> {
  const { eventType, labels, folds } = context;
  return {
    key: "time",
    heading: labels.last,
    align: "end",
    width: "7rem",
    narrow: "6rem",
    cell: ({ result }) => (
      <>
        {timeCell(eventType, labels.lastColumn, result)}
        {folds && eventType === "distance" && <Starred context={context} result={result} />}
      </>
    ),
  };
}

function lapColumn(context: AwardColumns): Column<AwardWinner> {
  const { eventType, labels, folds } = context;
  return {
    key: "lap",
    heading: eventType === "time" ? text.columns.lap : text.columns.hour,
    align: "end",
    width: "6.5rem",
    narrow: "6rem",
    cell: ({ result }) => (
      <>
        {lapLabel(eventType, result)}
        {folds && (
          <>
            <SmallFold words={[timeCell(eventType, labels.lastColumn, result)]} />
            <Starred context={context} result={result} />
          </>
        )}
      </>
    ),
  };
}
