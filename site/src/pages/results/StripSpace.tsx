import { runnerKey } from "../../race/compare";
import type { Head } from "../../race/head";
import { lastLooks, type Looks } from "../../race/looks";
import type { Star, Stars } from "../../race/stars";
import { eventTypeOf } from "../../scoring/row";
import { text } from "../../text/text";
import styles from "./MyRunners.module.css";

/** Whether room for estimates is kept: the runner was on course at the last look. */
export function roomForEstimates(head: Head, looks: Looks, { distance, bib }: Star): boolean {
  return eventTypeOf(head.event.type) === "distance" && looks.get(runnerKey(distance, bib))?.state === "started";
}

/** The room of the strip of followed runners while its code is on its way, so that the table below does not jump. */
export function StripSpace({ head, stars }: { head: Head; stars: Stars }) {
  if (stars.stars.length === 0) return null;
  const looks = lastLooks(head.event.slug, head.eventYear.year);
  return (
    <div className={`${styles.strip} no-print`} aria-hidden="true">
      <div className={styles.head}><h2>{text.stars.heading}</h2></div>
      <ul>{stars.stars.map((star) => <li key={runnerKey(star.distance, star.bib)} data-expected={roomForEstimates(head, looks, star) || undefined} />)}</ul>
    </div>
  );
}
