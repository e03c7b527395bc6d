import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useLocation } from "react-router";
import { config } from "../../api/config";
import { prettyYear } from "../../format/date";
import { displayName } from "../../format/name";
import { placeText } from "../../format/place";
import { paths } from "../../paths";
import type { RaceBoard } from "../../race/boards";
import { runnerKey } from "../../race/compare";
import type { Head } from "../../race/head";
import { useRace } from "../../race/use-race";
import { drawnLap, timeInColumn } from "../../scoring/cells";
import { openingDistance } from "../../address/distance-query";
import { readEmbedQuery } from "../../address/embed";
import { orderDistances } from "../../lists/event-order";
import { rankByLabels } from "../../lists/rank-by-labels";
import { type ResultsContext, SEARCH_LIMIT, writeResultsQuery } from "../../address/results-query";
import { eventTypeOf, type Line } from "../../scoring/row";
import { othersText } from "../../text/others";
import { text } from "../../text/text";
import { Choice, SearchBox } from "../../ui/Field";
import { Loading } from "../../ui/Loading";
import { Table } from "../../ui/Table";
import type { Column } from "../../ui/table-props";
import { useDebounced } from "../../lib/use-debounced";
import { basisName } from "../parts/race/basis";
import { Fitted } from "../parts/tables/Fitted";
import { SmallFold } from "../parts/tables/FoldLine";
import { Freshness } from "../parts/race/Freshness";
import { PageHeading } from "../parts/frame/PageHeading";
import type { LoadedRace } from "../parts/race/RaceScreen";
import { runnerPath } from "../parts/runner/runner-path";
import styles from "../parts/tables/Around.module.css";
import { useTable } from "../parts/tables/use-table";

function bibOf({ row }: Line): string {
  return row.bib;
}

/**
 * The heading, the chosen distance and links to everything else. Every link opens in a new window:
 * the surrounding page stays. `first` holds the boards as far as they are shown; they are fetched
 * in full once somebody is about to search.
 */
export function EmbedContent({ race, head, boards: first }: LoadedRace) {
  const { search } = useLocation();
  const [searching, setSearching] = useState(false);
  const [whole, setWhole] = useState<readonly RaceBoard[] | null>(null);
  const boards = whole ?? first;
  const distances = orderDistances(boards.map(({ distance }) => distance));
  const asked = readEmbedQuery(search, distances);
  // Nothing is kept here (pages.md C27.3), so nobody is followed.
  const opening = () => openingDistance(boards, []);
  const [chosen, choose] = useState(() => asked.distance || opening());
  const boardOf = (name: string) => boards.find(({ distance }) => distance === name);
  const board = boardOf(chosen) ?? boardOf(asked.distance) ?? boardOf(opening());
  return (
    <>
      <title>{text.results.title(head.event.name)}</title>
      <PageHeading>
        {prettyYear(head.eventYear.year)} {head.event.name}
      </PageHeading>
      <Freshness race={race} />
      {board === undefined ? (
        <p className="empty">{text.results.none}</p>
      ) : (
        <Board
          key={board.distance}
          head={head}
          boards={boards}
          board={board}
          distances={distances}
          asked={asked}
          changed={race.changed}
          onChoose={choose}
          onSearch={() => setSearching(true)}
        />
      )}
      {searching && <Whole head={head} onLoaded={setWhole} />}
    </>
  );
}

/** Follows the whole race, and renders nothing. */
function Whole({
  head,
  onLoaded,
}: {
  head: Head;
  onLoaded: (boards: readonly RaceBoard[]) => void;
}) {
  const race = useRace(head.event.slug, head.eventYear.year);
  const boards = race.status === "ready" ? race.data : null;
  useEffect(() => {
    if (boards !== null) onLoaded(boards);
  }, [boards, onLoaded]);
  return null;
}

function Board({
  head,
  boards,
  board,
  distances,
  asked,
  changed,
  onChoose,
  onSearch,
}: {
  head: Head;
  boards: readonly RaceBoard[];
  board: RaceBoard;
  distances: readonly string[];
  asked: ReturnType<typeof readEmbedQuery>;
  changed: ReadonlySet<string>;
  onChoose: (distance: string) => void;
  onSearch: () => void;
}) {
  const { event, eventYear } = head;
  const [query, setQuery] = useState("");
  const [typed, type] = useDebounced(query, setQuery);
  const { rows, total, columns, more } = useLines(head, boards, board, query);
  const drawn = useMemo(() => rows?.slice(0, asked.rows) ?? null, [rows, asked.rows]);
  const found = query === "" ? total : (rows?.length ?? 0);
  return (
    <>
      {(asked.searchable || distances.length > 1) && (
        <div className={styles.settings}>
          {distances.length > 1 && (
            <Choice
              inside
              label={othersText.table.distance}
              value={board.distance}
              options={distances.map((name) => ({ value: name, label: name }))}
              onChoose={onChoose}
            />
          )}
          {asked.searchable && (
            <SearchBox
              inside
              label={text.results.search}
              placeholder={text.results.searchHint}
              maxLength={SEARCH_LIMIT}
              value={typed}
              onFocus={onSearch}
              onChange={({ target }) => type(target.value)}
            />
          )}
        </div>
      )}
      <Lines
        head={head}
        board={board}
        columns={columns}
        rows={drawn}
        isChanged={(line) => changed.has(runnerKey(board.distance, line.row.bib))}
      />
      <p className={styles.tools}>
        {drawn !== null && drawn.length < found && (
          <span>{othersText.table.more(drawn.length, found)}</span>
        )}
        <Away path={`${paths.results(event.slug, eventYear.year)}${more === "" ? "" : `?${more}`}`}>
          {othersText.table.all(total)}
        </Away>
        <Away path="/">{othersText.table.by(config().product)}</Away>
      </p>
    </>
  );
}

