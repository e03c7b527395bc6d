import { text } from "../../text/text";
import { TABLE_HEADING } from "./Disclaimer";
import styles from "./DistanceHeading.module.css";

/** The heading of one distance's tables, where the disclaimer leads back to. Where a tab says the distance already it is not seen on screen. */
export function DistanceHeading({ distance, tabbed }: { distance: string; tabbed: boolean }) {
  return (
    <h2 id={TABLE_HEADING} tabIndex={-1} className={`${styles.heading} ${tabbed ? styles.tabbed : ""}`}>
      {distance === "" ? text.results.all : distance}
    </h2>
  );
}
