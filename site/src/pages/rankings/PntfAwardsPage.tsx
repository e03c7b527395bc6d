import { text } from "../../text/text";
import { championshipAwardsShown, WinnerTables } from "../parts/rankings/Championship";
import type { RankingPanel } from "../parts/rankings/RankingTable";
import { ChampionshipScreen } from "./RankingScreen";

/** Championship awards (pages.md C11). */
export default function PntfAwardsPage() {
  return (
    <ChampionshipScreen
      word="pntf-awards"
      none={text.awards.none}
      shown={championshipAwardsShown}
      draw={winners}
    />
  );
}

function winners(of: RankingPanel, lists: ReturnType<typeof championshipAwardsShown>) {
  return <WinnerTables of={of} word="pntf-awards" lists={lists} />;
}
