import { useRef } from "react";
import { rankByLabels } from "../../scoring/rank-by-labels";
import { type ResultsContext, type ResultsView, SEARCH_LIMIT } from "../../scoring/results-query";
import { sortOptions } from "../../scoring/sort-options";
import { text } from "../../text/text";
import { Checkbox, Choice, SearchBox } from "../../ui/Field";
import { useDebounced } from "../../ui/use-debounced";
import { useSlash } from "../../ui/use-slash";
import styles from "./Results.module.css";
import type { TableRows } from "./use-table";

/** Search, sort and rank-by; they hold for all distances (pages.md C2 "Controls bar"). */
export function Controls({ view, context, table, change }: {
  view: ResultsView;
  context: ResultsContext;
  table: TableRows;
  change: (change: Partial<ResultsView>) => void;
}) {
  const [typed, type] = useDebounced(view.search, (search) => change({ search }));
  const searchBox = useRef<HTMLInputElement>(null);
  useSlash(searchBox);
  const { box } = rankByLabels(context.eventType, context.rankingType, view.ticked);
  const options = sortOptions(context.ageGroups).map(({ number, label }) => ({ value: String(number), label }));
  const narrowed = view.search !== "" || view.option > 2;
  const shown = table.rows === null || !narrowed ? table.total : table.rows.length;
  return (
    <div className={`${styles.controls} no-print`}>
      <SearchBox
        ref={searchBox}
        label={text.results.search}
        placeholder={text.results.searchHint}
        maxLength={SEARCH_LIMIT}
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      <Choice label={text.results.sort} value={String(view.option)} options={options} onChoose={(value) => change({ option: Number(value) })} />
      {box !== "" && <Checkbox label={box} checked={view.ticked} onToggle={(ticked) => change({ ticked })} />}
      <p className={styles.count} role="status" aria-live={narrowed ? "polite" : "off"}>
        {table.rows === null ? text.loading : text.results.count(shown, table.total)}
      </p>
    </div>
  );
}
