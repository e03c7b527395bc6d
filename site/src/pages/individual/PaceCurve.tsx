import { minutesAndSeconds } from "../../format/pace";
import type { Stretch } from "../../scoring/stretches";
import { text } from "../../text/text";
import styles from "./PaceCurve.module.css";

const [WIDTH, HEIGHT] = [300, 48];
/** A curve with fewer stretches says no more than the table. */
const FEWEST = 3;

/** How the pace changed, faster is higher; nothing with fewer than three stretches. */
export function PaceCurve({ stretches }: { stretches: readonly Stretch[] }) {
  const paced = stretches.flatMap(({ row, pace, end }) =>
    pace.seconds === null || end === null
      ? []
      : [{ name: text.point(row.segment), seconds: pace.seconds, text: pace.text, end }],
  );
  const finish = paced.at(-1);
  if (finish === undefined || paced.length < FEWEST || paced.length < stretches.length) return null;
  const all = paced.map(({ seconds }) => seconds);
  const [quickest, slowest] = [Math.min(...all), Math.max(...all)];
  const y = (seconds: number) =>
    slowest === quickest ? HEIGHT / 2 : ((seconds - quickest) / (slowest - quickest)) * HEIGHT;
  const steps = paced.map(
    ({ seconds, end }) => `V${y(seconds).toFixed(1)}H${((end / finish.end) * WIDTH).toFixed(1)}`,
  );
  return (
    <figure className={styles.curve}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text.individual.paceCurve(
          paced.map(({ name, text: pace }) => ({ name, pace })),
        )}
      >
        <path
          d={`M0 ${y(paced[0]?.seconds ?? 0).toFixed(1)}${steps.join("")}`}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption aria-hidden="true">
        <span>{minutesAndSeconds(quickest)}</span>
        <span>{minutesAndSeconds(slowest)}</span>
      </figcaption>
    </figure>
  );
}
