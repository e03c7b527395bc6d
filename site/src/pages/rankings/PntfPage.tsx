import { text } from "../../text/text";
import { ChampionshipRankings, rankingsShown } from "../parts/rankings/Championship";
import type { RankingPanel } from "../parts/rankings/RankingTable";
import { ChampionshipScreen } from "./RankingScreen";

/** Championship rankings (pages.md C10). */
export default function PntfPage() {
  return (
    <ChampionshipScreen
      word="pntf"
      none={text.results.none}
      shown={rankingsShown}
      draw={rankings}
    />
  );
}

function rankings(of: RankingPanel, tables: ReturnType<typeof rankingsShown>) {
  return <ChampionshipRankings of={of} tables={tables} />;
}
