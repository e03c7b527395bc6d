import { useId } from "react";
import type { Segment } from "../../api/types";
import { formatLocalTime } from "../../format/local-time";
import { isAnonymous } from "../../format/name";
import type { Pace } from "../../format/pace";
import { tidy } from "../../format/text";
import type { Runner } from "../../race/shard";
import { type Estimates, estimates, type Expected, latestRead } from "../../scoring/estimates";
import { isMapLink } from "../../scoring/map-link";
import { FINISH, segmentNamed } from "../../scoring/segments";
import { text } from "../../text/text";
import { Facts } from "./Facts";
import styles from "./Individual.module.css";

/** Where a runner on course was last seen, at what pace, and when to expect the runner (pages.md C6 "On-course block"). */
export function OnCourse({ person, segments }: { person: Runner; segments: readonly Segment[] }) {
  const id = useId();
  const latest = latestRead(person.rows);
  if (latest === null) return null;
  const answer = estimates(segments, person.rows, person.distance);
  const mapLink = segmentNamed(segments, latest.segment, person.distance)?.mapLink ?? "";
  return (
    <section aria-labelledby={id} className={styles.onCourse}>
      <div className={styles.expected}>
        <h2 id={id}>{text.individual.lastSeen(isAnonymous(person) ? "" : tidy(person.first), latest.segment)}</h2>
        {answer !== null && <Expectations answer={answer} readAt={latest.localTime} />}
      </div>
      {isMapLink(mapLink) && <MapFrame segment={latest.segment} link={mapLink.trim()} />}
    </section>
  );
}

function Expectations({ answer, readAt }: { answer: Estimates; readAt: string }) {
  return (
    <>
      <Facts facts={[paceFact(text.individual.currentPace, answer.current), paceFact(text.individual.overallPace, answer.overall)]} />
      {answer.next !== null && <Arrival heading={text.individual.nextLocation(answer.next.name)} expected={answer.next} readAt={readAt} />}
      {answer.finish !== null && <Arrival heading={FINISH} expected={answer.finish} readAt={readAt} />}
    </>
  );
}

function paceFact(name: string, { text: first, alt }: Pace) {
  return { name, values: [first, alt].filter((value) => value !== "") };
}

function Arrival({ heading, expected, readAt }: { heading: string; expected: Expected; readAt: string }) {
  const local = formatLocalTime(expected.local, readAt);
  return (
    <div className={styles.arrival}>
      <h3>{heading}</h3>
      <Facts
        facts={[
          { name: text.individual.chipEstimate, values: [expected.chip] },
          ...(local === "" ? [] : [{ name: text.individual.localEstimate, values: [local] }]),
        ]}
      />
    </div>
  );
}

/** The only outside content of the site. It learns neither the page nor anything else of the visitor's. */
function MapFrame({ segment, link }: { segment: string; link: string }) {
  return (
    <iframe
      className={`${styles.map} no-print`}
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
  );
}
