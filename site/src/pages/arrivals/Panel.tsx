import { type KeyboardEvent, type ReactNode, useId, useMemo } from "react";
import { displayName, isAnonymous } from "../../format/name";
import { formatMs } from "../../format/time";
import type { RaceBoard } from "../../race/boards";
import { runnerKey } from "../../race/compare";
import type { Head } from "../../race/head";
import { arrivals } from "../../scoring/arrivals";
import { placings } from "../../scoring/placings";
import { eventTypeOf, type Line } from "../../scoring/row";
import { announcer } from "../../text/announcer";
import { text } from "../../text/text";
import { DistanceHeading } from "../parts/distances/DistanceHeading";
import { standing } from "../parts/runner/standing";
import styles from "./Arrivals.module.css";

/** The maximum number of runners in a list: beyond that they are results rather than arrivals. */
const SHOWN = 20;

/** Where each key moves among the runners of the panel. */
const MOVES: Readonly<Record<string, (from: number, count: number) => number>> = {
  ArrowDown: (from, count) => Math.min(from + 1, count - 1),
  ArrowUp: (from) => Math.max(from - 1, 0),
  Home: () => 0,
  End: (_from, count) => count - 1,
};

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const move = MOVES[event.key];
  if (move === undefined) return;
  const runners = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
  const from = runners.findIndex((runner) => runner === document.activeElement);
  if (from < 0) return;
  event.preventDefault();
  runners[move(from, runners.length)]?.focus();
}

/**
 * One distance: the runners between the last point and the finish, and those who came in, large
 * enough for an announcer to read at arm's length.
 */
export function Panel({
  head,
  board,
  several,
  announced,
  onAnnounce,
}: {
  head: Head;
  board: RaceBoard;
  /** Whether the event year has several distances. */
  several: boolean;
  announced: ReadonlySet<string>;
  onAnnounce: (distance: string, bib: string) => void;
}) {
  const { arrivals: words } = announcer;
  const { event, eventYear, segments } = head;
  const eventType = eventTypeOf(event.type);
  const { point, coming, finished } = useMemo(
    () => arrivals(board, segments, eventType),
    [board, segments, eventType],
  );
  const runner = (line: Line, more: string) => {
    const { row } = line;
    const said = announced.has(runnerKey(board.distance, row.bib));
    return (
      <li key={row.bib} data-announced={said || undefined}>
        <button
          type="button"
          aria-pressed={said}
          onClick={() => onAnnounce(board.distance, row.bib)}
        >
          <b className={styles.name}>{displayName(row)}</b>
          <span className={styles.facts}>
            {[
              isAnonymous(row) ? "" : text.bib(row.bib),
              ...placesOf(line),
              more,
              said ? words.announced : "",
            ]
              .filter((part) => part !== "")
              .join(" · ")}
          </span>
        </button>
      </li>
    );
  };
  const seen = coming.slice(0, SHOWN);
  return (
    // The arrow keys move among the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.panel} onKeyDown={moveFocus}>
      <DistanceHeading distance={board.distance} tabbed={several} />
      {point !== null && (
        <Runners heading={words.coming(point)} none={words.nobodyComing}>
          {seen.map(({ line, expected, overdue }) =>
            runner(
              line,
              overdue
                ? words.overdue
                : expected === null
                  ? ""
                  : words.expected(formatMs(expected, false)),
            ),
          )}
        </Runners>
      )}
      <Runners heading={words.finished} none={words.nobodyFinished}>
        {finished
          .slice(0, SHOWN)
          .map((line) => runner(line, standing(eventType, eventYear.rankingType, line)))}
      </Runners>
    </div>
  );
}

/** "Overall: 1", "Women: 1", "Women 30-39: 1": the place so far, at the point or at the finish. */
function placesOf({ row }: Line): string[] {
  return placings(row).map(({ within, place }) => `${within}: ${place}`);
}

function Runners({
  heading,
  none,
  children,
}: {
  heading: string;
  none: string;
  children: ReactNode[];
}) {
  const id = useId();
  return (
    <section className={styles.runners}>
      <h3 id={id}>{heading}</h3>
      {children.length === 0 ? <p>{none}</p> : <ol aria-labelledby={id}>{children}</ol>}
    </section>
  );
}
