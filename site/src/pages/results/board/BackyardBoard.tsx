import { useEffect, useMemo, useState } from "react";
import { bibBeside, displayName } from "../../../format/name";
import { formatMs } from "../../../format/time";
import type { RaceBoard } from "../../../race/boards";
import type { Head } from "../../../race/head";
import { useBackyard } from "../../../race/use-backyard";
import {
  type Backyard,
  backyardAt,
  LOOP_MS,
  loopFigures,
  type Standing,
  whistlesAt,
} from "../../../scoring/backyard";
import type { Line } from "../../../scoring/row";
import { board as words } from "../../../text/board";
import { text } from "../../../text/text";
import { Table } from "../../../ui/Table";
import type { Column } from "../../../ui/table-props";
import { useNow } from "../../../lib/use-now";
import { bibColumn } from "../../parts/tables/bib-column";
import { FoldLine } from "../../parts/tables/FoldLine";
import type { TableRows } from "../../parts/tables/use-table";
import { RaceLink } from "../../parts/race/RaceLink";
import { Loading } from "../../../ui/Loading";
import styles from "./Board.module.css";
import { number } from "../../../text/intl";

/** How often the field is updated; the countdown updates every second. */
const LOOK_MS = 5_000;

type LoopRunner = Standing<Line>;

/** The data for a board. */
export interface BoardProps {
  head: Head;
  board: RaceBoard;
  pathOf: (bib: string) => string;
  onEnd: TableRows["onEnd"];
}

/** A backyard between two bells; opened, everybody with their loops (pages.md C24). */
export default function BackyardBoard({ head, board, pathOf, onEnd }: BoardProps) {
  const { live } = head.eventYear;
  const [opened, setOpened] = useState(false);
  const race = useBackyard(head, board, opened);
  const now = useNow(live ? LOOK_MS : null);
  const backyard = useMemo(
    () => race && backyardAt(race.runners, race.start, now, live),
    [race, now, live],
  );
  const won = backyard?.phase === "over" ? backyard.winner !== null : null;
  useEffect(() => onEnd(won), [onEnd, won]);
  // A race that ended without a loop was never run.
  if (!live && (backyard === null || backyard.loop === 0) && !opened) return null;
  return (
    <details
      className={`${styles.board} no-print`}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        <span className="hidden">{words.backyard.name}: </span>
        {backyard === null ? text.loading : <Headline backyard={backyard} />}
      </summary>
      {opened &&
        (backyard === null ? (
          <Loading message={text.loading} />
        ) : (
          <Field backyard={backyard} pathOf={pathOf} data={board} />
        ))}
    </details>
  );
}

/** The one line that is always visible. */
function Headline({ backyard }: { backyard: Backyard<Line> }) {
  const { phase, loop, winner, assists } = backyard;
  const counts = countsOf(backyard);
  if (phase === "over") {
    return (
      <>
        <b>
          {winner === null
            ? words.backyard.noWinner
            : words.backyard.winner(displayName(winner.who.row), winner.finished)}
        </b>
        {assists[0] !== undefined && (
          <span>
            {words.backyard.assist(
              assists.map(({ who }) => displayName(who.row)),
              assists[0].finished,
            )}
          </span>
        )}
      </>
    );
  }
  return (
    <>
      {phase === "on" && <b>{words.backyard.loop(loop)}</b>}
      {backyard.unheard > 0 ? (
        <span>{counts.corral > 0 ? words.backyard.waits : words.backyard.noneBack}</span>
      ) : (
        <Countdown backyard={backyard} />
      )}
      {phase === "on" && <span data-count>{words.backyard.running(counts.running)}</span>}
      {phase === "on" && <span data-count>{words.backyard.corral(counts.corral)}</span>}
      {counts.out > 0 && <span data-count>{words.backyard.out(counts.out)}</span>}
    </>
  );
}

function countsOf({ field }: Backyard<Line>) {
  const count = (is: string) => field.filter(({ state }) => state.is === is).length;
  return { running: count("running"), corral: count("corral"), out: count("out") };
}

/** Time to the next bell, by the second, with the whistles that have been blown. */
function Countdown({ backyard: { phase, bell } }: { backyard: Backyard<Line> }) {
  const now = useNow(1_000);
  if (bell === null) return null;
  // Until the field is updated, counts down to the bell after the one that has just rung.
  const left = bell > now ? bell - now : LOOP_MS - ((now - bell) % LOOP_MS);
  const whistles = phase === "on" ? whistlesAt(left) : null;
  const time = formatMs(left, false);
  return (
    <span role="timer" data-near={whistles !== null || undefined}>
      {phase === "before" ? words.backyard.starts(time) : words.backyard.bell(time)}
      {whistles !== null && ` · ${words.backyard.whistles[whistles]}`}
    </span>
  );
}

