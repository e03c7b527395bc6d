import { type FocusEvent, type ReactNode, Suspense, useId, useRef, useState } from "react";
import { type ResultsContext, type ResultsView, SEARCH_LIMIT } from "../../address/results-query";
import { optional } from "../../lib/optional";
import { useDebounced } from "../../lib/use-debounced";
import { useSlash } from "../../lib/use-slash";
import type { RaceBoard } from "../../race/boards";
import type { Head } from "../../race/head";
import { rankByLabels } from "../../lists/rank-by-labels";
import { sortOptions } from "../../lists/sort-options";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { Checkbox, Choice, SearchBox } from "../../ui/Field";
import { focusSearchBox } from "../../ui/focus";
import around from "../parts/tables/Around.module.css";
import type { TableRows } from "../parts/tables/use-table";
import styles from "./Results.module.css";

/** The chosen settings, the available options, and the function to change them. */
export interface Settings {
  view: ResultsView;
  context: ResultsContext;
  change: (change: Partial<ResultsView>) => void;
}

/** Fetched when somebody begins to search on a phone. */
const matches = () => import("./Matches");
const Matches = optional(matches);

/** Search, sort and rank-by; on phones behind a button (pages.md C2 "Controls bar"). */
export function Controls({
  head,
  boards,
  view,
  context,
  table,
  change,
  small,
  tools,
}: Settings & {
  head: Head;
  boards: readonly RaceBoard[];
  table: TableRows;
  small: boolean;
  /** Further tools that the button opens on small screens. */
  tools: ReactNode;
}) {
  const [typed, type, settle] = useDebounced(view.search, (search) => change({ search }));
  const [searching, setSearching] = useState(false);
  const [opened, open] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const id = useId();
  useSlash(searchBox);
  const narrowed = view.search !== "" || view.option > 2;
  const shown = table.rows === null || !narrowed ? table.total : table.rows.length;
  const begin = () => {
    if (!small) return;
    setSearching(true);
    matches().catch(() => undefined);
    toTop(bar.current);
  };
  const end = ({ currentTarget, relatedTarget }: FocusEvent) =>
    setSearching(currentTarget.contains(relatedTarget));
  return (
    <>
      <div ref={bar} data-find className={`${styles.find} no-print`} onBlur={end}>
        <SearchBox
          ref={searchBox}
          inside
          label={text.results.search}
          placeholder={text.results.searchHint}
          maxLength={SEARCH_LIMIT}
          value={typed}
          onFocus={begin}
          onChange={(event) => type(event.target.value)}
        />
        {small ? (
          <Button
            aria-expanded={opened}
            aria-controls={id}
            onClick={() => {
              open(!opened);
              if (!opened) toTop(bar.current);
            }}
          >
            {text.results.settings}
          </Button>
        ) : (
          <Fields view={view} context={context} change={change} />
        )}
        {searching && typed.trim() !== "" && (
          <Suspense>
            <Matches
              head={head}
              boards={boards}
              view={view}
              context={context}
              box={searchBox}
              typed={typed}
              onOpen={settle}
            />
          </Suspense>
        )}
      </div>
      {small && (
        <div id={id} hidden={!opened} className={`${around.settings} no-print`}>
          <Fields view={view} context={context} change={change} />
          {tools}
        </div>
      )}
      {small && <Chips view={view} context={context} change={change} />}
      <p
        className={`${small && !narrowed ? "hidden" : styles.count} no-print`}
        role="status"
        aria-live={narrowed ? "polite" : "off"}
      >
        {table.rows === null ? text.loading : text.results.count(shown, table.total)}
      </p>
    </>
  );
}

/** Scrolls it to the top, so that neither keyboard nor edge hides what it opens. */
function toTop(bar: HTMLElement | null): void {
  const place = bar?.parentElement?.getBoundingClientRect().top;
  if (place !== undefined) window.scrollBy({ top: place, behavior: "instant" });
}

function Fields({ view, context, change }: Settings) {
  const { box } = rankByLabels(context.eventType, context.rankingType, view.ticked);
  const options = sortOptions(context.ageGroups).map(({ number, label }) => ({
    value: String(number),
    label,
  }));
  return (
    <>
      <Choice
        inside
        label={text.results.sort}
        value={String(view.option)}
        options={options}
        onChoose={(value) => change({ option: Number(value) })}
      />
      {box !== "" && (
        <Checkbox label={box} checked={view.ticked} onToggle={(ticked) => change({ ticked })} />
      )}
    </>
  );
}

/** The active settings while the controls are hidden; each can be removed. */
function Chips({ view, context, change }: Settings) {
  const sort = view.option === 0 ? undefined : sortOptions(context.ageGroups)[view.option];
  const chips: [string, Partial<ResultsView>][] = [];
  if (sort !== undefined) chips.push([sort.label, { option: 0 }]);
  if (view.ticked)
    chips.push([rankByLabels(context.eventType, context.rankingType, true).box, { ticked: false }]);
  if (chips.length === 0) return null;
  return (
    <p className={`${styles.chips} no-print`}>
      {chips.map(([label, back]) => (
        <Button
          key={label}
          quiet
          aria-label={text.results.unset(label)}
          onClick={() => {
            focusSearchBox();
            change(back);
          }}
        >
          {label} ×
        </Button>
      ))}
    </p>
  );
}
