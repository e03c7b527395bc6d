/** The finish block and the side block of an individual page (pages.md C6), as names and values. */
import { isOutType } from "../../../format/result-type";
import { chipText, clockText } from "../../../format/time";
import { lapLabel } from "../../../scoring/cells";
import { finishPace } from "../../../scoring/finish-pace";
import type { Segment } from "../../../scoring/segments";
import { type PersonSplit, splitPerson } from "../../../scoring/person-split";
import type { EventType, Row } from "../../../scoring/row";
import { rowKind } from "../../../scoring/row-kind";
import { text } from "../../../text/text";

/** A kind of number on a runner's page, for its explanation (pages.md C6 "Why"). */
export type NumberKind =
  | "chip"
  | "clock"
  | "start"
  | "pace"
  | "completed"
  | "current"
  | "overall"
  | "next"
  | "finish";

/** A name and its value; several values are shown one below the other. */
export interface Fact {
  name: string;
  values: readonly string[];
  /** The meaning of the value, or that it is past; shown below it. */
  note?: string;
  /** Absent if there is nothing to explain: a state in words. */
  kind?: NumberKind;
}

/** The facts of a finish, DNF or DNS, without times of the latter two; else empty. */
export function finishFacts(
  eventType: EventType,
  split: PersonSplit,
  rows: readonly Row[],
  segments: readonly Segment[],
): Fact[] {
  const { finish } = split;
  if (finish === null) return [];
  if (eventType === "backyardultra") return backyardFacts(finish, rows);
  const out = outWord(finish);
  if (eventType === "time") {
    const completed = { name: text.individual.completed, values: [lapLabel("time", finish)] };
    return out === ""
      ? [fact("chip", text.individual.time, chipText(finish)), { ...completed, kind: "completed" }]
      : [completed];
  }
  return out === ""
    ? [
        {
          ...fact("chip", text.individual.time, chipText(finish)),
          note: text.basis.distance.chip,
        },
        ...paceFacts(finish, segments),
      ]
    : [{ name: text.individual.time, values: [out] }];
}

/** Start and clock time; empty for a backyard-ultra. */
export function sideFacts(eventType: EventType, split: PersonSplit): Fact[] {
  if (eventType === "backyardultra") return [];
  const { finish } = split;
  const finished = finish !== null && rowKind(finish) === "finish";
  return [
    ...startFacts(split),
    ...(finished ? [fact("clock", text.individual.clockTime, clockText(finish))] : []),
  ];
}

/** The clock time of the start, if there is one. */
export function startFacts({ start }: PersonSplit): Fact[] {
  return start === null ? [] : [fact("start", text.individual.startTime, clockText(start))];
}

function fact(kind: NumberKind, name: string, ...values: string[]): Fact {
  return { name, values: values.filter((value) => value !== ""), kind };
}

function outWord(row: Row): string {
  const kind = rowKind(row);
  return kind === "dnf" ? text.out.dnf : kind === "dns" ? text.out.dns : "";
}

function paceFacts(finish: Row, segments: readonly Segment[]): Fact[] {
  const { seconds, text: first, alt } = finishPace(finish, segments);
  return seconds === null ? [] : [fact("pace", text.individual.pace, first, alt)];
}

/** The last finished loop counts, even for somebody who stopped after it. */
function backyardFacts(finish: Row, rows: readonly Row[]): Fact[] {
  const out = outWord(finish);
  const loop = lastLoop(rows);
  return [
    ...(out === "" ? [] : [{ name: text.individual.status, values: [out] }]),
    ...(loop === null
      ? []
      : [
          fact("completed", text.individual.completed, lapLabel("backyardultra", loop)),
          fact("clock", text.individual.elapsed, clockText(loop)),
          fact("chip", text.individual.cumulative, chipText(loop)),
        ]),
  ];
}

/** The finish of the last loop of a backyard's runner; null without one. */
export function lastLoop(rows: readonly Row[]): Row | null {
  return splitPerson(
    "backyardultra",
    rows.filter(({ type }) => !isOutType(type)),
  ).finish;
}
