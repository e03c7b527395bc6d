import { type ComponentType, useRef } from "react";
import type { FrameProps, TableProps } from "./table-props";
import { compactHeight, useRows } from "./use-rows";

/**
 * A table of which only some rows are rendered. The frame is passed in, so that this file contains
 * only the choice of rows.
 */
export default function LongTable({
  table,
  Frame,
}: {
  table: TableProps<unknown>;
  Frame: ComponentType<FrameProps<unknown>>;
}) {
  const { list, all = false, compact = false } = table;
  const body = useRef<HTMLTableSectionElement>(null);
  return (
    <Frame
      table={table}
      body={body}
      drawing={useRows(body, list.rows, list.keyOf, all, compact ? compactHeight : undefined)}
    />
  );
}
