import { type MouseEvent, type ReactNode, Suspense } from "react";
import { rankingBasis } from "../../../scoring/rank-by";
import type { Board, EventType } from "../../../scoring/row";
import { text } from "../../../text/text";
import { LapsRule } from "../why/open-why";
import { changedBasis, disclaimer, rankingRule } from "./basis";
import styles from "./Disclaimer.module.css";

const DISCLAIMER = "disclaimer";

/** The target of the disclaimer's link: the heading of the table. */
export const TABLE_HEADING = "table";

/** Goes to an element of the page without adding a history entry. */
function go(event: MouseEvent, id: string): void {
  const target = document.getElementById(id);
  if (target === null) return;
  event.preventDefault();
  target.scrollIntoView({ block: "nearest" });
  target.focus({ preventScroll: true });
}

/** The starred heading: a link to the disclaimer (pages.md B6.4). */
export function StarredHeading({ children }: { children: ReactNode }) {
  return (
    <a href={`#${DISCLAIMER}`} onClick={(event) => go(event, DISCLAIMER)}>
      {children}
    </a>
  );
}

/** Which time ranks, and a link back to the table (pages.md C2). */
export function Disclaimer({
  eventType,
  rankingType,
  ticked,
  starred = true,
  boards,
}: {
  eventType: EventType;
  rankingType: string;
  ticked: boolean;
  /** Whether a table has a starred heading; without one the rule alone is said. */
  starred?: boolean;
  /** The distances of a timed race that it is about. */
  boards?: readonly Pick<Board, "lines">[];
}) {
  const official = rankingBasis(eventType, rankingType, false);
  const ranks = rankingBasis(eventType, rankingType, ticked);
  return (
    <div id={DISCLAIMER} tabIndex={-1} className={styles.disclaimer}>
      <p>
        {eventType === "time"
          ? boards && (
              <Suspense>
                <LapsRule boards={boards} />
              </Suspense>
            )
          : (starred ? disclaimer : rankingRule)(eventType, ranks) +
            (ticked ? ` ${changedBasis(eventType, official)}` : "")}
      </p>
      <a
        className="no-print"
        href={`#${TABLE_HEADING}`}
        onClick={(event) => go(event, TABLE_HEADING)}
      >
        {text.results.backToTable}
      </a>
    </div>
  );
}
