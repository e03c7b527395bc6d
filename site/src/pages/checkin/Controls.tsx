import { type KeyboardEvent, type ReactNode, startTransition, useEffect, useRef } from "react";
import { SEARCH_LIMIT } from "../../address/results-query";
import { EVERYBODY, type Filter, type Show, type View } from "../../checkin/view";
import { useDebounced } from "../../lib/use-debounced";
import { useSlash } from "../../lib/use-slash";
import { checkin as words } from "../../text/checkin";
import { Button } from "../../ui/Button";
import { Choice, SearchBox } from "../../ui/Field";
import styles from "./Checkin.module.css";

/** Controls for the list: search, filters, and the number of people shown. */
export function Controls({
  view,
  filter,
  found,
  onFilter,
  onEnter,
  onScan,
  children,
}: {
  view: View;
  filter: Filter;
  found: number;
  onFilter: (filter: Filter) => void;
  /** Called when Enter or the arrow down is pressed in the search box. */
  onEnter: (search: string) => void;
  onScan: () => void;
  /** The button that adds somebody; follows the filters. */
  children: ReactNode;
}) {
  const { box, typed, type, press, clear } = useSearch(filter, onFilter, onEnter);
  const narrowed = filter.search !== "" || filter.show !== "all" || filter.distance !== "";
  const distances = [
    { value: "", label: words.allDistances },
    ...view.distances.map((name) => ({ value: name, label: name })),
  ];
  return (
    <div className={styles.controls} data-searched={filter.search !== "" || undefined}>
      <div className={styles.search}>
        <SearchBox
          inside
          ref={box}
          label={words.search}
          maxLength={SEARCH_LIMIT}
          value={typed}
          // Whoever comes next is another person.
          onFocus={({ target }) => {
            target.select();
            bringToTop(target);
          }}
          onKeyDown={press}
          onChange={(event) => type(event.target.value)}
        />
        <Button aria-label={words.scan.open} onClick={onScan}>
          <ScanMark />
        </Button>
      </div>
      <Choice
        label={words.show}
        value={filter.show}
        options={Object.entries(words.shows).map(([value, label]) => ({ value, label }))}
        onChoose={(show) => onFilter({ ...filter, show: show as Show })}
      />
      {view.distances.length > 1 && (
        <Choice
          label={words.distance}
          value={filter.distance}
          options={distances}
          onChoose={(distance) => onFilter({ ...filter, distance })}
        />
      )}
      {children}
      <p className={styles.count} role="status" aria-live={narrowed ? "polite" : "off"}>
        {words.found(found, view.all.length)}
        {narrowed && (
          <Button quiet onClick={clear}>
            {words.clear}
          </Button>
        )}
      </p>
    </div>
  );
}

/** The search box: what is typed, its keys, and clearing everything that narrows the list. */
function useSearch(
  filter: Filter,
  onFilter: (filter: Filter) => void,
  onEnter: (search: string) => void,
) {
  const settle = (search: string) => {
    // Enter came before the debounced text.
    if (search !== filter.search) onFilter({ ...filter, search });
  };
  const [typed, type] = useDebounced(filter.search, settle);
  const box = useRef<HTMLInputElement>(null);
  useSlash(box);
  // A search makes the list, and perhaps the page, shorter.
  useEffect(() => {
    if (filter.search !== "" && document.activeElement === box.current) bringToTop(box.current);
  }, [filter.search]);
  const clear = () => {
    box.current?.focus();
    type("");
    // The press is shown first, the long list rendered after it.
    startTransition(() => onFilter(EVERYBODY));
  };
  const press = (event: KeyboardEvent) => {
    // The list is that of what was typed before the keys go down into it.
    if (event.key === "ArrowDown") onEnter(typed);
    if (event.key !== "Enter") return;
    // Otherwise the button that gets the focus would be pressed as well.
    event.preventDefault();
    onEnter(typed);
  };
  return { box, typed, type, press, clear };
}

/** A phone, whose keyboard covers the lower half of the screen (pages.md, "phone"). */
const PHONE = "(max-width: 575.98px), (max-height: 500px)";

/** On a phone, scrolls the search box to just below the line that stays at the top. */
function bringToTop(box: HTMLElement | null): void {
  if (box === null || !window.matchMedia(PHONE).matches) return;
  const line = document.querySelector("[data-saving]");
  const below = box.getBoundingClientRect().top - (line?.clientHeight ?? 0) - GAP_PX;
  window.scrollBy({ top: below, behavior: "instant" });
}

const GAP_PX = 4;

/** The corners of a viewfinder around a code. */
function ScanMark() {
  return (
    <svg className={styles.scanMark} viewBox="0 0 24 24" aria-hidden="true">
      <path
        d="M3 8V3h5M16 3h5v5M21 16v5h-5M8 21H3v-5M7 8v8M10 8v8M13 8v8M17 8v8"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
