import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Drawn, type Rows, WHOLE_LIMIT } from "./drawn";

/**
 * Rows added per frame while a long table is rendered in full on request, so that the page stays
 * usable meanwhile.
 */
const ROWS_A_FRAME = 1_000;

/**
 * Rows rendered before and after the one with the focus, so that Tab finds the next one even if no
 * frame has been painted since the last.
 */
const BESIDE_FOCUS = 2;

/** Estimated row height until measured: narrow screens fold columns into a second line. */
function estimate(): number {
  return folded() ? 80 : 35.4;
}

export function compactHeight(): number {
  return folded() ? 54 : estimate();
}

function folded(): boolean {
  return window.matchMedia("(max-width: 575.98px)").matches;
}

/**
 * Chooses the rows to render: all of a short table, those near the screen of a long one. The row
 * with the focus and its neighbours stay rendered.
 */
export function useRows<T>(
  body: RefObject<HTMLElement | null>,
  rows: readonly T[],
  keyOf: (row: T) => string,
  all: boolean | "now",
  heightOf = estimate,
): Rows<T> {
  const ready = useGrowing(rows.length, all);
  const whole = rows.length <= WHOLE_LIMIT || ready >= rows.length;
  const scrollMargin = useTop(body, !whole);
  const height = heightOf();
  // The virtualizer measures all rows again when this becomes another function.
  const keyOfIndex = useCallback((index: number) => keyAt(rows, index, keyOf), [rows, keyOf]);
  const focused = useFocused(body, !whole, keyOfIndex);
  const focusedAt = useMemo(
    () => (focused === null ? -1 : rows.findIndex((row) => keyOf(row) === focused)),
    [rows, keyOf, focused],
  );
  const near = useCallback((range: Range) => withFocused(range, focusedAt), [focusedAt]);
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: rows.length,
    enabled: !whole,
    estimateSize: () => height,
    getItemKey: keyOfIndex,
    overscan: 4,
    rangeExtractor: near,
    scrollMargin,
  });
  const measuredFor = useRef(height);
  useEffect(() => {
    if (measuredFor.current !== height) virtualizer.measure();
    measuredFor.current = height;
  }, [virtualizer, height]);
  const topOf = useCallback(
    (index: number) => virtualizer.measurementsCache[index]?.start,
    [virtualizer],
  );
  if (whole)
    return {
      drawn: rows.map((row, index) => ({ key: keyOf(row), row, index })),
      whole,
      measure: undefined,
      topOf,
    };
  if (all === true)
    return { drawn: growing(rows, ready, keyOf, height), whole, measure: undefined, topOf };
  const drawn: Drawn<T>[] = [];
  let end = scrollMargin;
  for (const { index, start, end: next } of virtualizer.getVirtualItems()) {
    const row = rows[index];
    if (row === undefined) continue;
    if (start - end >= 1) drawn.push({ key: `gap before ${index}`, gap: start - end });
    drawn.push({ key: keyOf(row), row, index });
    end = next;
  }
  const rest = virtualizer.getTotalSize() + scrollMargin - end;
  if (rest >= 1) drawn.push({ key: "gap at the end", gap: rest });
  return { drawn, whole, measure: virtualizer.measureElement, topOf };
}

/** The first rows, and the space of those still to come. */
function growing<T>(
  rows: readonly T[],
  ready: number,
  keyOf: (row: T) => string,
  height: number,
): Drawn<T>[] {
  const drawn: Drawn<T>[] = rows
    .slice(0, ready)
    .map((row, index) => ({ key: keyOf(row), row, index }));
  return [...drawn, { key: "gap at the end", gap: (rows.length - ready) * height }];
}

function keyAt<T>(rows: readonly T[], index: number, keyOf: (row: T) => string): string {
  const row = rows[index];
  return row === undefined ? String(index) : keyOf(row);
}

/**
 * The range, extended by the row that has the focus and its neighbours, so that they do not
 * disappear under the keyboard.
 */
function withFocused(range: Range, focused: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (focused < 0) return indexes;
  const first = Math.max(0, focused - BESIDE_FOCUS);
  const last = Math.min(range.count - 1, focused + BESIDE_FOCUS);
  const beside = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return [...new Set([...indexes, ...beside])].toSorted((a, b) => a - b);
}

/**
 * The key of the row that has the focus, or null. React renders the result before the next key
 * press is handled.
 */
function useFocused(
  body: RefObject<HTMLElement | null>,
  wanted: boolean,
  keyOfIndex: (index: number) => string,
): string | null {
  const [focused, setFocused] = useState<string | null>(null);
  useEffect(() => {
    const within = body.current;
    if (!wanted || within === null) return;
    const look = (target: EventTarget | null) => {
      const row =
        target instanceof Element && within.contains(target)
          ? target.closest<HTMLElement>("[data-index]")
          : null;
      setFocused(row === null ? null : keyOfIndex(Number(row.dataset.index)));
    };
    const enter = ({ target }: FocusEvent) => look(target);
    const leave = ({ relatedTarget }: FocusEvent) => look(relatedTarget);
    look(document.activeElement);
    within.addEventListener("focusin", enter);
    within.addEventListener("focusout", leave);
    return () => {
      within.removeEventListener("focusin", enter);
      within.removeEventListener("focusout", leave);
    };
  }, [body, wanted, keyOfIndex]);
  return focused;
}

/** How many rows may be rendered: grows frame by frame once all are wanted, at once for "now". */
function useGrowing(count: number, all: boolean | "now"): number {
  const [ready, setReady] = useState(WHOLE_LIMIT);
  useEffect(() => {
    if (all !== true || ready >= count) return;
    const frame = requestAnimationFrame(() => setReady((now) => now + ROWS_A_FRAME));
    return () => cancelAnimationFrame(frame);
  }, [all, count, ready]);
  return all === "now" ? count : ready;
}

/**
 * Distance of the table's body from the top of the document, updated while what is above it
 * changes.
 */
function useTop(body: RefObject<HTMLElement | null>, wanted: boolean): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (!wanted) return;
    const look = () => {
      if (body.current !== null)
        setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [body, wanted]);
  return top;
}
