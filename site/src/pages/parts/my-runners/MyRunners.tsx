import { useMemo } from "react";
import { displayName } from "../../../format/name";
import { paths } from "../../../paths";
import type { RaceBoard } from "../../../race/boards";
import { runnerKey } from "../../../race/compare";
import type { Head } from "../../../race/head";
import { useLastLooks } from "../../../race/looks";
import { type Star, type Stars, toggleStar } from "../../../race/stars";
import { useFollowedRows } from "../../../race/use-followed";
import { writeFollowLink } from "../../../address/follow-link";
import { sightOf } from "../../../race/look";
import { eventTypeOf, type Line } from "../../../scoring/row";
import { text } from "../../../text/text";
import { Button } from "../../../ui/Button";
import { focusNeighbour } from "../../../ui/focus";
import { FollowedRunner } from "./FollowedRunner";
import styles from "./MyRunners.module.css";
import { expectsEstimates } from "./expects-estimates";
import { SharedRunners } from "./SharedRunners";
import { useShare } from "../address/use-share";

/** The data for the strip of followed runners. */
export interface MyRunnersProps {
  head: Head;
  boards: readonly RaceBoard[];
  stars: Stars;
  changed: ReadonlySet<string>;
}

/**
 * The runners this device follows, above the controls, and a list of runners that somebody shared
 * (pages.md D5).
 */
export default function MyRunners(props: MyRunnersProps) {
  return (
    <>
      <SharedRunners {...props} />
      {props.stars.stars.length > 0 && <Strip {...props} />}
    </>
  );
}

function Strip({ head, boards, stars, changed }: MyRunnersProps) {
  const { slug } = head.event;
  const { year } = head.eventYear;
  const eventType = eventTypeOf(head.event.type);
  const lines = useMemo(
    () => stars.stars.map((star) => lineOf(boards, star)).filter((line) => line !== undefined),
    [boards, stars.stars],
  );
  const rows = useFollowedRows(head, lines);
  const seen = useMemo(
    () =>
      new Map(
        lines.flatMap((line) => {
          const key = runnerKey(line.row.distance, line.row.bib);
          const followed = rows.get(key);
          return followed === undefined ? [] : [[key, sightOf(eventType, line, followed.rows)]];
        }),
      ),
    [lines, rows, eventType],
  );
  const followed = useMemo(
    () => stars.stars.map((star) => runnerKey(star.distance, star.bib)),
    [stars.stars],
  );
  const looks = useLastLooks(slug, year, followed, seen);
  const { said, share } = useShare();
  return (
    <section aria-label={text.stars.heading} className={`${styles.strip} ${styles.mine} no-print`}>
      <div className={styles.head}>
        <h2>{text.stars.heading}</h2>
        <Button
          quiet
          onClick={() =>
            void share(
              text.stars.shareTitle(head.event.name),
              paths.results(slug, year) + writeFollowLink(stars.stars),
            )
          }
        >
          {text.stars.share}
        </Button>
        <span role="status">{said}</span>
      </div>
      <ul>
        {stars.stars.map((star) => {
          const key = runnerKey(star.distance, star.bib);
          const line = lineOf(boards, star);
          return (
            <li
              key={key}
              data-changed={changed.has(key) || undefined}
              data-expected={expectsEstimates(head, looks, star) || undefined}
            >
              {line === undefined ? (
                <Absent star={star} boards={boards} />
              ) : (
                <FollowedRunner
                  head={head}
                  line={line}
                  known={rows.get(key)}
                  seen={seen.get(key) ?? null}
                  look={looks.get(key) ?? null}
                  several={boards.length > 1}
                />
              )}
              <Button
                quiet
                aria-label={text.stars.remove(
                  line === undefined ? text.bib(star.bib) : displayName(line.row),
                )}
                onClick={(event) => {
                  focusNeighbour(event.currentTarget);
                  toggleStar(star);
                }}
              >
                ×
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function lineOf(
  boards: readonly RaceBoard[],
  star: Pick<Star, "distance" | "bib">,
): Line | undefined {
  return boards
    .find(({ distance }) => distance === star.distance)
    ?.lines.find(({ row }) => row.bib === star.bib);
}

function Absent({ star, boards }: { star: Star; boards: readonly RaceBoard[] }) {
  const loaded = boards.every(({ distance, complete }) => complete || distance !== star.distance);
  return <span>{loaded ? text.stars.absent(star.bib) : text.loading}</span>;
}
