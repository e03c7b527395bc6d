/** The reasons of a runner page's numbers: what was read and calculated (pages.md C6 "Why"). */
import { instantAt, readWrittenTime, writeLocal } from "../../format/date";
import { formatLocalTime } from "../../format/local-time";
import { type Pace, withoutNoise } from "../../format/pace";
import { hasPlace, placeText } from "../../format/place";
import {
  chipMs,
  chipText,
  clockMs,
  clockText,
  formatMs,
  formatTime,
  preciseText,
} from "../../format/time";
import { passageKey } from "../../race/compare";
import { lapLabel } from "../../scoring/cells";
import { courseOf, distanceIn } from "../../scoring/course";
import { type Expected, latestRead } from "../../scoring/estimates";
import { shownEstimates } from "../../scoring/field-estimates";
import { finishPace } from "../../scoring/finish-pace";
import { splitPerson } from "../../scoring/person-split";
import { type EventType, eventTypeOf, type Row } from "../../scoring/row";
import { rowKind } from "../../scoring/row-kind";
import { FINISH, segmentNamed } from "../../scoring/segments";
import { type Stretch, stretches } from "../../scoring/stretches";
import { number } from "../../text/intl";
import { text } from "../../text/text";
import { why } from "../../text/why";
import { lastLoop, type NumberKind } from "../parts/runner/runner-facts";
import type { LoadedRunner } from "./loaded-runner";

const MINUTE_MS = 60_000;

/** The explanation of a number of a block; empty if the results do not have it any more. */
export function factSentences(loaded: LoadedRunner, kind: NumberKind | undefined): string[] {
  const { head, person } = loaded;
  const eventType = eventTypeOf(head.event.type);
  const { start, finish } = splitPerson(eventType, person.rows);
  const counting = eventType === "backyardultra" ? lastLoop(person.rows) : finish;
  switch (kind) {
    case "start":
      return start === null ? [] : told(why.number.start(clockText(start)), readAt(start));
    case "current":
    case "overall":
    case "next":
    case "finish":
      return onCourseSentences(loaded, kind);
    case undefined:
      return [];
    default:
  }
  if (counting === null) return [];
  switch (kind) {
    case "chip":
      return eventType === "backyardultra"
        ? told(cumulative(counting, beforeOf(loaded, counting)), readAt(counting))
        : told(...timeSentences(eventType, counting, start), readAt(counting));
    case "clock":
      return told(sinceGun(eventType, counting, start), readAt(counting));
    case "completed":
      return told(why.number.last(lapLabel(eventType, counting)), readAt(counting));
    case "pace": {
      const known = head.segments.filter(({ distanceValue }) => distanceValue > 0);
      const course = segmentNamed(known, FINISH, person.distance);
      return course === null
        ? []
        : told(
            ...paceSentences(
              formatTime(counting.chipSeconds, 0, false),
              course.distanceValue,
              course.distanceUnit,
              finishPace(counting, head.segments),
            ),
            why.number.ofChip,
          );
    }
  }
}

/** The explanation of a line of the table of passages, and its title; likewise. */
export function passageWhy(
  loaded: LoadedRunner,
  key: string,
): { title: string; sentences: string[] } {
  const { head, person } = loaded;
  const eventType = eventTypeOf(head.event.type);
  const { start, finish, table } = splitPerson(eventType, person.rows);
  const is = (row: Row) => passageKey(row) === key;
  if (eventType !== "distance") {
    const row = table.find(is);
    return row === undefined
      ? { title: "", sentences: [] }
      : {
          title: lapLabel(eventType, row),
          sentences: lapSentences(eventType, row, start, beforeOf(loaded, row)),
        };
  }
  const finished = finish !== null && rowKind(finish) === "finish" ? [finish] : [];
  const rows = stretches(head.segments, person.distance, [...table, ...finished]);
  const index = rows.findIndex(({ row }) => is(row));
  const stretch = rows[index];
  return stretch === undefined
    ? { title: "", sentences: [] }
    : {
        title: text.point(stretch.row.segment),
        sentences: stretchSentences(stretch, rows[index - 1]?.row ?? null, start),
      };
}

