import { useMemo } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { displayName } from "../../format/name";
import { ordinal } from "../../format/place";
import { paths } from "../../paths";
import { type AwardMarks, useAwardMarks } from "../../race/award-marks";
import type { RaceBoard } from "../../race/boards";
import type { Head } from "../../race/head";
import {
  type AwardMark,
  type DeskWinner,
  deskLists,
  isChanged,
  isMarksLink,
  listKey,
  readMarksLink,
  writeMarksLink,
} from "../../scoring/award-marks";
import { awards, type AwardSettings, type AwardWinner } from "../../scoring/awards";
import { announcer } from "../../text/announcer";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { focusHeading } from "../../ui/focus";
import type { Column } from "../../ui/table-props";
import { carriedFrom, queryFor } from "../parts/address/carried";
import { RaceLink } from "../parts/race/RaceLink";
import { useShare } from "../parts/address/use-share";
import { type ListSource, RankingTable } from "../parts/rankings/RankingTable";
import styles from "./Desk.module.css";
import type { AwardTable } from "./columns";

/** The desk's progress, its link, and the marks of another device (pages.md C4 "Desk"). */
export function DeskHead({
  head,
  boards,
  settings,
}: {
  head: Head;
  boards: readonly RaceBoard[];
  settings: AwardSettings;
}) {
  const { desk: words } = announcer;
  const { event, eventYear } = head;
  const marks = useAwardMarks(event.slug, eventYear.year, boards);
  const location = useLocation();
  const { search } = location;
  const { said, share } = useShare();
  const changed = useMemo(
    () => countChanged(boards, settings, marks.marks),
    [boards, settings, marks.marks],
  );
  const given = marks.marks.filter(({ place }) => place > 0).length;
  const address =
    paths.page("awards", event.slug, eventYear.year) + search + writeMarksLink(marks.marks);
  return (
    <>
      <SharedMarks marks={marks} />
      <section aria-label={text.awards.desk.open} className={`${styles.head} no-print`}>
        <p role="status">
          {words.counts(given, marks.marks.length - given)}{" "}
          {changed > 0 && <b className={styles.flag}>{words.changes(changed)}</b>}
        </p>
        {marks.marks.length > 0 && (
          <Button quiet onClick={() => void share(words.shareTitle(event.name), address)}>
            {words.share}
          </Button>
        )}
        <span role="status">{said}</span>
        <RaceLink
          to={
            paths.arrivals(event.slug, eventYear.year) +
            queryFor("arrivals", carriedFrom(location).view)
          }
        >
          {text.awards.desk.arrivals}
        </RaceLink>
        <Link to={paths.kiosk(event.slug, eventYear.year)}>{words.kiosk}</Link>
        <p className={styles.kept}>{marks.lasting ? words.kept : words.notKept}</p>
      </section>
    </>
  );
}

/** Marks that came with the address, to adopt; absent when all are already here. */
function SharedMarks({ marks: { marks, take } }: { marks: AwardMarks }) {
  const { desk: words } = announcer;
  const { hash, search, state } = useLocation();
  const navigate = useNavigate();
  const shared = useMemo(() => {
    const here = new Set(marks.map((mark) => JSON.stringify([mark.list, mark.bib, mark.place])));
    return isMarksLink(hash)
      ? readMarksLink(hash).filter(
          (mark) => !here.has(JSON.stringify([mark.list, mark.bib, mark.place])),
        )
      : [];
  }, [hash, marks]);
  if (shared.length === 0) return null;
  const answer = (taken: boolean) => {
    if (taken) take(shared);
    focusHeading();
    void navigate({ search }, { replace: true, preventScrollReset: true, state: state as unknown });
  };
  return (
    <section aria-label={words.shared} className={`${styles.head} no-print`}>
      <p>{words.sharedCount(shared.length)}</p>
      <Button onClick={() => answer(true)}>{words.takeOver}</Button>
      <Button onClick={() => answer(false)}>{words.leave}</Button>
    </section>
  );
}

function countChanged(
  boards: readonly RaceBoard[],
  settings: AwardSettings,
  marks: readonly AwardMark[],
): number {
  const lists = boards.flatMap(({ distance, lines }) => [
    ...deskLists(awards(lines, settings), lines, settings, distance, marks).values(),
  ]);
  return lists.reduce(
    (sum, { winners, gone }) => sum + winners.filter(isChanged).length + gone.length,
    0,
  );
}

function bibOf({ result }: DeskWinner): string {
  return result.bib;
}

