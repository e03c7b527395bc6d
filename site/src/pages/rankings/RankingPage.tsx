import { type ReactNode, useMemo } from "react";
import { config } from "../../api/config";
import { prettyYear } from "../../format/date";
import { type ListWord, paths } from "../../paths";
import type { RaceBoard } from "../../race/boards";
import { linesByClock } from "../../scoring/result-order";
import type { Line } from "../../scoring/row";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { focusSearchBox } from "../../ui/focus";
import { Loading } from "../../ui/Loading";
import { usePrinting } from "../../ui/use-printing";
import { DistanceHeading } from "../parts/DistanceHeading";
import { DistancePanels } from "../parts/DistancePanels";
import { PageSearch } from "../parts/PageSearch";
import { PrintTimes } from "../parts/PrintTimes";
import { RaceHeader } from "../parts/RaceHeader";
import { type LoadedRace, RacePage } from "../parts/RacePage";
import { useSearch } from "../parts/use-search";
import styles from "./Ranking.module.css";

/** What the tables of one distance are drawn from. */
export interface RankingPanel extends LoadedRace {
  board: RaceBoard;
  /** Result rows by the distance rule (pages.md A3). */
  lines: readonly Line[];
  /** The search text; "" without one. */
  search: string;
  /** On paper everything is wide. */
  folds: boolean;
}

const KEYS: readonly string[] = ["distance", "q"];

/** One kind of ranking: championship, youth, teams. */
export interface RankingKind {
  word: ListWord;
  /** Page kind (pages.md B2). */
  name: string;
  /** What an empty distance, or a race without any, says. */
  none: string;
  searchable?: boolean;
  /** All keys of the page's address; distance and q, unless given. */
  keys?: readonly string[];
  /** The tables of a distance; null when nobody is in them. */
  panel: (of: RankingPanel) => ReactNode | null;
  /** Controls above the tabs. */
  controls?: ReactNode;
  /** What ranks, below the tables. */
  foot?: ReactNode;
}

/** A page that ranks the finishers of an event year in its own way, distance by distance (pages.md C10 to C13). */
export function RankingPage(kind: RankingKind) {
  return (
    <RacePage loadingTitle={text.ranking.loadingTitle(config().product, kind.name)}>
      {(loaded) => <Content kind={kind} loaded={loaded} />}
    </RacePage>
  );
}

function Content({ kind, loaded }: { kind: RankingKind; loaded: LoadedRace }) {
  const { race, head, boards } = loaded;
  const keys = kind.keys ?? KEYS;
  const title = text.ranking.heading(prettyYear(head.eventYear.year), head.event.name, kind.name);
  const complete = boards.every((board) => board.complete);
  const [search, setSearch] = useSearch(keys);
  const query = kind.searchable === true ? search : "";
  const printedAt = usePrinting();
  return (
    <>
      <title>{title}</title>
      <RaceHeader race={race} head={head} heading={title} pathOf={(slug, year) => paths.page(kind.word, slug, year)} />
      {!complete && <Loading message={text.loading} />}
      {complete && boards.length === 0 && <p className={styles.none}>{kind.none}</p>}
      {complete && boards.length > 0 && (
        <>
          {kind.searchable === true && <PageSearch label={text.results.search} search={search} onSearch={setSearch} />}
          {kind.controls}
          <DistancePanels
            boards={boards}
            keys={keys}
            printing={printedAt !== null}
            panel={(board) => (
              <Panel key={board.distance} kind={kind} loaded={loaded} board={board} search={query} printedAt={printedAt} onClear={() => setSearch("")} />
            )}
          />
          {kind.foot}
        </>
      )}
    </>
  );
}

function Panel({ kind, loaded, board, search, printedAt, onClear }: {
  kind: RankingKind;
  loaded: LoadedRace;
  board: RaceBoard;
  search: string;
  printedAt: number | null;
  onClear: () => void;
}) {
  const lines = useMemo(() => linesByClock(board), [board]);
  const of = { ...loaded, board, lines, folds: printedAt === null };
  const tables = kind.panel({ ...of, search });
  return (
    <section>
      <DistanceHeading distance={board.distance} tabbed={loaded.boards.length > 1} />
      <div className="print-only">
        <p>{text.print.basis(text.basis.distance.clock)}</p>
        {search !== "" && <p>{text.print.filter([text.print.search(search)])}</p>}
        <PrintTimes head={loaded.head} updatedAt={loaded.race.updatedAt} printedAt={printedAt} />
      </div>
      {tables ?? (search !== "" && kind.panel({ ...of, search: "" }) !== null ? <NoMatch onClear={onClear} /> : <p className={styles.none}>{kind.none}</p>)}
    </section>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <p className={styles.noMatch} role="status">
      {text.results.noMatch} <Button onClick={() => { focusSearchBox(); onClear(); }}>{text.results.clearSearch}</Button>
    </p>
  );
}
