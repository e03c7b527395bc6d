/** The tables of the individual page (pages.md C6 "Tables"). */
import { Fragment } from "react";
import { genderHeading, personWord } from "../../format/gender";
import { agePlaceText, genderPlaceText, hasPlace, ordinal, placeText } from "../../format/place";
import { suffixMeaning, typeSuffix } from "../../format/result-type";
import { chipMs, chipText, preciseText } from "../../format/time";
import { backyardLaps, extremes, laps } from "../../scoring/laps";
import type { EventType, Row } from "../../scoring/row";
import { rowKind } from "../../scoring/row-kind";
import type { Stretch } from "../../scoring/stretches";
import { text } from "../../text/text";
import type { Column } from "../../ui/table-props";
import { Fitted } from "../parts/tables/Fitted";
import { WhyButton } from "../parts/tables/WhyButton";
import { isWhole } from "../parts/tables/FoldLine";
import fold from "../parts/tables/FoldLine.module.css";
import styles from "./Individual.module.css";

type LapEvent = Exclude<EventType, "distance">;

/**
 * The columns of Partial Times. On small screens places, stretch and pace are under the segment's
 * name; on medium ones stretch and pace are.
 */
export function stretchColumns(): Column<Stretch>[] {
  const { columns, individual } = text;
  const own = individual.columns;
  return [
    {
      key: "segment",
      heading: own.segment,
      names: true,
      marks: true,
      cell: (stretch) => (
        <>
          <Fitted text={text.point(stretch.row.segment)} />
          <PlaceFold {...stretch} />
          <StretchFold {...stretch} />
        </>
      ),
    },
    {
      key: "place",
      heading: columns.place,
      folds: "small",
      align: "end",
      width: "6rem",
      cell: ({ row, gained }) => (
        <>
          <span className={classOf(row)}>{placeText(row)}</span>
          <Gained places={gained} />
        </>
      ),
    },
    {
      key: "agePlace",
      heading: own.agePl,
      name: columns.agePlace,
      folds: "small",
      align: "end",
      width: "5rem",
      cell: ({ row }) => agePlaceText(row),
    },
    {
      key: "genderPlace",
      heading: own.genderPl,
      name: columns.genderPlace,
      folds: "small",
      align: "end",
      width: "6rem",
      cell: ({ row }) => genderPlaceText(row),
    },
    {
      key: "stretch",
      heading: own.stretch,
      name: own.stretchTime,
      folds: "medium",
      align: "end",
      width: "6.5rem",
      cell: stretchTime,
    },
    {
      key: "pace",
      heading: individual.pace,
      folds: "medium",
      align: "end",
      width: "6.5rem",
      cell: ({ pace }) => pace.text,
    },
    {
      key: "time",
      heading: individual.time,
      align: "end",
      width: "6.5rem",
      narrow: "28%",
      cell: ({ row }) => (
        <span className={classOf(row)}>
          <PassageTime label={text.point(row.segment)} time={chipText(row)} />
        </span>
      ),
    },
  ];
}

function classOf(row: Row): string | undefined {
  return rowKind(row) === "finish" ? styles.final : undefined;
}

/** The time of a passage: the button by which the keyboard asks for all numbers of the row. */
function PassageTime({ label, time }: { label: string; time: string }) {
  return <WhyButton shown={time} label={text.why.number(label, time)} />;
}

function stretchTime({ row, ms }: Stretch): string {
  return ms === null ? "" : preciseText(ms, row);
}

/** Places gained or lost since the previous timing point. */
function Gained({ places }: { places: number | null }) {
  if (places === null || places === 0) return null;
  const { up, down } = text.individual.gained;
  return (
    <span className={styles.gained}>
      {" "}
      <span aria-hidden="true">
        {places > 0 ? "\u25b2" : "\u25bc"}
        {Math.abs(places)}
      </span>
      <span className="hidden">{places > 0 ? up(places) : down(-places)}</span>
    </span>
  );
}

/**
 * "12th overall, 3rd woman, 1st in 30-39" under the segment name on small screens; for a timing point
 * "12th at Mile 3", because it is not a final place. Without a
 * number only what the suffix means (A10.2).
 */
