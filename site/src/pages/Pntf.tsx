import { text } from "../text/text";
import { Disclaimer } from "./parts/Disclaimer";
import { ChampionshipRankings, countRows, rankingsShown } from "./rankings/Championship";
import { RankingPage, type Searched } from "./rankings/RankingPage";

/** Championship rankings (pages.md C10). */
export default function PntfPage() {
  return (
    <RankingPage
      word="pntf"
      name={text.kinds.pntf}
      none={text.results.none}
      countMatches={countMatches}
      panel={(of) => (rankingsShown(of).length === 0 ? null : <ChampionshipRankings of={of} />)}
      foot={<Disclaimer eventType="distance" rankingType="gun" ticked={false} />}
    />
  );
}

function countMatches(of: Searched): number {
  return countRows(rankingsShown(of));
}
