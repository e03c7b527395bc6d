import { TABLE_HEADING } from "../race/Disclaimer";
import { distanceName } from "./distance-name";
import styles from "./DistanceHeading.module.css";

/**
 * The heading of one distance's tables, where the disclaimer leads back to. Where a tab says the
 * distance already it is not seen on screen.
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
