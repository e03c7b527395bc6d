import { type KeyboardEvent, type ReactNode, useId, useMemo } from "react";
import { tidy } from "../../format/text";
import { displayName, isAnonymous } from "../../format/name";
import { formatMs } from "../../format/time";
import type { RaceBoard } from "../../race/boards";
import { runnerKey } from "../../race/compare";
import type { Head } from "../../race/head";
import { useFollowedRows } from "../../race/use-followed";
import { useNow } from "../../lib/use-now";
import { arrivals, type Coming, rowIfExpected } from "../../scoring/arrivals";
import { isTeam } from "../../scoring/division";
import { placings } from "../../scoring/placings";
import { eventTypeOf, type Line, type Row } from "../../scoring/row";
import { gunsOf, ownGunsOf } from "../../scoring/gun";
import { announcer } from "../../text/announcer";
import { number } from "../../text/intl";
import { text } from "../../text/text";
import { DistanceHeading } from "../parts/distances/DistanceHeading";
import { runnerPath } from "../parts/runner/runner-path";
import { standing } from "../parts/runner/standing";
import styles from "./Arrivals.module.css";
import { Clocks } from "./Clocks";

/** The maximum number of runners in a list: beyond that they are results rather than arrivals. */
const SHOWN = { coming: 20, finished: 10 };
/** Longer than this, a countdown is of minutes. */
const MINUTE_S = 60;
/** How often the places of who is late are counted: those of all finishers are passed through. */
const COUNTED_MS = 10_000;

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

/** One distance, in large letters: who comes after the last point, and who came in. */
export function Panel({
  head,
  board,
  boards,
  announced,
  onAnnounce,
}: {
  head: Head;
  board: RaceBoard;
  /** Those of all distances. */
  boards: readonly RaceBoard[];
  announced: ReadonlySet<string>;
  onAnnounce: (distance: string, bib: string) => void;
}) {
  const { arrivals: words } = announcer;
  const { event, eventYear } = head;
  const eventType = eventTypeOf(event.type);
  const { known, guns } = useArrivals(head, board);
  const now = useNow(eventYear.live ? 1000 : null);
  const { point, coming, finished } = known;
  const seen = useMemo(() => coming.slice(0, SHOWN.coming), [coming]);
  const would = useMemo(
    () => new Map(seen.map((one) => [one.line, rowIfExpected(one, known, eventYear.rankingType)])),
    [seen, known, eventYear.rankingType],
  );
  const pathOf = runnerPath("results", head, boards, board.distance);
  const runner = (line: Line, told: Announcement) => (
    <Runner
      key={line.row.bib}
      row={line.row}
      path={pathOf(line.row.bib)}
      told={told}
      said={announced.has(runnerKey(board.distance, line.row.bib))}
      onAnnounce={() => onAnnounce(board.distance, line.row.bib)}
    />
  );
  return (
    // The arrow keys move among the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.panel} onKeyDown={moveFocus}>
      <DistanceHeading distance={board.distance} tabbed={boards.length > 1} />
      {eventYear.live && <Clocks head={head} board={board} guns={guns} now={now} />}
      {point !== null && (
        <Runners heading={words.coming(point)} none={words.nobodyComing}>
          {seen.map((one) => {
            const when = eventYear.live ? whenOf(one, now) : "";
            const placed = would.get(one.line) ?? null;
            return runner(one.line, {
              when,
              more: placed === null ? "" : firstOf(placed),
              ...(placed !== null && { placed }),
              ...(one.overdue && { more: words.overdue }),
              ...(when === "" &&
                !one.overdue &&
                one.expected !== null && {
                  more: words.expected(formatMs(one.expected, false)),
                }),
            });
          })}
        </Runners>
      )}
      <Runners heading={words.finished} none={words.nobodyFinished}>
        {finished
          .slice(0, SHOWN.finished)
          .map((line) => runner(line, { more: standing(eventType, eventYear.rankingType, line) }))}
      </Runners>
    </div>
  );
}

