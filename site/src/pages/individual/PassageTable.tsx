import { use, useMemo } from "react";
import { passageKey } from "../../race/compare";
import type { Runner } from "../../race/shard";
import type { EventType, Row } from "../../scoring/row";
import type { Segment } from "../../scoring/segments";
import { stretches } from "../../scoring/stretches";
import { text } from "../../text/text";
import { Table } from "../../ui/Table";
import { AskWhy } from "./ask-why";
import styles from "./Individual.module.css";
import { PaceCurve } from "./PaceCurve";
import { lapColumns, lapsOf, stretchColumns } from "./passage-columns";

/** Partial Times of a distance event, the finish last; nothing without any passages. */
export function PartialTimes({
  person,
  segments,
  passages,
  changed,
}: {
  person: Runner;
  segments: readonly Segment[];
  passages: readonly Row[];
  changed: ReadonlySet<string>;
}) {
  const ask = use(AskWhy);
  const rows = useMemo(
    () => stretches(segments, person.distance, passages),
    [segments, person.distance, passages],
  );
  if (rows.length === 0) return null;
  return (
    <div className={styles.passages}>
      <Table
        captioned
        caption={text.individual.partials}
        columns={stretchColumns()}
        list={{
          rows,
          keyOf: ({ row }) => passageKey(row),
          changedOf: ({ row }) => changed.has(passageKey(row)),
          onPress: ({ row }) => ask({ passage: passageKey(row) }),
          data: rows,
        }}
      />
      <PaceCurve stretches={rows} />
    </div>
  );
}

/** Lap Times of the other types of event; nothing without any passages. */
export function LapTimes({
  eventType,
  person,
  passages,
  changed,
}: {
  eventType: Exclude<EventType, "distance">;
  person: Runner;
  passages: readonly Row[];
  changed: ReadonlySet<string>;
}) {
  const ask = use(AskWhy);
  const rows = useMemo(
    () => lapsOf(eventType, person.rows, passages),
    [eventType, person, passages],
  );
  if (rows.length === 0) return null;
  return (
    <div className={styles.passages}>
      <Table
        captioned
        caption={text.individual.laps}
        columns={lapColumns(eventType)}
        list={{
          rows,
          keyOf: ({ row }) => passageKey(row),
          changedOf: ({ row }) => changed.has(passageKey(row)),
          onPress: ({ row }) => ask({ passage: passageKey(row) }),
          data: rows,
        }}
      />
    </div>
  );
}
