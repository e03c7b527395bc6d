import { useMemo } from "react";
import { instantOf } from "../../../format/date";
import { displayName } from "../../../format/name";
import { tidy } from "../../../format/text";
import { paths } from "../../../paths";
import type { RaceBoard } from "../../../race/boards";
import { runnerKey } from "../../../race/compare";
import type { Head } from "../../../race/head";
import { useLastSeen } from "../../../race/last-seen";
import { type Star, type Stars, toggleStar } from "../../../race/stars";
import { useFollowedRows } from "../../../race/use-followed";
import { writeFollowLink } from "../../../address/follow-link";
import { progressOf } from "../../../race/progress";
import type { Expected } from "../../../scoring/estimates";
import { type FieldRows, shownEstimates } from "../../../scoring/field-estimates";
import { eventTypeOf, type Line } from "../../../scoring/row";
import { board as boardText } from "../../../text/board";
import { text } from "../../../text/text";
import { Button } from "../../../ui/Button";
import { focusNeighbour } from "../../../ui/focus";
import { type Called, FollowedRunner } from "./FollowedRunner";
import styles from "./MyRunners.module.css";
import { SharedRunners } from "./SharedRunners";
import { useSmall } from "../../../lib/use-media";
import { useShare } from "../address/use-share";

/** The data for the strip of followed runners. */
interface MyRunnersProps {
  head: Head;
  boards: readonly RaceBoard[];
  stars: Stars;
  changed: ReadonlySet<string>;
}

/** The followed runners above the controls, and those somebody shared (pages.md D5). */
export default function MyRunners(props: MyRunnersProps) {
  return (
    <>
      <SharedRunners boards={props.boards} stars={props.stars} />
      {props.stars.stars.length > 0 && <Strip {...props} />}
    </>
  );
}

function Strip({ head, boards, stars, changed }: MyRunnersProps) {
  const { slug } = head.event;
  const { year } = head.eventYear;
  const { lines, rows, next, seen, last } = useFollowed(head, boards, stars.stars);
  const due = (star: Star) => instantOf(next.get(keyOf(star))?.local) ?? Infinity;
  const { said, share } = useShare();
  const small = useSmall();
  return (
    <section aria-label={text.stars.heading} className={`${styles.strip} ${styles.mine} no-print`}>
      <div className={styles.head}>
        <h2>{text.stars.heading}</h2>
        <Button
          quiet
          aria-label={boardText.stars.share}
          onClick={() =>
            void share(
              boardText.stars.shareTitle(head.event.name),
              paths.results(slug, year) + writeFollowLink(stars.stars),
            )
          }
        >
          {small ? <ShareMark /> : boardText.stars.share}
        </Button>
        <span role="status">{said}</span>
      </div>
      <ul>
        {stars.stars
          .toSorted((a, b) => due(a) - due(b) || 0)
          .map((star) => {
            const key = keyOf(star);
            const line = lineOf(boards, star);
            return (
              <li key={key} data-changed={changed.has(key) || undefined}>
                {line === undefined ? (
                  <Absent star={star} boards={boards} />
                ) : (
                  <FollowedRunner
                    head={head}
                    line={line}
                    rows={rows.get(key)?.rows ?? []}
                    next={next.get(key) ?? null}
                    seen={seen.get(key) ?? null}
                    last={last.get(key) ?? null}
                    several={boards.length > 1}
                    called={calledAmong(lines, line)}
                  />
                )}
                {(!small || line === undefined) && (
                  <Button
                    quiet
                    aria-label={boardText.stars.remove(
                      line === undefined ? text.bib(star.bib) : displayName(line.row),
                    )}
                    onClick={(event) => {
                      focusNeighbour(event.currentTarget);
                      toggleStar(star);
                    }}
                  >
                    ×
                  </Button>
                )}
              </li>
            );
          })}
      </ul>
    </section>
  );
}

function calledAmong(lines: readonly Line[], { row }: Line): Called {
  const [first, name] = [tidy(row.first), displayName(row)];
  const namesakes = lines.filter((other) => displayName(other.row) === name);
  if (namesakes.length > 1) return "bib";
  return lines.filter((other) => tidy(other.row.first) === first).length > 1 ? "name" : "first";
}

/** The lines and rows of the followed runners, and what is new of them since the last visit. */
function useFollowed(head: Head, boards: readonly RaceBoard[], stars: Stars["stars"]) {
  const eventType = eventTypeOf(head.event.type);
  const lines = useMemo(
    () => stars.map((star) => lineOf(boards, star)).filter((line) => line !== undefined),
    [boards, stars],
  );
  const rows = useFollowedRows(head, lines);
  const next = useMemo(
    () =>
      new Map(
        lines.map((line) => [keyOf(line.row), nextOf(head, line, rows.get(keyOf(line.row)))]),
      ),
    [head, lines, rows],
  );
  const seen = useMemo(
    () =>
      new Map(
        lines.flatMap((line) => {
          const key = keyOf(line.row);
          const followed = rows.get(key);
          return followed === undefined ? [] : [[key, progressOf(eventType, line, followed.rows)]];
        }),
      ),
    [lines, rows, eventType],
  );
  const followed = useMemo(() => stars.map(keyOf), [stars]);
  const last = useLastSeen(head.event.slug, head.eventYear.year, followed, seen);
  return { lines, rows, next, seen, last };
}

/** A tray with an arrow out of it, as phones draw it. */
function ShareMark() {
  return (
    <svg className={styles.share} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 15V3M7 8l5-5 5 5M6 12H4v9h16v-9h-2" />
    </svg>
  );
}

function keyOf({ distance, bib }: Pick<Star, "distance" | "bib">): string {
  return runnerKey(distance, bib);
}

/** When to expect a runner on course at the next point; null for anybody else. */
function nextOf(head: Head, { row, state }: Line, known: FieldRows | undefined): Expected | null {
  if (known === undefined || state !== "started" || eventTypeOf(head.event.type) !== "distance")
    return null;
  const answer = shownEstimates(head.segments, row.distance, known, head.eventYear.live);
  return answer?.next ?? answer?.finish ?? null;
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
  return <span>{loaded ? boardText.stars.absent(star.bib) : text.loading}</span>;
}
