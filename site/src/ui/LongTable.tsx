import { type ComponentType, useRef } from "react";
import type { FrameProps, TableProps } from "./Table";
import { compactHeight, useRows } from "./use-rows";

/** A table of more rows than are drawn. The frame is handed in, so that this file brings nothing but the choice of rows. */
export default function LongTable({ Frame, ...props }: TableProps<unknown> & { Frame: ComponentType<FrameProps<unknown>> }) {
  const { rows, keyOf, all = false, compact = false } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  return <Frame {...props} body={body} drawing={useRows(body, rows, keyOf, all, compact ? compactHeight : undefined)} />;
}