/** Who comes and who came in, as their own rows tell it, and the guns of these. */
function useArrivals(head: Head, board: RaceBoard) {
  const { event, eventYear, segments } = head;
  const eventType = eventTypeOf(event.type);
  // Who comes next at an even pace: their own rows are fetched, and tell more.
  const near = useMemo(
    () => (eventYear.live ? readLines(board, arrivals(board, segments, eventType)) : []),
    [board, segments, eventType, eventYear.live],
  );
  const ways = useFollowedRows(head, near);
  const rows = useMemo(
    () => [...ways.values()].flatMap(({ rows: own, field }) => own.concat(...field)),
    [ways],
  );
  const guns = useMemo(() => gunsOf(rows), [rows]);
  const now = useNow(eventYear.live ? COUNTED_MS : null);
  const known = useMemo(() => {
    const wayOf = ({ row }: Line) => ways.get(runnerKey(row.distance, row.bib));
    return arrivals(board, segments, eventType, wayOf, {
      gun: guns[0] ?? null,
      guns: ownGunsOf(rows),
      now: eventYear.live ? now : null,
    });
  }, [board, segments, eventType, ways, rows, guns, now, eventYear.live]);
  return { known, guns };
}

/** Whose rows are read: who is shown, and one who tells the clock while nobody comes yet. */
function readLines(
  { lines }: RaceBoard,
  { coming, finished }: ReturnType<typeof arrivals>,
): Line[] {
  const shown = [
    ...coming.slice(0, SHOWN.coming).map(({ line }) => line),
    ...finished.slice(0, SHOWN.finished),
  ];
  return shown.length > 0 ? shown : lines.filter(({ state }) => state === "started").slice(0, 1);
}

/** The announcer's words about a runner, beside name, bib and division. */
interface Announcement {
  /** How soon, in large letters. */
  when?: string;
  more?: string;
  /** The row that has the places, if it is not the runner's own. */
  placed?: Row;
}

function Runner({
  row,
  path,
  told: { when = "", more = "", placed = row },
  said,
  onAnnounce,
}: {
  row: Row;
  /** The address of their page: nobody leaves the announcer's list but to correct somebody (C28). */
  path: string;
  told: Announcement;
  said: boolean;
  onAnnounce: () => void;
}) {
  const facts = [
    isAnonymous(row) ? "" : text.bib(row.bib),
    isTeam(row.division) ? tidy(row.division) : "",
    ...placesOf(placed),
    more,
    said ? announcer.arrivals.announced : "",
  ];
  return (
    <li data-announced={said || undefined}>
      <button type="button" data-runner={path} aria-pressed={said} onClick={onAnnounce}>
        {when !== "" && <b className={styles.when}>{when}</b>}
        <b className={styles.name}>{displayName(row)}</b>
        <span className={styles.facts}>{facts.filter((part) => part !== "").join(" · ")}</span>
      </button>
    </li>
  );
}

/** "in 33 s", "in 2:10", "now", "3 min late"; "" where nothing tells, or long after it. */
function whenOf({ due, overdue }: Coming, now: number): string {
  const { arrivals: words } = announcer;
  if (due === null || overdue) return "";
  const seconds = Math.ceil((due - now) / 1000);
  if (seconds <= -MINUTE_S) return words.late(Math.floor(-seconds / MINUTE_S));
  if (seconds <= 0) return words.now;
  return seconds <= MINUTE_S
    ? words.inSeconds(seconds)
    : words.inTime(formatMs(seconds * 1000, false));
}

/** The lists somebody would win: "first: Women, Women 30-39". */
function firstOf(row: Row): string {
  const firsts = placings(row, null).filter(({ place }) => place === number(1));
  return firsts.length === 0
    ? ""
    : announcer.arrivals.first(firsts.map(({ within }) => within).join(", "));
}

/** "Overall: 1", "Women: 1", "Women 30-39: 1": the place at the finish, as it is or would be. */
function placesOf(row: Row): string[] {
  return placings(row, null).map(({ within, place }) => `${within}: ${place}`);
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
