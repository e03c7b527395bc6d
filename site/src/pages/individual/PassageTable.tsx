import { useMemo } from "react";
import { passageKey } from "../../race/compare";
import type { Runner } from "../../race/shard";
import type { EventType, Row } from "../../scoring/row";
import { text } from "../../text/text";
import { Table } from "../../ui/Table";
import styles from "./Individual.module.css";
import { type Passage, passageColumns, passagesOf } from "./passage-columns";

function keyOf({ row }: Passage): string {
  return passageKey(row);
}

/** Partial Times of a distance event, Lap Times of the others; nothing without any passage. */
export function PassageTable({ eventType, person, passages, changed }: {
  eventType: EventType;
  person: Runner;
  passages: readonly Row[];
  changed: ReadonlySet<string>;
}) {
  const rows = useMemo(() => passagesOf(eventType, person.rows, passages), [eventType, person, passages]);
  if (rows.length === 0) return null;
  const partials = eventType === "distance";
  return (
    <div className={styles.passages}>
      <Table
        captioned
        caption={partials ? text.individual.partials : text.individual.laps}
        columns={passageColumns(eventType)}
        rows={rows}
        keyOf={keyOf}
        changedOf={(passage) => changed.has(keyOf(passage))}
        data={rows}
      />
    </div>
  );
}