function Lines({
  head: { event, eventYear },
  board,
  columns,
  rows,
  isChanged,
}: {
  head: Head;
  board: RaceBoard;
  columns: Column<Line>[];
  rows: readonly Line[] | null;
  isChanged: (line: Line) => boolean;
}) {
  const eventType = eventTypeOf(event.type);
  const basis = basisName(
    eventType,
    rankByLabels(eventType, eventYear.rankingType, false).lastColumn,
  );
  return (
    <>
      {rows === null && <Loading message={text.loading} />}
      {rows?.length === 0 && (
        <p className="empty" role="status">
          {text.results.noMatch}
        </p>
      )}
      {rows !== null && rows.length > 0 && (
        <Table
          caption={text.results.caption(
            event.name,
            prettyYear(eventYear.year),
            board.distance,
            basis,
          )}
          columns={columns}
          list={{
            rows,
            keyOf: bibOf,
            changedOf: isChanged,
            data: board,
          }}
        />
      )}
    </>
  );
}

/** The lines found, all of them while `query` is "", and where the results page shows them. */
function useLines(head: Head, boards: readonly RaceBoard[], board: RaceBoard, query: string) {
  const eventType = eventTypeOf(head.event.type);
  const { rankingType } = head.eventYear;
  const context = useMemo(
    (): ResultsContext => ({
      eventType,
      rankingType,
      distances: orderDistances(boards.map(({ distance }) => distance)),
      opening: board.distance,
      unnamed: boards.length > 1 ? null : board.distance,
      ageGroups: head.ageGroups,
    }),
    [eventType, rankingType, boards, board.distance, head.ageGroups],
  );
  const view = useMemo(
    () => ({ distance: board.distance, option: 0, search: query, ticked: false }),
    [board.distance, query],
  );
  const { rows, total } = useTable(board, view, context);
  const columns = useMemo(
    () => columnsOf(head, boards, board.distance),
    [head, boards, board.distance],
  );
  return { rows, total, columns, more: writeResultsQuery(view, context) };
}

/** Place, bib, name and time; for a race of laps or loops the lap, too. */
function columnsOf(head: Head, boards: readonly RaceBoard[], distance: string): Column<Line>[] {
  const eventType = eventTypeOf(head.event.type);
  const { last, lastColumn } = rankByLabels(eventType, head.eventYear.rankingType, false);
  const pathOf = runnerPath("results", head, boards, distance);
  const timeOf = ({ row }: Line) => timeInColumn(eventType, lastColumn, row);
  const columns: Column<Line>[] = [
    {
      key: "place",
      heading: text.columns.place,
      marks: true,
      width: "4.5rem",
      narrow: "3.25rem",
      cell: ({ row }) => <b>{placeText(row)}</b>,
    },
    {
      key: "bib",
      heading: text.columns.bib,
      width: "4.5rem",
      narrow: "3rem",
      cell: ({ row }) => row.bib,
    },
    {
      key: "name",
      heading: text.columns.name,
      names: true,
      cell: ({ row }) => <Away path={pathOf(row.bib)}>{displayName(row)}</Away>,
    },
    {
      key: "time",
      heading: last,
      align: "end",
      width: "7rem",
      narrow: "6rem",
      ...(eventType === "distance" ? {} : { folds: "small" }),
      cell: (line) => <Fitted text={timeOf(line)} />,
    },
  ];
  if (eventType === "distance") return columns;
  return [
    ...columns,
    {
      key: "lap",
      heading: eventType === "time" ? text.columns.lap : text.columns.hour,
      align: "end",
      // "Hour 10 started" fits on one line
      width: "9.5rem",
      narrow: "6rem",
      cell: (line) => (
        <>
          <Fitted text={drawnLap(eventType, line.row)} />
          <SmallFold words={[timeOf(line)]} />
        </>
      ),
    },
  ];
}

/** A link to a page of the site, in a new window. */
function Away({ path, children }: { path: string; children: ReactNode }) {
  return (
    <a href={path} target="_blank" rel="noopener">
      {children}
      <span className="hidden"> {othersText.table.elsewhere}</span>
    </a>
  );
}
