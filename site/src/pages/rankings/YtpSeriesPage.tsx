import { useCallback } from "react";
import { config } from "../../api/config";
import { VIEW_KEYS } from "../../paths";
import { useStandings } from "../../race/standings";
import type { Line } from "../../scoring/row";
import { youthScores } from "../../scoring/youth-series";
import { text } from "../../text/text";
import { Checkbox } from "../../ui/Field";
import { useQuery } from "../parts/address/use-query";
import { type LoadedRace, RaceScreen } from "../parts/race/RaceScreen";
import styles from "../parts/rankings/Ranking.module.css";
import { YouthSeries } from "../parts/rankings/YouthSeries";
import { RankingContent, type RankingKind } from "./RankingScreen";

/** Youth series standings (pages.md C12 "Series"). */
export default function YtpSeriesPage() {
  return (
    <RaceScreen
      loadingTitle={text.ranking.loadingTitle(config().product, text.kinds["ytp-series"])}
    >
      {(loaded) => <YtpSeries loaded={loaded} />}
    </RaceScreen>
  );
}

function YtpSeries({ loaded }: { loaded: LoadedRace }) {
  const { params, change } = useQuery(VIEW_KEYS["ytp-series"]);
  const limited = params.get("limit") === "true";
  const byGender = params.get("gender") === "true";
  const standings = useStandings(loaded.head, loaded.boards);
  const { data, failure } = standings;
  const ranks = useCallback(
    // Without the standings nobody is known; then every distance says that they could not be
    // loaded.
    (lines: readonly Line[], distance: string) =>
      data === null || youthScores(lines, data.get(distance) ?? []).length > 0,
    [data],
  );
  const kind: RankingKind = {
    word: "ytp-series",
    name: text.kinds["ytp-series"],
    none: text.results.none,
    ranks,
    pending: data === null && failure === null,
    basis: text.youthSeries.total,
    controls: (
      <div className={`${styles.controls} no-print`}>
        <Checkbox
          label={text.youthSeries.limit}
          checked={limited}
          onToggle={(on) => change({ limit: on ? "true" : null })}
        />
        <Checkbox
          label={text.youthSeries.byGender}
          checked={limited || byGender}
          disabled={limited}
          onToggle={(on) => change({ gender: on ? "true" : null })}
        />
      </div>
    ),
    panel: (of) => (
      <YouthSeries of={of} standings={standings} limited={limited} byGender={byGender} />
    ),
  };
  return <RankingContent kind={kind} loaded={loaded} />;
}
