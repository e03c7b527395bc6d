import { text } from "../../../text/text";
import type { Column } from "../../../ui/table-props";

/** Bib; folds under the name. */
export function bibColumn<T>(rowOf: (item: T) => { bib: string }): Column<T> {
  return {
    key: "bib",
    heading: text.columns.bib,
    folds: "small",
    width: "4.5rem",
    cell: (item) => rowOf(item).bib,
  };
}
