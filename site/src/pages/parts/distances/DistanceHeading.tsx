import { TABLE_HEADING } from "../race/Disclaimer";
import { distanceName } from "./distance-name";
import styles from "./DistanceHeading.module.css";

/** The heading of a distance's tables, the disclaimer's target; hidden below a tab. */
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
