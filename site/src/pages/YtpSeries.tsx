import { text } from "../text/text";
import { useQuery } from "./parts/use-query";
import { Checkbox } from "../ui/Field";
import { RankingPage } from "./rankings/RankingPage";
import styles from "./rankings/Ranking.module.css";
import { YouthSeries } from "./rankings/YouthSeries";

const KEYS: readonly string[] = ["distance", "limit", "gender"];

/** Youth series standings (pages.md C12 "Series"). */
export default function YtpSeriesPage() {
  const { params, change } = useQuery(KEYS);
  const limited = params.get("limit") === "true";
  const byGender = params.get("gender") === "true";
  return (
    <RankingPage
      word="ytp-series"
      name={text.kinds["ytp-series"]}
      none={text.results.none}
      keys={KEYS}
      controls={
        <div className={`${styles.controls} no-print`}>
          <Checkbox label={text.youthSeries.limit} checked={limited} onToggle={(on) => change({ limit: on ? "true" : null })} />
          <Checkbox
            label={text.youthSeries.byGender}
            checked={limited || byGender}
            disabled={limited}
            onToggle={(on) => change({ gender: on ? "true" : null })}
          />
        </div>
      }
      panel={(of) => <YouthSeries of={of} limited={limited} byGender={byGender} />}
    />
  );
}
