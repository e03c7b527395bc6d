import { config } from "../api/config";
import { VIEW_KEYS } from "../paths";
import { useStandings } from "../race/use-standings";
import { text } from "../text/text";
import { Checkbox } from "../ui/Field";
import { type LoadedRace, RacePage } from "./parts/RacePage";
import { useQuery } from "./parts/use-query";
import styles from "./rankings/Ranking.module.css";
import { RankingContent, type RankingKind } from "./rankings/RankingPage";
import { YouthSeries } from "./rankings/YouthSeries";

/** Youth series standings (pages.md C12 "Series"). */
export default function YtpSeriesPage() {
  return (
    <RacePage loadingTitle={text.ranking.loadingTitle(config().product, text.kinds["ytp-series"])}>
      {(loaded) => <YtpSeries loaded={loaded} />}
    </RacePage>
  );
}

function YtpSeries({ loaded }: { loaded: LoadedRace }) {
  const { params, change } = useQuery(VIEW_KEYS["ytp-series"]);
  const limited = params.get("limit") === "true";
  const byGender = params.get("gender") === "true";
  const standings = useStandings(loaded.head, loaded.boards);
  const kind: RankingKind = {
    word: "ytp-series",
    name: text.kinds["ytp-series"],
    none: text.results.none,
    basis: text.youthSeries.total,
    controls: (
      <div className={`${styles.controls} no-print`}>
        <Checkbox label={text.youthSeries.limit} checked={limited} onToggle={(on) => change({ limit: on ? "true" : null })} />
        <Checkbox
          label={text.youthSeries.byGender}
          checked={limited || byGender}
          disabled={limited}
          onToggle={(on) => change({ gender: on ? "true" : null })}
        />
      </div>
    ),
    panel: (of) => <YouthSeries of={of} standings={standings} limited={limited} byGender={byGender} />,
  };
  return <RankingContent kind={kind} loaded={loaded} />;
}
