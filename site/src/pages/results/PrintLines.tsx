import type { ReactNode } from "react";
import type { ResultsContext, ResultsView } from "../../address/results-query";
import type { Head } from "../../race/head";
import type { LiveRace } from "../../race/use-feed";
import { sortOptions } from "../../lists/sort-options";
import { text } from "../../text/text";
import { PrintTimes } from "../parts/print/PrintTimes";

/** The printout only: basis, filter, times of results and printing (pages.md D6). */
export function PrintLines({
  head,
  view,
  context,
  basis,
  race,
  printedAt,
  children,
}: {
  head: Head;
  view: ResultsView;
  context: ResultsContext;
  basis: string;
  race: LiveRace;
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
      <PrintTimes head={head} race={race} printedAt={printedAt} />
    </div>
  );
}
