import type { CSSProperties } from "react";
import type { RunnerPoint } from "../../scoring/live-segments";
import { onCourse } from "../../text/on-course";
import styles from "./CourseBar.module.css";
import { text } from "../../text/text";

/** All timing points; `along` is how far the runner is, 0 to 1, or null if unknown. */
export function CourseBar({
  points,
  along,
}: {
  points: readonly RunnerPoint[];
  along: number | null;
}) {
  const last = points.findLastIndex(({ passed }) => passed);
  const done = Math.max(along ?? 0, points[last]?.along ?? 0);
  return (
    <ol className={styles.bar} aria-label={onCourse.course} style={position(done)}>
      {points.map((point, index) => {
        const place = named(points, last, index);
        return (
          <li
            key={point.name}
            style={position(point.along)}
            data-read={point.read}
            data-name={place}
            data-late={point.along > HALF}
          >
            <span className={place === "none" ? "hidden" : undefined}>
              {text.point(point.name)}
            </span>
            <span className="hidden">{wordOf(point)}</span>
          </li>
        );
      })}
    </ol>
  );
}

function wordOf({ passed, read, dead }: RunnerPoint): string {
  if (passed) return read ? onCourse.passed : onCourse.passedNotRead;
  return { "": onCourse.ahead, nobody: onCourse.notRead, hardly: onCourse.hardlyRead }[dead];
}

const HALF = 0.5;
/** The letters of a name for which a phone has room; a longer one is read out, and in the table. */
const LONGEST = 48;

/** Only names that matter: the last point passed, the next that is read, and the finish if there is room. */
function named(
  points: readonly RunnerPoint[],
  last: number,
  index: number,
): "above" | "below" | "none" {
  if ((points[index]?.name.length ?? 0) > LONGEST) return "none";
  if (index === last) return "above";
  const next = points.findIndex(({ dead }, other) => other > last && dead === "");
  const finish = index === points.length - 1 && (points[next]?.along ?? 1) <= HALF;
  return index === next || finish ? "below" : "none";
}

function position(along: number): CSSProperties {
  return { "--along": `${(along * 100).toFixed(2)}%` } as CSSProperties;
}
