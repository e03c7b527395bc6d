import { Component, type ReactNode, type RefObject } from "react";

interface KeepPlaceProps {
  body: RefObject<HTMLTableSectionElement | null>;
  /** When this is replaced, the first visible row stays where it is. */
  data: unknown;
  /**
   * Distance of a row from the top of the document, even while it is not rendered; undefined when
   * it is gone.
   */
  topOf: (key: string) => number | undefined;
  children: ReactNode;
}

/** A visible row and its position in the window. */
interface VisibleRow {
  key: string;
  top: number;
}

/**
 * Keeps the row a visitor is reading in place while a live table is replaced (pages.md D1.2). A
 * class, because only getSnapshotBeforeUpdate sees the old rows on screen just before they change.
 * At the top of the table nothing is held: somebody watching the leaders wants to see the new one.
 */
export class KeepPlace extends Component<KeepPlaceProps> {
  override getSnapshotBeforeUpdate(before: KeepPlaceProps): VisibleRow[] | null {
    const body = this.props.body.current;
    return before.data === this.props.data || body === null ? null : visibleRows(body);
  }

  override componentDidUpdate(
    _props: KeepPlaceProps,
    _state: unknown,
    rows: VisibleRow[] | null,
  ): void {
    for (const { key, top } of rows ?? []) {
      const now = this.#topInWindow(key);
      if (now === undefined) continue;
      if (Math.abs(now - top) >= 1) window.scrollBy({ top: now - top, behavior: "instant" });
      return;
    }
  }

  #topInWindow(key: string): number | undefined {
    const row = this.props.body.current?.querySelector(`tr[data-key="${CSS.escape(key)}"]`);
    if (row !== null && row !== undefined) return row.getBoundingClientRect().top;
    const top = this.props.topOf(key);
    return top === undefined ? undefined : top - window.scrollY;
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

/** The rows on screen below the sticky headings; empty while the table's top is on screen. */
function visibleRows(body: HTMLTableSectionElement): VisibleRow[] {
  const head =
    body.previousElementSibling?.querySelector("th:last-child")?.getBoundingClientRect().bottom ??
    0;
  if (body.getBoundingClientRect().top >= Math.min(head, 0)) return [];
  const rows: VisibleRow[] = [];
  for (const row of body.rows) {
    const { top, bottom } = row.getBoundingClientRect();
    if (top > window.innerHeight) break;
    if (bottom > head && row.dataset.key !== undefined) rows.push({ key: row.dataset.key, top });
  }
  return rows;
}
