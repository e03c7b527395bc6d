import { useId } from "react";
import type { Segment } from "../../api/types";
import { formatLocalTime, shortLocalTime } from "../../format/local-time";
import { isAnonymous } from "../../format/name";
import type { Pace } from "../../format/pace";
import { tidy } from "../../format/text";
import type { Runner } from "../../race/shard";
import { coursePoints } from "../../scoring/course";
import { type Estimates, estimates, type Expected, latestRead } from "../../scoring/estimates";
import { isMapLink } from "../../scoring/map-link";
import type { Row } from "../../scoring/row";
import { alongAt, isPast, type Sighting, sightingAt } from "../../scoring/sighting";
import { FINISH, segmentNamed } from "../../scoring/segments";
import { text } from "../../text/text";
import { useNow } from "../../ui/use-now";
import { Fitted } from "../parts/Fitted";
import { CourseBar } from "./CourseBar";
import { Facts } from "./Facts";
import styles from "./Individual.module.css";

/** How often "12 min ago" is looked at. */
const LOOK_MS = 15_000;

/** Where a runner on course was last seen, at what pace, and when to expect the runner (pages.md C6 "On-course block"). */
export function OnCourse({ person, segments, live }: { person: Runner; segments: readonly Segment[]; live: boolean }) {
  const id = useId();
  const now = useNow(live ? LOOK_MS : null);
  const latest = latestRead(person.rows);
  if (latest === null) return null;
  const answer = estimates(segments, person.rows, person.distance);
  const sighting = sightingAt(now, latest, answer);
  const points = coursePoints(segments, person.distance, new Set(person.rows.map(({ segment }) => segment)));
  const mapLink = segmentNamed(segments, latest.segment, person.distance)?.mapLink ?? "";
  return (
    <section aria-labelledby={id} className={styles.onCourse}>
      <div className={styles.expected}>
        <h2 id={id}><Fitted text={text.individual.lastSeen(isAnonymous(person) ? "" : tidy(person.first), latest.segment)} /></h2>
        <Sentence latest={latest} sighting={sighting} live={live} />
        {points.length > 1 && <CourseBar points={points} along={live ? alongAt(now, points, latest, sighting) : null} />}
        {answer !== null && <Expectations answer={answer} readAt={latest.localTime} now={live ? now : null} />}
      </div>
      {isMapLink(mapLink) && <MapFrame segment={latest.segment} link={mapLink.trim()} />}
    </section>
  );
}

/** "Between 30K and 35K. Seen at 4:09 pm, 12 min ago. Expected at 35K about 4:55 pm." What changes by itself is told only while the race is live. */
function Sentence({ latest, sighting: { minutesAgo, next, overdue }, live }: { latest: Row; sighting: Sighting; live: boolean }) {
  const own = text.individual.sighting;
  const seen = shortLocalTime(latest.localTime);
  const expected = next === null ? "" : shortLocalTime(next.local);
  const parts = [
    live && next !== null ? own.between(latest.segment, next.name) : "",
    seen === "" ? "" : own.seen(seen, live && minutesAgo !== null ? minutesAgo : null),
    live && next !== null && expected !== "" && !overdue ? own.expected(next.name, expected) : "",
  ].filter((part) => part !== "");
  return (
    <>
      {parts.length > 0 && <p>{parts.join(" ")}</p>}
      {live && next !== null && overdue && <p className={styles.overdue}>{own.overdue(next.name, expected)}</p>}
    </>
  );
}

function Expectations({ answer, readAt, now }: { answer: Estimates; readAt: string; now: number | null }) {
  return (
    <>
      <Facts facts={[paceFact(text.individual.currentPace, answer.current), paceFact(text.individual.overallPace, answer.overall)]} />
      {answer.next !== null && <Arrival heading={text.individual.nextLocation(answer.next.name)} expected={answer.next} readAt={readAt} now={now} />}
      {answer.finish !== null && <Arrival heading={FINISH} expected={answer.finish} readAt={readAt} now={now} />}
    </>
  );
}

function paceFact(name: string, { text: first, alt }: Pace) {
  return { name, values: [first, alt].filter((value) => value !== "") };
}

/** When to expect the runner; once that has gone by, only when it was. `now` is null where the clock is not looked at. */
function Arrival({ heading, expected, readAt, now }: { heading: string; expected: Expected; readAt: string; now: number | null }) {
  const local = formatLocalTime(expected.local, readAt);
  const past = now !== null && isPast(expected, now);
  const estimated = [
    { name: text.individual.chipEstimate, values: [expected.chip] },
    ...(local === "" ? [] : [{ name: text.individual.localEstimate, values: [local] }]),
  ];
  return (
    <div className={styles.arrival} data-overdue={past}>
      <h3>{heading}</h3>
      <Facts facts={past ? [{ name: text.individual.sighting.was, values: [local, text.individual.sighting.notSeen] }] : estimated} />
    </div>
  );
}

/** The only outside content of the site. It learns neither the page nor anything else of the visitor's. */
function MapFrame({ segment, link }: { segment: string; link: string }) {
  return (
    <figure className={`${styles.map} no-print`}>
      <iframe
      title={text.individual.map(segment)}
      src={link}
      width={640}
      height={480}
      loading="lazy"
      referrerPolicy="no-referrer"
      // The link is checked to be of another host, so the frame cannot reach out of its sandbox.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-popups"
      />
      <figcaption><a href={link} target="_blank" rel="noreferrer">{text.individual.openMap(segment)}</a></figcaption>
    </figure>
  );
}
