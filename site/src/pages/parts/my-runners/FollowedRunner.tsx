import { useMemo } from "react";
import { formatLocalTime } from "../../../format/local-time";
import { displayName } from "../../../format/name";
import { hasPlace } from "../../../format/place";
import { paths } from "../../../paths";
import type { Head } from "../../../race/head";
import { type Expected, latestRead } from "../../../scoring/estimates";
import { type Known, shownEstimates } from "../../../scoring/field-estimates";
import { type Change, changeSince, type Look, type Sight } from "../../../race/look";
import { type EventType, eventTypeOf, type Line } from "../../../scoring/row";
import { text } from "../../../text/text";
import { viewerTime } from "../../../lib/clock";
import styles from "./MyRunners.module.css";
import { RaceLink } from "../race/RaceLink";
import { isHere, placeWords, standing } from "../runner/standing";

/**
 * A followed runner: place and last split, when to expect them next and at the finish, and what is
 * new since the last look.
 */
export function FollowedRunner({
  head,
  line,
  known,
  seen,
  look,
  several,
}: {
  head: Head;
  line: Line;
  /** Missing while it is loading. */
  known: Known | undefined;
  seen: Sight | null;
  look: Look | null;
  /** Whether the event year has several distances. */
  several: boolean;
}) {
  const { row } = line;
  const eventType = eventTypeOf(head.event.type);
  const here = isHere(eventType, row);
  const change = seen === null || look === null ? null : changeSince(look, seen);
  return (
    <div className={styles.runner}>
      <p className={styles.who}>
        <RaceLink
          to={paths.runner(
            "results",
            head.event.slug,
            head.eventYear.year,
            row.bib,
            several ? row.distance : undefined,
          )}
        >
          {displayName(row)}
        </RaceLink>
        {several && <span>{row.distance}</span>}
      </p>
      <p className={styles.facts}>
        {hasPlace(row) && !here && <b>{placeWords(eventType, row)}</b>}
        <span>{standing(eventType, head.eventYear.rankingType, line)}</span>
        {hasPlace(row) && here && <span>{placeWords(eventType, row)}</span>}
      </p>
      {eventType === "distance" && line.state === "started" && (
        <Expectations head={head} distance={row.distance} known={known} />
      )}
      {change !== null && look !== null && (
        <p className={styles.change}>
          {text.stars.since(
            changeText(eventType, change),
            viewerTime(look.at, false, { seconds: false }),
          )}
        </p>
      )}
    </div>
  );
}

const NOTHING: Known = { rows: [], field: [] };

/** The next location and the finish; their space is reserved while the rows are loading. */
function Expectations({
  head,
  distance,
  known = NOTHING,
}: {
  head: Head;
  distance: string;
  known: Known | undefined;
}) {
  const answer = useMemo(
    () => shownEstimates(head.segments, distance, known, head.eventYear.live),
    [head, known, distance],
  );
  const readAt = latestRead(known.rows)?.localTime ?? "";
  const expected = [answer?.next ?? null, answer?.finish ?? null].filter((one) => one !== null);
  return (
    <p className={styles.facts}>
      {expected.length === 0
        ? "\u00a0"
        : expected.map((one) => <span key={one.name}>{expectedText(one, readAt)}</span>)}
    </p>
  );
}

function expectedText({ name, chip, local }: Expected, readAt: string): string {
  const time = formatLocalTime(local, readAt);
  return time === "" ? text.stars.expectedIn(name, chip) : text.stars.expectedAt(name, time);
}

function changeText(eventType: EventType, { splits, places, out }: Change): string[] {
  return [
    splits > 0
      ? eventType === "distance"
        ? text.stars.moreSplits(splits)
        : text.stars.moreLaps(splits)
      : "",
    out === null ? "" : text.out[out],
    places > 0 ? text.stars.up(places) : "",
    places < 0 ? text.stars.down(-places) : "",
  ].filter((part) => part !== "");
}
