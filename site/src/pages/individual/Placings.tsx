import { useId } from "react";
import { placings } from "../../scoring/placings";
import type { Row } from "../../scoring/row";
import { text } from "../../text/text";
import styles from "./Individual.module.css";

/** Overall, gender and age-group place of a finish; nothing when there is no overall place. */
export function Placings({ finish }: { finish: Row }) {
  const id = useId();
  const places = placings(finish);
  if (places.length === 0) return null;
  return (
    <section aria-labelledby={id} className={styles.placings}>
      <h2 id={id}>{text.individual.placings}</h2>
      <dl>
        {places.map(({ within, place }) => (
          <div key={within}>
            <dt>{within}</dt>
            <dd>{place}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