/** The lists of a distance, with what was handed out, who is absent, and who moves up instead. */
export function DeskTables({
  of,
  columns,
  tables,
  settings,
}: {
  of: ListSource;
  columns: readonly Column<AwardWinner>[];
  tables: readonly AwardTable[];
  settings: AwardSettings;
}) {
  const { desk: words } = announcer;
  const { head, board } = of;
  const own = useMemo(() => [board], [board]);
  const { marks, mark } = useAwardMarks(head.event.slug, head.eventYear.year, own);
  const lists = useMemo(
    () =>
      deskLists(
        tables.map(({ list }) => list),
        board.lines,
        settings,
        board.distance,
        marks,
      ),
    [tables, board, settings, marks],
  );
  const names = useMemo(
    () => new Map(board.lines.map(({ row }) => [row.bib, displayName(row)])),
    [board],
  );
  return tables.map(({ list, heading, note, open }) => {
    const key = listKey(board.distance, list);
    const { winners, gone } = lists.get(list) ?? { winners: [], gone: [] };
    return (
      <div key={key}>
        <RankingTable<DeskWinner>
          of={of}
          heading={heading}
          caption={heading}
          note={
            <>
              {note}
              {!open && <p className={styles.note}>{words.readOut(readOut(winners))}</p>}
            </>
          }
          columns={deskColumns(columns, heading, names, (bib, place) => mark(key, bib, place))}
          list={{ rows: winners, keyOf: bibOf }}
        />
        {gone.map(({ bib, place }) => (
          <p key={bib} className={styles.gone}>
            <span className={styles.flag}>
              {names.has(bib)
                ? words.gone(nameOf(names, bib), ordinal(place))
                : words.nobodys(text.bib(bib), ordinal(place))}
            </span>{" "}
            <Button quiet onClick={() => mark(key, bib, null)}>
              {words.takenBack}
            </Button>
          </p>
        ))}
      </div>
    );
  });
}

/** The names of a distance by bib. */
type Names = ReadonlyMap<string, string>;

function nameOf(names: Names, bib: string): string {
  return names.get(bib) ?? text.bib(bib);
}

/** Who gets an award, in the order in which they are called: the winner last. */
function readOut(winners: readonly DeskWinner[]): string {
  return winners
    .filter(({ medal }) => medal !== null)
    .toSorted((a, b) => (b.medal ?? 0) - (a.medal ?? 0))
    .map(({ medal, result }) => `${ordinal(medal ?? 0)} ${displayName(result)}`)
    .join(", ");
}

/** The columns of the list, with changes below the name, and the desk's actions at the end. */
function deskColumns(
  columns: readonly Column<AwardWinner>[],
  heading: string,
  names: Names,
  mark: (bib: string, place: number | null) => void,
): Column<DeskWinner>[] {
  const { desk: words } = announcer;
  const noted = columns.map(
    (column): Column<DeskWinner> => ({
      ...column,
      ...narrowed(column.key),
      cell: (row) =>
        column.names === true ? (
          <>
            {column.cell(row)}
            <Notes row={row} names={names} mark={mark} />
          </>
        ) : (
          column.cell(row)
        ),
    }),
  );
  return [
    ...noted,
    {
      key: "desk",
      heading: words.handedOut,
      width: "11rem",
      narrow: "3.9rem",
      cell: ({ result, medal, given, absent }) => (
        <div className={styles.actions}>
          {!absent && (
            <label>
              <input
                type="checkbox"
                aria-label={words.handOut(nameOf(names, result.bib), heading)}
                checked={given !== null}
                onChange={(event) => mark(result.bib, event.target.checked ? medal : null)}
              />
            </label>
          )}
          <Button
            quiet
            aria-pressed={absent}
            aria-label={words.absentName(nameOf(names, result.bib), heading)}
            onClick={() => mark(result.bib, absent ? null : 0)}
          >
            {words.absent}
          </Button>
        </div>
      ),
    },
  ];
}

/** On phones the other columns shrink to leave room for the desk's. */
const NARROW: Readonly<Record<string, string>> = { place: "3.1rem", time: "4.9rem" };

function narrowed(key: string): { narrow?: string } {
  const narrow = NARROW[key];
  return narrow === undefined ? {} : { narrow };
}

function Notes({
  row: { result, place, medal, given, takenBy },
  names,
  mark,
}: {
  row: DeskWinner;
  names: Names;
  mark: (bib: string, place: number | null) => void;
}) {
  const { desk: words } = announcer;
  if (medal === null) return <p className={styles.note}>{words.isAbsent}</p>;
  return (
    <>
      {medal !== place && <p className={styles.note}>{words.movesUp(ordinal(medal))}</p>}
      {given !== null && given !== medal && (
        <p className={styles.flag}>{words.nowAnother(ordinal(given), ordinal(medal))}</p>
      )}
      {takenBy !== null && names.has(takenBy) && (
        <p className={styles.flag}>{words.takenBy(ordinal(medal), nameOf(names, takenBy))}</p>
      )}
      {takenBy !== null && !names.has(takenBy) && given === null && (
        <p className={styles.flag}>
          {words.isSame(ordinal(medal), text.bib(takenBy))}{" "}
          <Button
            quiet
            onClick={() => {
              mark(takenBy, null);
              mark(result.bib, medal);
            }}
          >
            {words.same}
          </Button>
        </p>
      )}
    </>
  );
}
