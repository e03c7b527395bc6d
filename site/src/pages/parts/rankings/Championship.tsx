import { ageText } from "../../../format/age";
import { ordinal } from "../../../format/place";
import type { ListWord } from "../../../paths";
import {
  championshipAwards,
  championshipRankings,
  type Ranked,
} from "../../../scoring/championship";
import type { Finisher } from "../../../scoring/result-order";
import { searchTest } from "../../../lists/search";
import { text } from "../../../text/text";
import {
  ageColumn,
  bibAndAge,
  foldingColumn,
  nameColumn,
  placeColumn,
  timeColumns,
} from "./columns";
import { bibColumn } from "../tables/bib-column";
import { type RankingPanel, RankingTable, type Searched } from "./RankingTable";

function rowOf({ result }: Finisher) {
  return result;
}

function bibOf({ result }: Finisher): string {
  return result.bib;
}

/** Rankings of the championship, a table per gender; places never change (pages.md C10). */
export function ChampionshipRankings({
  of,
  tables,
}: {
  of: RankingPanel;
  tables: ReturnType<typeof rankingsShown>;
}) {
  const columns = [
    placeColumn<Ranked>(({ place }) => place),
    foldingColumn<Ranked>("masters", text.ranking.masters, "5rem", ({ masters }) => masters ?? ""),
    nameColumn<Ranked>(of, "pntf", rowOf, folded),
    foldingColumn<Ranked>("overall", text.ranking.overall, "5rem", ({ overall }) => overall),
    foldingColumn<Ranked>("group", text.ranking.ageGroup, "8rem", ({ ageGroup }) => ageGroup),
    ageColumn<Ranked>(rowOf),
    ...timeColumns<Ranked>(rowOf, of.folds),
  ];
  return tables.map(({ heading, rows }) => (
    <RankingTable
      key={heading}
      of={of}
      heading={heading}
      columns={columns}
      list={{ rows, keyOf: bibOf }}
    />
  ));
}

function folded({ masters, overall, ageGroup, result }: Ranked): string[] {
  const age = ageText(result.age);
  return [
    masters === null ? "" : text.ranking.mastersPlace(ordinal(masters)),
    text.ranking.overallPlace(ordinal(overall)),
    ageGroup,
    age === "" ? "" : text.folded.age(age),
  ];
}

/** The tables with the rows that match the search; empty ones left out. */
export function rankingsShown({ lines, search }: Searched) {
  const test = searchTest(search);
  return championshipRankings(lines)
    .map(({ heading, rows }) => ({ heading, rows: rows.filter(({ result }) => test(result)) }))
    .filter(({ rows }) => rows.length > 0);
}

/** A winner in a list; the place is the position in it. */
interface Winner extends Finisher {
  place: number;
}

function placed(winners: readonly Finisher[]): Winner[] {
  return winners.map((winner, index) => ({ ...winner, place: index + 1 }));
}

/** Winners with their places, filtered by the search; empty lists left out. */
export function winnersShown(
  lists: readonly { heading: string; winners: readonly Finisher[] }[],
  search: string,
): { heading: string; rows: Winner[] }[] {
  const test = searchTest(search);
  return lists
    .map(({ heading, winners }) => ({
      heading,
      rows: placed(winners).filter(({ result }) => test(result)),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** Lists of winners: Bib, Place, Name, Age and the two times (pages.md C11, C12). */
export function WinnerTables({
  of,
  word,
  lists,
}: {
  of: RankingPanel;
  word: ListWord;
  lists: readonly { heading: string; rows: readonly Winner[] }[];
}) {
  const columns = [
    bibColumn<Winner>(rowOf),
    placeColumn<Winner>(({ place }) => place),
    nameColumn<Winner>(of, word, rowOf, ({ result }) => bibAndAge(result)),
    ageColumn<Winner>(rowOf),
    ...timeColumns<Winner>(rowOf, of.folds),
  ];
  return lists.map(({ heading, rows }) => (
    <RankingTable
      key={heading}
      of={of}
      heading={heading}
      columns={columns}
      list={{ rows, keyOf: bibOf }}
    />
  ));
}

export function championshipAwardsShown({ lines, search }: Searched) {
  return winnersShown(championshipAwards(lines), search);
}
