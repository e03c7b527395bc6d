import { Suspense, useId, useState } from "react";
import { suffixMeaning, typeSuffix } from "../../format/result-type";
import { medalOf } from "../../format/place";
import type { Finishers } from "../../scoring/of-how-many";
import { placings } from "../../scoring/placings";
import { basisOf, type EventType, type Row } from "../../scoring/row";
import { text } from "../../text/text";
import { withWhyText } from "../../text/why";
import { optional } from "../../lib/optional";
import type { Head } from "../../race/head";
import { displayName } from "../../format/name";
import { WhyButton } from "../parts/tables/WhyButton";
import { basisName } from "../parts/race/basis";
import styles from "./Individual.module.css";

/** Fetched when a place is pressed. */
const RunnerWhy = optional(() => withWhyText(() => import("../parts/why/RunnerWhy")));

/** The places of a finish and the time they are based on; nothing without an overall place. */
export function Placings({
  finish,
  eventType,
  rankingType,
  finishers,
  head,
  isWon,
}: {
  finish: Row;
  eventType: EventType;
  rankingType: string;
  /** Those of the distance; null if they are unknown, or not final. */
  finishers: Finishers | null;
  head: Head;
  /** Whether the runner, if first, has won. */
  isWon: boolean;
}) {
  const [asked, ask] = useState("");
  const id = useId();
  const places = placings(finish, finishers);
  const suffix = typeSuffix(finish.type);
  if (places.length === 0) return null;
  return (
    <section aria-labelledby={id} className={styles.placings}>
      <h2 id={id}>
        {text.individual.placings}
        {eventType === "distance" &&
          ` ${text.individual.placingsBy(basisName(eventType, basisOf(rankingType)))}`}
      </h2>
      <dl>
        {places.map(({ within, place, of }, index) => (
          <div key={within}>
            <dt>{within}</dt>
            <dd>
              <WhyButton
                shown={
                  index === 0 ? (
                    <span data-medal={medalOf(finish, finishers !== null, isWon)}>
                      <RaisedSuffix place={place} suffix={suffix} />
                    </span>
                  ) : (
                    place
                  )
                }
                label={text.why.button(place, within)}
                onPress={() => ask(place)}
              />
            </dd>
            {of !== "" && <dd>{of}</dd>}
            {index === 0 && suffix !== "" && <dd>{suffixMeaning(suffix)}</dd>}
          </div>
        ))}
      </dl>
      {asked !== "" && (
        <Suspense>
          <RunnerWhy
            head={head}
            runner={finish}
            title={text.why.button(asked, displayName(finish))}
            onClose={() => ask("")}
          />
        </Suspense>
      )}
    </section>
  );
}

/** "114" with a raised "l": the letter is not part of the number. */
function RaisedSuffix({ place, suffix }: { place: string; suffix: string }) {
  return (
    <>
      {place.slice(0, place.length - suffix.length)}
      {suffix !== "" && <sup>{suffix}</sup>}
    </>
  );
}
