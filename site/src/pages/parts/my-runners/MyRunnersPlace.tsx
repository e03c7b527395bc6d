import { Suspense } from "react";
import { useLocation } from "react-router";
import { runnerKey } from "../../../race/compare";
import { hasStars, type Star, useStars } from "../../../race/stars";
import { isFollowLink } from "../../../address/follow-link";
import { withBoardText } from "../../../text/board";
import { text } from "../../../text/text";
import { optional } from "../../../lib/optional";
import type { LoadedRace } from "../race/RaceScreen";
import styles from "./MyRunners.module.css";

const strip = () => withBoardText(() => import("./MyRunners"));
if (hasStars()) strip().catch(() => undefined);

const MyRunners = optional(strip);

/** The followed runners; their code is fetched only for who follows or was sent a list. */
export function MyRunnersPlace({ race, head, boards }: LoadedRace) {
  const { hash } = useLocation();
  const stars = useStars(head.event.slug, head.eventYear.year);
  if (stars.stars.length === 0 && !isFollowLink(hash)) return null;
  return (
    <Suspense fallback={<Space stars={stars.stars} />}>
      <MyRunners head={head} boards={boards} stars={stars} changed={race.changed} />
    </Suspense>
  );
}

/** Reserves the strip's space while its code loads, so that the content below stays. */
function Space({ stars }: { stars: readonly Star[] }) {
  if (stars.length === 0) return null;
  return (
    <div className={`${styles.strip} ${styles.mine} no-print`} aria-hidden="true">
      <div className={styles.head}>
        <h2>{text.stars.heading}</h2>
      </div>
      <ul>
        {stars.map((star) => (
          <li key={runnerKey(star.distance, star.bib)} />
        ))}
      </ul>
    </div>
  );
}
