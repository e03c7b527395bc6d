import { expectedTimes, shortLocalTimes } from "../../../format/local-time";
import { displayName, isAnonymous } from "../../../format/name";
import { hasPlace } from "../../../format/place";
import { tidy } from "../../../format/text";
import { viewerTime } from "../../../lib/clock";
import { paths } from "../../../paths";
import type { Head } from "../../../race/head";
import { type Change, changeSince, type LastSeen, type Progress } from "../../../race/progress";
import { type Expected, latestRead } from "../../../scoring/estimates";
import { type EventType, eventTypeOf, type Line, type Row } from "../../../scoring/row";
import { has24Hours } from "../../../text/intl";
import { board as boardText } from "../../../text/board";
import { text } from "../../../text/text";
import { RaceLink } from "../race/RaceLink";
import { isHere, placeWords, standing } from "../runner/standing";
import styles from "./MyRunners.module.css";

/** What tells somebody apart in the strip: first name or name, or else the bib. */
export type Called = "first" | "name" | "bib";

/**
 * A followed runner in one line: where to expect them next and where they were seen, else their
 * result; and what is new since the last visit. Times are the viewer's, once there is a difference.
 */
export function FollowedRunner({
  head,
  line,
  rows,
  next,
  seen,
  last,
  several,
  called,
}: {
  head: Head;
  line: Line;
  /** Empty while they are loading. */
  rows: readonly Row[];
  next: Expected | null;
  seen: Progress | null;
  last: LastSeen | null;
  /** Whether the event year has several distances. */
  several: boolean;
  called: Called;
}) {
  const { row } = line;
  const eventType = eventTypeOf(head.event.type);
  const change = seen === null || last === null ? null : changeSince(last, seen);
  const readAt = latestRead(rows)?.localTime ?? "";
  const read = shortLocalTimes(
    [readAt],
    ([time = ""]) => withoutHalf(time),
    (_, here) => boardText.stars.yourTime(here),
  );
  const name = displayName(row);
  const first = called === "first" && !isAnonymous(row) ? tidy(row.first) : "";
  return (
    <p className={styles.runner}>
      <RaceLink
        aria-label={called === "bib" ? `${name}, ${text.bib(row.bib)}` : name}
        to={paths.runner(
          "results",
          head.event.slug,
          head.eventYear.year,
          row.bib,
          several ? row.distance : undefined,
        )}
      >
        {first !== "" && name.startsWith(`${first} `) ? (
          <>
            {first}
            <span className={styles.last}>{name.slice(first.length)}</span>
          </>
        ) : (
          name
        )}
      </RaceLink>
      {called === "bib" && <span>{text.bib(row.bib)}</span>}
      {next !== null && <b>{expectedText(next, readAt)}</b>}
      {hasPlace(row) && !isHere(eventType, row) && <b>{placeWords(eventType, row)}</b>}
      <span>
        {line.state === "started" && read !== ""
          ? boardText.stars.seen(row.segment, read)
          : standing(eventType, head.eventYear.rankingType, line)}
      </span>
      {several && <span className={styles.distance}>{row.distance}</span>}
      {change !== null && last !== null && (
        <span className={styles.change}>
          {boardText.stars.since(
            changeText(eventType, change),
            viewerTime(last.at, false, { seconds: false }),
          )}
        </span>
      )}
    </p>
  );
}

/**
 * "3:44" of "3:44 pm", or "15:44" in regions that count 24 hours: in a line of minutes from now,
 * everybody knows which half of the day it is.
 */
function withoutHalf(time: string): string {
  const [clock = "", ...half] = time.split(" ");
  if (!has24Hours()) return clock;
  const [hour, minute = ""] = clock.split(":");
  const noon = half.join(" ") === text.halfOfDay.pm ? 12 : 0;
  return `${(Number(hour) % 12) + noon}:${minute}`;
}

function expectedText(expected: Expected, readAt: string): string {
  const { name, chip } = expected;
  const times = expectedTimes(
    expected,
    (from, to) => `${withoutHalf(from)}–${withoutHalf(to)}`,
    (time) => boardText.stars.about(withoutHalf(time)),
    readAt,
    (_, here) => here,
  );
  return times === "" ? boardText.stars.expectedIn(name, chip) : `${text.point(name)} ${times}`;
}

function changeText(eventType: EventType, { splits, places, out }: Change): string[] {
  return [
    splits > 0
      ? eventType === "distance"
        ? boardText.stars.moreSplits(splits)
        : boardText.stars.moreLaps(splits)
      : "",
    out === null ? "" : text.out[out],
    places > 0 ? boardText.stars.up(places) : "",
    places < 0 ? boardText.stars.down(-places) : "",
  ].filter((part) => part !== "");
}