/** Everybody by where they are, and what there is to say about the last ones. */
function Field({
  backyard,
  pathOf,
  data,
}: {
  backyard: Backyard<Line>;
  pathOf: (bib: string) => string;
  data: unknown;
}) {
  const { field, phase, unheard, winner } = backyard;
  const of = (...states: string[]) => field.filter(({ state }) => states.includes(state.is));
  const standing = of("running", "corral");
  const names = standing.map(({ who }) => displayName(who.row));
  const rested = (runner: LoopRunner) => loopFigures(runner)?.last.rest ?? -1;
  const groups: [keyof typeof words.backyard.headings, readonly LoopRunner[]][] = [
    ["running", of("running").toSorted(byPlace)],
    ["corral", of("corral").toSorted((a, b) => rested(b) - rested(a) || byPlace(a, b))],
    ["out", of("winner", "out").toSorted((a, b) => b.finished - a.finished || byPlace(a, b))],
  ];
  return (
    <>
      {unheard > 0 && (
        <p className={styles.note}>
          {(of("corral").length > 0 ? words.backyard.unheard : words.backyard.ranOut)(unheard)}
        </p>
      )}
      {phase === "over" && winner === null && (
        <p className={styles.note}>{words.backyard.nobodyWon}</p>
      )}
      {names.length === 2 && (
        <p>
          <b>{words.backyard.lastTwo(names)}</b>
        </p>
      )}
      {names.length === 1 && names[0] !== undefined && (
        <p>
          <b>{words.backyard.lastOne(names[0])}</b>
        </p>
      )}
      {groups.map(
        ([group, runners]) =>
          runners.length > 0 && (
            <Table
              key={group}
              caption={`${phase === "over" ? words.backyard.over : words.backyard.headings[group]} (${number(runners.length)})`}
              captioned
              columns={columnsOf(group === "out" || (group === "corral" && unheard > 0), pathOf)}
              list={{ rows: runners, keyOf: ({ who }) => who.row.bib, data }}
            />
          ),
      )}
    </>
  );
}

/** By place in the table, runners without one last; then as listed. */
function byPlace(a: LoopRunner, b: LoopRunner): number {
  const place = ({ who }: LoopRunner) => (who.row.ranking < 1 ? Infinity : who.row.ranking);
  return place(a) < place(b) ? -1 : Number(place(a) > place(b));
}

/** Who is out has no rest to show, nor who waits for a loop that begins nobody knows when. */
function columnsOf(restless: boolean, pathOf: (bib: string) => string): Column<LoopRunner>[] {
  const { columns } = words.backyard;
  const time = (key: "fastest" | "slowest" | "average"): Column<LoopRunner> => ({
    key,
    heading: columns[key],
    folds: "medium",
    align: "end",
    width: "6.5rem",
    cell: (runner) => timesOf(runner)[key],
  });
  return [
    bibColumn(({ who }) => who.row),
    {
      key: "name",
      heading: text.columns.name,
      names: true,
      cell: (runner) => <Name runner={runner} pathOf={pathOf} />,
    },
    {
      key: "loops",
      heading: columns.loops,
      align: "end",
      width: "5rem",
      narrow: "3.1rem",
      cell: ({ finished }) => finished,
    },
    {
      key: "last",
      heading: columns.last,
      align: "end",
      width: "6.5rem",
      narrow: "4rem",
      cell: (runner) => timesOf(runner).last,
    },
    ...(restless
      ? []
      : [
          {
            key: "rest",
            heading: columns.rest,
            align: "end",
            width: "6.5rem",
            narrow: "4rem",
            cell: (runner: LoopRunner) => timesOf(runner).rest,
          } as const,
        ]),
    time("fastest"),
    time("slowest"),
    time("average"),
  ];
}

function Name({ runner, pathOf }: { runner: LoopRunner; pathOf: (bib: string) => string }) {
  const { row } = runner.who;
  const { fastest, slowest, average } = timesOf(runner);
  return (
    <>
      <RaceLink to={pathOf(row.bib)}>{displayName(row)}</RaceLink>
      <FoldLine
        parts={[
          { words: bibBeside(row), from: "small" },
          {
            words: fastest === "" ? "" : words.backyard.folded(fastest, slowest, average),
            from: "medium",
          },
        ]}
      />
    </>
  );
}

/** The times of a runner's loops, without tenths; blank without a loop. */
function timesOf(runner: LoopRunner) {
  const figures = loopFigures(runner);
  return {
    last: timeText(figures?.last.run),
    rest: timeText(figures?.last.rest),
    fastest: timeText(figures?.fastest),
    slowest: timeText(figures?.slowest),
    average: timeText(figures?.average),
  };
}

function timeText(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? "" : formatMs(ms, false);
}
