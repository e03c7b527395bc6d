import { useRef } from "react";
import { TableFrame, type TableProps } from "./Table";
import { compactHeight, useRows } from "./use-rows";

/** A table of more rows than are drawn. */
export default function LongTable(props: TableProps<unknown>) {
  const { rows, keyOf, all = false, compact = false } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  return <TableFrame {...props} body={body} drawing={useRows(body, rows, keyOf, all, compact ? compactHeight : undefined)} />;
}
