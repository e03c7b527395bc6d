import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import type { PanelProps } from "./Panel";
import styles from "./Results.module.css";

/** A filter that leaves nothing: ways back, and the distances that have matches (pages.md C2, B7). */
export function NoMatch({ board, view, matches, change }: PanelProps) {
  const elsewhere = [...matches].filter(([distance, count]) => distance !== board.distance && count > 0);
  return (
    <div className={styles.noMatch}>
      <p>{text.results.noMatch}</p>
      {view.search === ""
        ? <Button onClick={() => change({ option: 0 })}>{text.results.showAll}</Button>
        : <Button onClick={() => change({ search: "" })}>{text.results.clearSearch}</Button>}
      {elsewhere.map(([distance, count]) => (
        <Button key={distance} onClick={() => change({ distance })}>{text.results.matchesElsewhere(distance, count)}</Button>
      ))}
    </div>
  );
}
