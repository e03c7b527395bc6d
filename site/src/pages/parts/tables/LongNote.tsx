import { text } from "../../../text/text";
import { Button } from "../../../ui/Button";
import { WHOLE_LIMIT } from "../../../ui/drawn";
import { focusNote } from "../../../ui/focus";
import styles from "./LongNote.module.css";

/** Whether a long list is drawn whole. */
export interface LongList {
  /** The visitor has asked for every row. */
  all: boolean;
  onShowAll: () => void;
}

/**
 * Above a list of which only what is near is drawn: that the browser's own search sees a part of
 * it, and the button that draws all (pages.md D3).
 */
export function LongNote({
  count,
  large,
  showAll = text.results.showAllRows,
  allDrawn = text.results.allRows,
  all,
  onShowAll,
}: LongList & {
  /** Rows of the list; a short one has no note. */
  count: number;
  /** What is drawn, and where to search instead. */
  large: string;
  showAll?: string;
  allDrawn?: string;
}) {
  if (count <= WHOLE_LIMIT) return null;
  return (
    <p tabIndex={-1} className={`${styles.note} no-print`}>
      {all ? (
        allDrawn
      ) : (
        <>
          {large}{" "}
          <Button
            quiet
            onClick={({ currentTarget }) => {
              focusNote(currentTarget);
              onShowAll();
            }}
          >
            {showAll}
          </Button>
        </>
      )}
    </p>
  );
}
