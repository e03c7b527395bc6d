import { useId } from "react";
import { suffixMeaning, typeSuffix } from "../../format/result-type";
import { placings } from "../../scoring/placings";
import { basisOf, type EventType, type Row } from "../../scoring/row";
import { text } from "../../text/text";
import { basisName } from "../parts/race/basis";
import styles from "./Individual.module.css";

/**
 * Overall, gender and age-group place of a finish, and the time they are based on; nothing when
 * there is no overall place.
 */
export function Placings({
  finish,
  eventType,
  rankingType,
  finishers,
}: {
  finish: Row;
  eventType: EventType;
  rankingType: string;
  /** The number of finishers of the distance; null if it is unknown, or not final. */
  finishers: number | null;
}) {
  const id = useId();
  const places = placings(finish);
  const suffix = typeSuffix(finish.type);
  if (places.length === 0) return null;
  return (
    <section aria-labelledby={id} className={styles.placings}>
      <h2 id={id}>{text.individual.placings}</h2>
      {eventType === "distance" && (
        <p>{text.individual.placingsBy(basisName(eventType, basisOf(rankingType)))}</p>
      )}
      <dl>
        {places.map(({ within, place }, index) => (
          <div key={within}>
            <dt>{within}</dt>
            <dd>{index === 0 ? <RaisedSuffix place={place} suffix={suffix} /> : place}</dd>
            {index === 0 && suffix !== "" && <dd>{suffixMeaning(suffix)}</dd>}
            {index === 0 && finishers !== null && finishers >= finish.ranking && (
              <dd>{text.individual.ofFinishers(finishers)}</dd>
            )}
          </div>
        ))}
      </dl>
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
