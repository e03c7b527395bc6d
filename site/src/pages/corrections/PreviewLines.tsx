import { number } from "../../text/intl";
import type { PlacedRunner, SavedCorrection } from "../../session/corrections";
import { byHand } from "../../text/by-hand";
import styles from "./Corrections.module.css";
import { whoOf } from "./who";

/** The effect on the results: how many places move, and who gets which of the first three. */
export function PreviewLines({
  saved: { changed, moved, firstThree },
}: {
  saved: SavedCorrection;
}) {
  const words = byHand.preview;
  return (
    <>
      <p role="status">{changed ? words.moves(moved, firstThree.length) : words.same}</p>
      {firstThree.length > 0 && (
        // It scrolls, which takes a focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className={styles.moves} aria-label={words.label} tabIndex={0}>
          {firstThree.map(({ distance, name, place, before, after }) => (
            <li key={`${distance}\n${name}\n${place}`}>
              {words.place(
                [distance, name].filter((part) => part !== "").join(", "),
                number(place),
                placed(before),
                placed(after),
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function placed(runner: PlacedRunner | null): string {
  return runner === null ? byHand.preview.nobody : whoOf(runner);
}
