import { useId, useMemo } from "react";
import type { Segment } from "../../api/types";
import {
  expectedTimes,
  formatLocalRange,
  formatLocalTime,
  shortLocalTime,
} from "../../format/local-time";
import { fullName, isAnonymous } from "../../format/name";
import type { Pace } from "../../format/pace";
import type { Runner } from "../../race/shard";
import { type Estimates, type Expected, latestRead } from "../../scoring/estimates";
import { shownEstimates } from "../../scoring/field-estimates";
import { runnerPoints } from "../../scoring/live-segments";
import { isMapLink } from "../../checks/map-link";
import type { Row } from "../../scoring/row";
import { alongAt, isPast, type Sighting, sightingAt } from "../../scoring/sighting";
import { FINISH, segmentNamed } from "../../scoring/segments";
import { onCourse } from "../../text/on-course";
import { text } from "../../text/text";
import { useNow } from "../../lib/use-now";
import type { Fact, NumberKind } from "../parts/runner/runner-facts";
import { Fitted } from "../parts/tables/Fitted";
import { CourseBar } from "./CourseBar";
import { Facts } from "./Facts";
import styles from "./Individual.module.css";

/** How often "12 min ago" is updated. */
const LOOK_MS = 15_000;

/** Where a runner was last seen, and when to expect them (pages.md C6 "On-course block"). */
export default function OnCourse({
  person,
  field,
  segments,
  live,
}: {
  person: Runner;
  field: readonly Runner[];
  segments: readonly Segment[];
  live: boolean;
}) {
  const id = useId();
  const now = useNow(live ? LOOK_MS : null);
  const { answer, points } = useMemo(() => {
    const { rows, distance } = person;
    const others = field.filter((other) => other.distance === distance).map((other) => other.rows);
    return {
      answer: shownEstimates(segments, distance, { rows, field: others }, live),
      points: runnerPoints(segments, distance, rows, others),
    };
  }, [person, field, segments, live]);
  const latest = useMemo(() => latestRead(person.rows), [person]);
  if (latest === null) return null;
  const sighting = sightingAt(now, latest, answer);
  const mapLink = segmentNamed(segments, latest.segment, person.distance)?.mapLink ?? "";
  return (
    <section aria-labelledby={id} className={styles.onCourse}>
      <div className={styles.expected}>
        <h2 id={id}>
          <Fitted
            text={onCourse.lastSeen(
              isAnonymous(person) ? "" : fullName(person.first, ""),
              latest.segment,
            )}
          />
        </h2>
        <Sentence latest={latest} sighting={sighting} live={live} />
        {points.length > 1 && (
          <CourseBar points={points} along={live ? alongAt(now, points, latest, sighting) : null} />
        )}
        {answer !== null && (
          <Expectations answer={answer} readAt={latest.localTime} now={live ? now : null} />
        )}
      </div>
      {isMapLink(mapLink) && <MapFrame segment={latest.segment} link={mapLink.trim()} />}
    </section>
  );
}

/** "Between 30K and 35K. Seen at 4:09 pm, 12 min ago." While live also when to expect them. */
function Sentence({
  latest,
  sighting: { minutesAgo, next, overdue },
  live,
}: {
  latest: Row;
  sighting: Sighting;
  live: boolean;
}) {
  const seen = shortLocalTime(latest.localTime);
  const expected =
    next === null
      ? ""
      : expectedTimes(
          next,
          onCourse.betweenTimes,
          overdue ? onCourse.at : onCourse.about,
          latest.localTime,
        );
  const parts = [
    live && next !== null ? onCourse.between(latest.segment, next.name) : "",
    seen === "" ? "" : onCourse.seen(seen, live && minutesAgo !== null ? minutesAgo : null),
    live && next !== null && expected !== "" && !overdue
      ? onCourse.expected(next.name, expected)
      : "",
  ].filter((part) => part !== "");
  return (
    <>
      {parts.length > 0 && <p>{parts.join(" ")}</p>}
      {live && next !== null && overdue && (
        <p className={styles.overdue}>{onCourse.overdue(next.name, expected)}</p>
      )}
    </>
  );
}

function Expectations({
  answer,
  readAt,
  now,
}: {
  answer: Estimates;
  readAt: string;
  now: number | null;
}) {
  return (
    <>
      <Facts
        facts={[
          paceFact("current", onCourse.currentPace, answer.current),
          paceFact("overall", onCourse.overallPace, answer.overall),
        ]}
      />
      {answer.next !== null && (
        <Arrival
          kind="next"
          heading={onCourse.nextLocation(answer.next.name)}
          expected={answer.next}
          readAt={readAt}
          now={now}
        />
      )}
      {answer.finish !== null && (
        <Arrival
          kind="finish"
          heading={text.point(FINISH)}
          expected={answer.finish}
          readAt={readAt}
          now={now}
        />
      )}
      {[answer.next, answer.finish].some((expected) => expected?.range !== undefined) && (
        <p className={styles.byField}>{onCourse.byField}</p>
      )}
    </>
  );
}

function paceFact(kind: NumberKind, name: string, { text: first, alt }: Pace): Fact {
  return { name, values: [first, alt].filter((value) => value !== ""), kind };
}

/** An estimate in words: to the second from the runner alone, a range to the minute. */
function estimateTexts(
  { chip, local, range }: Expected,
  readAt: string,
): { chip: string; local: string } {
  if (range === undefined) return { chip, local: formatLocalTime(local, readAt) };
  const [early, late] = range;
  const [from, to] = [Math.floor(early.chipSeconds / 60), Math.floor(late.chipSeconds / 60)];
  return {
    chip: onCourse.chipRange(from, to),
    local: formatLocalRange(early.local, late.local, readAt, onCourse.localRange),
  };
}

/** When to expect the runner; once past, only when it was. `now` null ignores the clock. */
function Arrival({
  kind,
  heading,
  expected,
  readAt,
  now,
}: {
  kind: NumberKind;
  heading: string;
  expected: Expected;
  readAt: string;
  now: number | null;
}) {
  const { chip, local } = estimateTexts(expected, readAt);
  const past = now !== null && isPast(expected, now);
  const estimated = [
    { name: onCourse.chipEstimate, values: [chip], kind },
    ...(local === "" ? [] : [{ name: onCourse.localEstimate, values: [local], kind }]),
  ];
  return (
    <div className={styles.arrival} data-overdue={past}>
      <h3>{heading}</h3>
      <Facts
        facts={
          past ? [{ name: onCourse.was, values: [local], note: onCourse.notSeen, kind }] : estimated
        }
      />
    </div>
  );
}

/** The only outside content of the site. It learns nothing about page and visitor. */
function MapFrame({ segment, link }: { segment: string; link: string }) {
  return (
    <figure className={`${styles.map} no-print`}>
      <iframe
        title={onCourse.map(segment)}
        src={link}
        width={640}
        height={480}
        loading="lazy"
        referrerPolicy="no-referrer"
        // The link is checked to be on another host, so the frame cannot escape its sandbox.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-popups"
      />
      <figcaption>
        <a href={link} target="_blank" rel="noreferrer">
          {onCourse.openMap(segment)}
        </a>
      </figcaption>
    </figure>
  );
}
