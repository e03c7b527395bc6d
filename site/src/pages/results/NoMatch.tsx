import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { focusSearchBox } from "../../ui/focus";
import type { PanelProps } from "./Panel";
import styles from "./Results.module.css";

/** A filter that leaves nothing: ways back, and the distances that have matches (pages.md C2, B7). */
export function NoMatch({ board, view, matches, change }: PanelProps) {
  const leave = (to: Parameters<typeof change>[0]) => {
    focusSearchBox();
    change(to);
  };
  const elsewhere = [...matches].filter(([distance, count]) => distance !== board.distance && count > 0);
  return (
    <div className={styles.noMatch}>
      <p>{text.results.noMatch}</p>
      {view.search === ""
        ? <Button onClick={() => leave({ option: 0 })}>{text.results.showAll}</Button>
        : <Button onClick={() => leave({ search: "" })}>{text.results.clearSearch}</Button>}
      {elsewhere.map(([distance, count]) => (
        <Button key={distance} onClick={() => leave({ distance })}>{text.results.matchesElsewhere(distance, count)}</Button>
      ))}
    </div>
  );
}