function told(...sentences: string[]): string[] {
  return sentences.filter((sentence) => sentence !== "");
}

/** The finish of the lap or loop before; null for the first. */
function beforeOf({ head, person }: LoadedRunner, row: Row): Row | null {
  const laps = splitPerson(eventTypeOf(head.event.type), person.rows).table.filter(
    ({ finish }) => finish,
  );
  const index = laps.findIndex((lap) => passageKey(lap) === passageKey(row));
  return laps[index - 1] ?? null;
}

function stretchSentences(stretch: Stretch, before: Row | null, start: Row | null): string[] {
  const { row, ms, gained, pace, length, unit } = stretch;
  const point = text.point(row.segment);
  const from = before === null ? "" : text.point(before.segment);
  return told(
    ...timeSentences("distance", row, start),
    readAt(row),
    ms === null
      ? ""
      : before === null
        ? why.number.firstStretch
        : why.number.stretch(from, ...sum(row, chipMs(row), chipMs(before), ms)),
    ...(ms === null ? [] : paceSentences(preciseText(ms, row), length, unit, { ...pace, alt: "" })),
    !hasPlace(row)
      ? ""
      : rowKind(row) === "finish"
        ? why.number.places
        : why.number.placesHere(point),
    before === null || gained === null || gained === 0
      ? ""
      : why.number.gained(placeText(before), from, placeText(row)),
  );
}

function lapSentences(
  eventType: Exclude<EventType, "distance">,
  row: Row,
  start: Row | null,
  before: Row | null,
): string[] {
  if (eventType === "backyardultra")
    return told(sinceGun(eventType, row, start), cumulative(row, before), readAt(row));
  const own = chipMs(row) - (before === null ? 0 : chipMs(before));
  return told(
    ...timeSentences(eventType, row, start),
    !row.finish || own < 0
      ? ""
      : before === null
        ? why.number.firstLap
        : why.number.lap(...sum(row, chipMs(row), chipMs(before), own)),
    readAt(row),
  );
}

/** The clock time since the gun, and the time from the runner's own start. */
function timeSentences(
  eventType: Exclude<EventType, "backyardultra">,
  row: Row,
  start: Row | null,
): string[] {
  const name = eventType === "time" ? why.number.total : why.number.chip;
  const [clock, chip] = [clockMs(row), chipMs(row)];
  const clockTime = sinceGun(eventType, row, start);
  if (start === null)
    return [
      clockTime,
      clock === chip ? why.number.fromGun(name) : why.number.given(name, chipText(row)),
    ];
  const own = clock - clockMs(start);
  return [
    clockTime,
    own === chip
      ? why.number.less(name, ...sum(row, clock, clockMs(start), chip))
      : own < 0
        ? why.number.given(name, chipText(row))
        : why.number.otherwise(name, ...sum(row, chip, own)),
  ];
}

function sinceGun(eventType: EventType, row: Row, start: Row | null): string {
  const name = eventType === "backyardultra" ? why.number.elapsed : why.number.clock;
  const gun = gunAt(row, start);
  return why.number.sinceGun(name, clockText(row), formatLocalTime(gun, row.localTime, gun));
}

/**
 * When the gun of a read went off, as ISO text; "" if that is unknown. Clocks may have been changed
 * since: the offset is that of the start, else the viewer's at the gun, if theirs at the read is the
 * read's, else the read's.
 */
function gunAt(row: Row, start: Row | null): string {
  const read = readWrittenTime(row.localTime);
  if (read === null || read.offset === "") return "";
  const instant = instantAt(read);
  // Timing programs cut off the fraction of the time of day: what it leaves of a second is added.
  const whole = read.fraction === 0 ? Math.ceil : Math.round;
  const gun = whole((instant - clockMs(row)) / 1000) * 1000;
  const near = readWrittenTime(start?.localTime ?? "");
  if (near !== null && near.offset !== "")
    return writeLocal(gun + near.offsetMinutes * MINUTE_MS) + near.offset;
  const [here, then] = [instant, gun].map((at) => -new Date(at).getTimezoneOffset());
  return then === undefined || then === read.offsetMinutes || here !== read.offsetMinutes
    ? writeLocal(gun + read.offsetMinutes * MINUTE_MS) + read.offset
    : writeLocal(gun + then * MINUTE_MS) + offsetText(then);
}

