import { text } from "../text/text";
import { Disclaimer } from "./parts/Disclaimer";
import { ChampionshipRankings, rankingsShown } from "./rankings/Championship";
import { RankingPage } from "./rankings/RankingPage";

/** Championship rankings (pages.md C10). */
export default function PntfPage() {
  return (
    <RankingPage
      word="pntf"
      name={text.kinds.pntf}
      none={text.results.none}
      searchable
      panel={(of) => (rankingsShown(of).length === 0 ? null : <ChampionshipRankings of={of} />)}
      foot={<Disclaimer eventType="distance" rankingType="gun" ticked={false} />}
    />
  );
}