function PlaceFold({ row, gained }: Stretch) {
  const [gender, age] = [genderPlaceText(row), agePlaceText(row)];
  const parts = [
    !hasPlace(row)
      ? suffixMeaning(typeSuffix(row.type))
      : rowKind(row) === "finish"
        ? text.individual.overall(
            typeSuffix(row.type) === "" ? ordinal(row.ranking) : placeText(row),
          )
        : text.placeAt(ordinal(row.ranking), text.point(row.segment)),
    gender === ""
      ? ""
      : text.folded.ofGender(ordinal(row.genderRanking), {
          person: personWord(row.gender),
          heading: genderHeading(row.gender),
        }),
    age === "" ? "" : text.folded.inGroup(ordinal(row.ageRanking), row.ageGroup),
  ].filter((part) => part !== "");
  if (parts.length === 0) return null;
  return (
    <div className={`${fold.fold} ${fold.small}`}>
      {parts.map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ", "}
          <span data-whole={isWhole(part) || undefined}>{part}</span>
        </Fragment>
      ))}
      <Gained places={gained} />
    </div>
  );
}

/** "stretch 16:19.5, 8:46 / mi" under the segment name. */
function StretchFold(stretch: Stretch) {
  const { row, ms, pace } = stretch;
  // The stretch to the first point equals its time.
  const time =
    ms === null || ms === chipMs(row) ? "" : text.individual.stretch(stretchTime(stretch));
  const parts = [time, pace.text].filter((part) => part !== "");
  if (parts.length === 0) return null;
  return <div className={`${fold.fold} ${fold.medium}`}>{parts.join(", ")}</div>;
}

/** One lap or loop: the row it comes from, its label, and the texts of its time columns. */
interface Lap {
  row: Row;
  label: string;
  times: readonly string[];
  /** "fastest" or "slowest" of the runner's laps, and whether it ended too late; else "". */
  mark: string;
}

/** The lines of Lap Times; `table` holds the rows of the split, in its order. */
export function lapsOf(eventType: LapEvent, rows: readonly Row[], table: readonly Row[]): Lap[] {
  const lines =
    eventType === "time"
      ? laps(rows).map(({ label, lapTime, totalTime, late }) => ({
          label,
          times: [lapTime, totalTime],
          late,
        }))
      : backyardLaps(rows).map(({ label, elapsed, cumulative, loopTime }) => ({
          label,
          times: [elapsed, cumulative, loopTime],
          late: false,
        }));
  const marked = extremes(eventType, rows);
  const markOf = (row: Row) =>
    row === marked?.fastest
      ? text.individual.fastest
      : row === marked?.slowest
        ? text.individual.slowest
        : "";
  return table.map((row, index) => {
    const { late, ...line } = lines[index] ?? {
      label: text.point(row.segment),
      times: [chipText(row)],
      late: false,
    };
    const marks = [markOf(row), late ? text.individual.late : ""];
    return { row, mark: marks.filter((mark) => mark !== "").join(", "), ...line };
  });
}

/** The columns of Lap Times, all of which stay on small screens. */
export function lapColumns(eventType: LapEvent): Column<Lap>[] {
  const { columns, individual } = text;
  const own = individual.columns;
  return eventType === "time"
    ? [
        labelColumn(columns.lap),
        timeColumn(own.lapTime, 0, "35%"),
        timeColumn(own.totalTime, 1, "35%", true),
      ]
    : [
        labelColumn(columns.hour),
        timeColumn(own.elapsed, 0, "27%", true),
        timeColumn(own.cumulative, 1, "27%"),
        timeColumn(own.loop, 2, "24%"),
      ];
}

function labelColumn(heading: string): Column<Lap> {
  return {
    key: "label",
    heading,
    names: true,
    marks: true,
    cell: ({ label, mark }) => (
      <>
        <Fitted text={label} />
        {mark !== "" && <div className={fold.fold}>{mark}</div>}
      </>
    ),
  };
}

function timeColumn(heading: string, index: number, narrow: string, asks = false): Column<Lap> {
  return {
    key: heading,
    heading,
    align: "end",
    width: "9rem",
    narrow,
    cell: ({ label, times }) => {
      const time = times[index] ?? "";
      return asks ? <PassageTime label={label} time={time} /> : time;
    },
  };
}