/** "-07:00" */
function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const digits = [hours, rest].map((part) => String(part).padStart(2, "0")).join(":");
  return `${minutes < 0 ? "-" : "+"}${digits}`;
}

/** The running time of a backyard. */
function cumulative(row: Row, before: Row | null): string {
  const own = chipMs(row) - (before === null ? 0 : chipMs(before));
  return before === null || !row.finish || own < 0
    ? why.number.running(chipText(row))
    : why.number.cumulative(...sum(row, chipMs(before), own, chipMs(row)));
}

function readAt(row: Row): string {
  const time = formatLocalTime(row.localTime, row.localTime);
  const mat = row.location === row.segment ? "" : row.location;
  return time === "" ? "" : why.number.read(text.point(row.segment), text.point(mat), time);
}

function paceSentences(time: string, length: number, unit: string, pace: Pace): string[] {
  return pace.text === ""
    ? []
    : [
        why.number.pace(time, `${number(length)} ${unit}`, pace.text),
        pace.alt === "" ? "" : why.number.alt(pace.alt),
      ];
}

/** Times that stand in one calculation: with thousandths if it would not be right without. */
function sum<const Times extends readonly number[]>(
  row: Row,
  ...times: Times
): { [Index in keyof Times]: string } {
  const written = times.some((ms) => ms % 100 !== 0)
    ? (ms: number) => `${formatMs(ms, false)}.${String(ms % 1000).padStart(3, "0")}`
    : (ms: number) => preciseText(ms, row);
  return times.map(written) as { [Index in keyof Times]: string };
}

function onCourseSentences(
  { race, head: { segments }, person: { rows, distance }, field }: LoadedRunner,
  kind: "current" | "overall" | "next" | "finish",
): string[] {
  const others = field.filter((other) => other.distance === distance).map((other) => other.rows);
  const answer = shownEstimates(segments, distance, { rows, field: others }, race.live);
  const latest = latestRead(rows);
  const course = courseOf(segments, distance);
  const here = latest === null ? undefined : course.get(latest.segment);
  if (answer === null || latest === null || here === undefined) return [];
  const { current, overall } = answer;
  if (kind === "next" || kind === "finish") {
    const expected = answer[kind];
    return expected === null
      ? []
      : told(readAt(latest), ...expectedSentences(latest, expected, current, race.live));
  }
  const { from, to } =
    kind === "overall" || current === overall ? { from: null, to: latest } : answer.behind;
  const along = ({ segment }: Row) => distanceIn(here, course.get(segment) ?? here) ?? 0;
  const point = text.point(to.segment);
  const time =
    from === null
      ? formatTime(to.chipSeconds, 0, false)
      : formatTime(to.seconds - from.seconds, 0, false);
  const length = withoutNoise(along(to) - (from === null ? 0 : along(from)));
  return told(
    kind === "current" && from === null && to === latest ? why.number.asOverall : "",
    ...paceSentences(time, length, here.distanceUnit, answer[kind]),
    from === null
      ? why.number.chipAt(time, point)
      : why.number.since(time, text.point(from.segment), point),
    readAt(to),
  );
}

/** From how others ran the stretch, or from the runner's own pace. */
function expectedSentences(
  latest: Row,
  { name, chip, chipSeconds, range }: Expected,
  current: Pace,
  live: boolean,
): string[] {
  const [here, target] = [text.point(latest.segment), text.point(name)];
  if (range !== undefined) return [why.number.byField(here, target), why.number.fourFifths];
  const [at, toGo] = [latest.chipSeconds, chipSeconds - latest.chipSeconds].map((seconds) =>
    formatTime(seconds, 0, false),
  );
  return [
    live ? why.number.byPace(here, target) : why.number.bySlowing(current.text),
    why.number.estimate(at ?? "", toGo ?? "", chip),
  ];
}
