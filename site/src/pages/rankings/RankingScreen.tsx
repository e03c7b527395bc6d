import { type ReactNode, useMemo, useState } from "react";
import { config } from "../../api/config";
import { prettyYear } from "../../format/date";
import { usePrinting } from "../../lib/use-printing";
import { type ListWord, paths, VIEW_KEYS } from "../../paths";
import type { RaceBoard } from "../../race/boards";
import { linesByClock } from "../../scoring/result-order";
import type { Line } from "../../scoring/row";
import { text } from "../../text/text";
import { Loading } from "../../ui/Loading";
import { DistanceHeading } from "../parts/distances/DistanceHeading";
import { DistancePanels } from "../parts/distances/DistancePanels";
import { MyRunnersPlace } from "../parts/my-runners/MyRunnersPlace";
import { PrintTimes } from "../parts/print/PrintTimes";
import { PrintCertification } from "../parts/race/Certification";
import { Disclaimer } from "../parts/race/Disclaimer";
import { RaceHeader } from "../parts/race/RaceHeader";
import { type LoadedRace, RaceScreen } from "../parts/race/RaceScreen";
import type { RankingPanel, Searched } from "../parts/rankings/RankingTable";
import { NoMatch } from "../parts/search/NoMatch";
import { PageSearch } from "../parts/search/PageSearch";
import { peopleOfBoards, useFoldAhead } from "../parts/search/use-fold-ahead";
import { useSearch } from "../parts/search/use-search";
import { Nothing } from "../parts/tables/Nothing";

/** One kind of ranking: championship, youth, teams. */
export interface RankingKind {
  word: ListWord;
  /** Page kind (pages.md B2). */
  name: string;
  /** The text for an empty distance, or a race without any. */
  none: string;
  ranks: (lines: readonly Line[], distance: string) => boolean;
  /** Whether that is still unknown. */
  pending?: boolean;
  /** How many rows of a distance match; a kind that has it gets a search box. */
  countMatches?: (of: Searched) => number;
  /** The ranking basis, for paper; by default the clock time. */
  basis?: string;
  /** The tables of a distance; null when nobody is in them. */
  panel: (of: RankingPanel) => ReactNode | null;
  /** Controls above the tabs. */
  controls?: ReactNode;
  /** The ranking rule, below the tables, where there are some. */
  foot?: ReactNode;
}

/** Ranks an event year's finishers in its own way, by distance (pages.md C10 to C13). */
export function RankingScreen({ kind }: { kind: RankingKind }) {
  return (
    <RaceScreen loadingTitle={text.ranking.loadingTitle(config().product, kind.name)}>
      {(loaded) => <RankingContent kind={kind} loaded={loaded} />}
    </RaceScreen>
  );
}

/** A page of the championship: tables by gun time, whose rows the search filters. */
export function ChampionshipScreen<Table extends { rows: readonly unknown[] }>({
  word,
  none,
  shown,
  draw,
}: {
  word: ListWord & keyof typeof text.kinds;
  /** The text for an empty distance. */
  none: string;
  /** The tables with the rows that match, none empty. Must be a stable function. */
  shown: (of: Searched) => Table[];
  /** Renders tables, at least one. Must be a stable function. */
  draw: (of: RankingPanel, tables: Table[]) => ReactNode;
}) {
  const kind = useMemo(
    (): RankingKind => ({
      word,
      name: text.kinds[word],
      none,
      ranks: (lines) => shown({ lines, search: "" }).length > 0,
      countMatches: (of) => shown(of).reduce((sum, { rows }) => sum + rows.length, 0),
      panel: (of) => {
        const tables = shown(of);
        return tables.length === 0 ? null : draw(of, tables);
      },
      foot: <Disclaimer eventType="distance" rankingType="gun" ticked={false} />,
    }),
    [word, none, shown, draw],
  );
  return <RankingScreen kind={kind} />;
}

export function RankingContent({ kind, loaded }: { kind: RankingKind; loaded: LoadedRace }) {
  const { head, boards } = loaded;
  const { countMatches, ranks } = kind;
  const keys = VIEW_KEYS[kind.word];
  const title = text.ranking.heading(prettyYear(head.eventYear.year), head.event.name, kind.name);
  const complete = boards.every((board) => board.complete) && kind.pending !== true;
  const searchable = countMatches !== undefined;
  const [typed, setSearch] = useSearch(keys);
  const search = searchable ? typed : "";
  const matches = useMatches(boards, search, countMatches);
  const empty = useMemo(
    () =>
      new Set(
        boards
          .filter((board) => !ranks(linesByClock(board), board.distance))
          .map(({ distance }) => distance),
      ),
    [boards, ranks],
  );
  const nothing = <Nothing head={head} none={kind.none} />;
  const [all, setAll] = useState(false);
  const long = { all, onShowAll: () => setAll(true), searchable };
  const printedAt = usePrinting();
  return (
    <>
      <title>{title}</title>
      <RaceHeader
        {...loaded}
        heading={title}
        pathOf={(slug, year) => paths.page(kind.word, slug, year)}
      />
      <MyRunnersPlace {...loaded} />
      {!complete && <Loading message={text.loading} />}
      {complete && boards.length === 0 && nothing}
      {complete && boards.length > 0 && (
        <>
          {searchable && empty.size < boards.length && (
            <PageSearch label={text.results.search} search={search} onSearch={setSearch} />
          )}
          {kind.controls}
          <DistancePanels
            head={head}
            boards={boards}
            keys={keys}
            empty={empty}
            none={nothing}
            matches={matches}
            printing={printedAt !== null}
            panel={(board, tabbed, choose) => (
              <Panel
                key={board.distance}
                kind={kind}
                tabbed={tabbed}
                of={{ ...loaded, board, search, long, folds: printedAt === null }}
                printedAt={printedAt}
                none={
                  search === "" ? (
                    nothing
                  ) : (
                    <NoMatch
                      distance={board.distance}
                      matches={matches}
                      back={text.results.clearSearch}
                      onBack={() => setSearch("")}
                      onDistance={choose}
                    />
                  )
                }
              />
            )}
          />
          {empty.size < boards.length && kind.foot}
        </>
      )}
    </>
  );
}

/** How many rows of each distance match the search text; empty without one. */
function useMatches(
  boards: readonly RaceBoard[],
  search: string,
  count: RankingKind["countMatches"],
): ReadonlyMap<string, number> {
  useFoldAhead(boards, peopleOfBoards);
  return useMemo(() => {
    if (search === "" || count === undefined) return new Map();
    return new Map(
      boards.map((board) => [board.distance, count({ lines: linesByClock(board), search })]),
    );
  }, [boards, search, count]);
}

function Panel({
  kind,
  tabbed,
  of,
  printedAt,
  none,
}: {
  kind: RankingKind;
  tabbed: boolean;
  of: Omit<RankingPanel, "lines">;
  printedAt: number | null;
  /** Shown instead of tables. */
  none: ReactNode;
}) {
  const { race, head, board, search } = of;
  const lines = useMemo(() => linesByClock(board), [board]);
  return (
    <section>
      <DistanceHeading distance={board.distance} tabbed={tabbed} />
      <div className="print-only">
        <PrintCertification head={head} distance={board.distance} />
        <p>{text.print.basis(kind.basis ?? text.basis.distance.clock)}</p>
        {search !== "" && <p>{text.print.filter([text.print.search(search)])}</p>}
        <PrintTimes head={head} race={race} printedAt={printedAt} />
      </div>
      {kind.panel({ ...of, lines }) ?? none}
    </section>
  );
}
