import { displayName } from "../../format/name";
import { Explanation } from "../parts/tables/Explanation";
import type { ExplainedNumber } from "./ask-why";
import type { LoadedRunner } from "./loaded-runner";
import { factSentences, passageWhy } from "./number-why";

/** Explains a number of a runner's page; nothing once the results do not have it any more. */
export default function NumberWhy({
  asked,
  loaded,
  onClose,
}: {
  asked: ExplainedNumber;
  loaded: LoadedRunner;
  onClose: () => void;
}) {
  const { title, sentences } =
    "fact" in asked
      ? {
          title: `${asked.fact.name} ${asked.fact.values[0] ?? ""}`,
          sentences: factSentences(loaded, asked.fact.kind),
        }
      : passageWhy(loaded, asked.passage);
  return sentences.length === 0 ? null : (
    <Explanation
      title={`${title}: ${displayName(loaded.person)}`}
      sentences={sentences}
      onClose={onClose}
    />
  );
}
