import { bucketHeading } from "../../../format/gender";
import { ordinal } from "../../../format/place";
import { formatTime } from "../../../format/time";
import { youthGroup } from "../../../scoring/youth";
import {
  type FastestTime,
  placedAmong,
  scoreText,
  type YouthScore,
} from "../../../scoring/youth-series";
import { why } from "../../../text/why";
import { Explanation } from "../tables/Explanation";

/** How a total of the youth series is calculated, and among how many it is placed. */
export default function YouthWhy({
  score,
  scores,
  onClose,
}: {
  score: YouthScore;
  /** Everybody of the distance. */
  scores: readonly YouthScore[];
  onClose: () => void;
}) {
  const { youth } = why;
  const sentences = [
    ...cougar(score),
    highest(score),
    total(score),
    ...places(score, scores),
    youth.order,
  ];
  const title =
    score.combined > 0
      ? youth.title(scoreText(score.combined), score.name)
      : youth.noneTitle(score.name);
  return <Explanation title={title} sentences={sentences} onClose={onClose} />;
}

function cougar({ seconds, fastest, cougar: score }: YouthScore): string[] {
  const { youth } = why;
  if (fastest === null) return [youth.absent];
  if (seconds <= 0) return [youth.noTime];
  const [fastestText, ownText] = [wholeSeconds(fastest.seconds), wholeSeconds(seconds)];
  return [
    fastestSentence(fastest)(fastestText),
    seconds < fastest.seconds
      ? youth.faster(ownText)
      : youth.cougar(fastestText, ownText, scoreText(score)),
  ];
}

function fastestSentence({ ofWomen, ofStandings }: FastestTime): (time: string) => string {
  const { fastest } = why.youth;
  if (ofWomen) return ofStandings ? fastest.womenOfStandings : fastest.women;
  return ofStandings ? fastest.standings : fastest.all;
}

function highest({ highest: score }: YouthScore): string {
  const { youth } = why;
  return score > 0 ? youth.highest(scoreText(score)) : youth.newcomer;
}

function total(score: YouthScore): string {
  const { youth } = why;
  return score.combined > 0
    ? youth.total(scoreText(score.cougar), scoreText(score.highest), scoreText(score.combined))
    : youth.half;
}

function places(score: YouthScore, scores: readonly YouthScore[]): string[] {
  if (score.places === null) return [];
  const { gender, ageGroup } = score.places;
  const among = placedAmong(scores, score);
  const heading = bucketHeading(score.gender);
  const ofGender = why.among(ordinal(gender), among.gender, heading);
  return ageGroup === null
    ? [ofGender]
    : [
        ofGender,
        why.among(ordinal(ageGroup), among.ageGroup, youthGroup(score.gender, score.band)),
      ];
}

function wholeSeconds(seconds: number): string {
  return formatTime(seconds, 0, false);
}
