import type { ReactNode } from "react";
import type { ResultsContext, ResultsView } from "../../address/results-query";
import type { Edition, Head } from "../../race/head";
import { sortOptions } from "../../lists/sort-options";
import { text } from "../../text/text";
import { PrintTimes } from "../parts/print/PrintTimes";

/**
 * What only the printout has: the basis, the filter, the time of the results and when they were
 * printed (pages.md D6).
 */
export function PrintLines({
  head,
  view,
  context,
  basis,
  edition,
  updatedAt,
  printedAt,
  children,
}: {
  head: Head;
  view: ResultsView;
  context: ResultsContext;
  basis: string;
  edition: Edition | null;
  updatedAt: string;
  printedAt: number | null;
  /** Rendered above the other lines: the certification. */
  children: ReactNode;
}) {
  const option = view.option > 2 ? sortOptions(context.ageGroups)[view.option] : undefined;
  const filter = [
    option?.sort.by === "show-only" ? text.ageGroup(option.sort.ageGroup) : "",
    view.search === "" ? "" : text.print.search(view.search),
  ].filter((part) => part !== "");
  return (
    <div className="print-only">
      {printedAt !== null && children}
      <p>{text.print.basis(basis)}</p>
      {filter.length > 0 && <p>{text.print.filter(filter)}</p>}
      <PrintTimes head={head} edition={edition} updatedAt={updatedAt} printedAt={printedAt} />
    </div>
  );
}
