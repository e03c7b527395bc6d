import { TABLE_HEADING } from "../race/Disclaimer";
import { distanceName } from "./distance-name";
import styles from "./DistanceHeading.module.css";

/**
 * The heading of one distance's tables, which the disclaimer links back to. Hidden on screen if a
 * tab already shows the distance.
 */
export function DistanceHeading({ distance, tabbed }: { distance: string; tabbed: boolean }) {
  return (
    <h2
      id={TABLE_HEADING}
      tabIndex={-1}
      className={`${styles.heading} ${tabbed ? styles.tabbed : ""}`}
    >
      {distanceName(distance)}
    </h2>
  );
}
