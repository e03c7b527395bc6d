import { runnerKey } from "../../race/compare";
import { type Column, Table } from "../../ui/Table";
import styles from "./Ranking.module.css";
import type { RankingPanel } from "./RankingPage";

/** One list with its heading; the only list of a distance stands under the distance's own. `bibOf` is null for rows that are no runner of this race. */
export function RankingTable<T>({ of, heading, only = false, columns, rows, keyOf, bibOf }: {
  of: Pick<RankingPanel, "race" | "board" | "folds">;
  heading: string;
  only?: boolean;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  bibOf: (row: T) => string | null;
}) {
  const changed = (row: T) => {
    const bib = bibOf(row);
    return bib !== null && of.race.changed.has(runnerKey(of.board.distance, bib));
  };
  return (
    <div className={rows.length <= 12 ? styles.list : undefined}>
      {!only && <h3 className={styles.heading}>{heading}</h3>}
      <Table
        caption={heading}
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        changedOf={changed}
        all={of.folds ? false : "now"}
        data={of.board}
      />
    </div>
  );
}
