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

/** A name and its value; several values are shown one below the other. */
export interface Fact {
  name: string;
  values: readonly string[];
}

/**
 * What a runner with a finish, DNF or DNS has achieved; empty for anybody else. The times of a DNF
 * or DNS row are never shown.
 */
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
    const completed = fact(text.individual.completed, lapLabel("time", finish));
    return out === "" ? [fact(text.individual.time, chipText(finish)), completed] : [completed];
  }
  return out === ""
    ? [
        fact(text.individual.time, chipText(finish), text.basis.distance.chip),
        ...paceFacts(finish, segments),
      ]
    : [fact(text.individual.time, out)];
}

/** Start and clock time; empty for a backyard-ultra. */
export function sideFacts(eventType: EventType, split: PersonSplit): Fact[] {
  if (eventType === "backyardultra") return [];
  const { finish } = split;
  const finished = finish !== null && rowKind(finish) === "finish";
  return [
    ...startFacts(split),
    ...(finished ? [fact(text.individual.clockTime, clockText(finish))] : []),
  ];
}

/** The clock time of the start, if there is one. */
export function startFacts({ start }: PersonSplit): Fact[] {
  return start === null ? [] : [fact(text.individual.startTime, clockText(start))];
}

function fact(name: string, ...values: string[]): Fact {
  return { name, values: values.filter((value) => value !== "") };
}

function outWord(row: Row): string {
  const kind = rowKind(row);
  return kind === "dnf" ? text.out.dnf : kind === "dns" ? text.out.dns : "";
}

function paceFacts(finish: Row, segments: readonly Segment[]): Fact[] {
  const { seconds, text: first, alt } = finishPace(finish, segments);
  return seconds === null ? [] : [fact(text.individual.pace, first, alt)];
}

/** The last finished loop counts, even for somebody who stopped after it. */
function backyardFacts(finish: Row, rows: readonly Row[]): Fact[] {
  const out = outWord(finish);
  const loop =
    out === ""
      ? finish
      : splitPerson(
          "backyardultra",
          rows.filter(({ type }) => !isOutType(type)),
        ).finish;
  return [
    ...(out === "" ? [] : [fact(text.individual.status, out)]),
    ...(loop === null
      ? []
      : [
          fact(text.individual.completed, lapLabel("backyardultra", loop)),
          fact(text.individual.elapsed, clockText(loop)),
          fact(text.individual.cumulative, chipText(loop)),
        ]),
  ];
}
