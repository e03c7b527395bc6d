import { useKeyboard } from "../../../lib/use-media";
import { text } from "../../../text/text";
import { Button } from "../../../ui/Button";
import { WHOLE_LIMIT } from "../../../ui/drawn";
import { focusNote } from "../../../ui/focus";
import styles from "./LongNote.module.css";

export interface LongList {
  /** Whether the visitor has asked for every row. */
  all: boolean;
  onShowAll: () => void;
}

/** Says that the browser's search finds only part of a list, and renders all (pages.md D3). */
export function LongNote({
  count,
  large,
  showAll = text.results.showAllRows,
  allDrawn = text.results.allRows,
  all,
  onShowAll,
}: LongList & {
  /** Number of rows in the list; a short one has no note. */
  count: number;
  /** Says what is rendered, and where to search instead; in parentheses by which key. */
  large: string;
  showAll?: string;
  allDrawn?: string;
}) {
  const keyboard = useKeyboard();
  if (count <= WHOLE_LIMIT) return null;
  return (
    <p tabIndex={-1} className={`${styles.note} no-print`}>
      {all ? (
        allDrawn
      ) : (
        <>
          {keyboard ? large : large.replace(/ \(.*?\)/, "")}{" "}
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
