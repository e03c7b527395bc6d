import { useMemo } from "react";
import { countsOf, type View } from "../../checkin/view";
import { checkin as words } from "../../text/checkin";
import { Button } from "../../ui/Button";
import styles from "./Checkin.module.css";

/** How many are checked in, in total and per distance, and how many have no birth date. */
export function Counts({ view, onUndated }: { view: View; onUndated: () => void }) {
  const { everybody, byDistance } = useMemo(() => countsOf(view), [view]);
  return (
    <div className={styles.counts}>
      <p>
        <strong>{words.counts.checkedIn(everybody.checkedIn, everybody.total)}</strong> ·{" "}
        {words.counts.left(everybody.total - everybody.checkedIn)}
      </p>
      {view.undated.size > 0 && (
        <p>
          {words.counts.noBirthdate(view.undated.size)}{" "}
          <Button quiet onClick={onUndated}>
            {words.counts.showThem}
          </Button>
        </p>
      )}
      {byDistance.size > 1 && (
        <details>
          <summary>{words.counts.byDistance}</summary>
          <ul>
            {[...byDistance].map(([name, { checkedIn, total }]) => (
              <li key={name}>
                <strong>{name}</strong> {words.counts.checkedIn(checkedIn, total)} ·{" "}
                {words.counts.left(total - checkedIn)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
