import { useId, useRef } from "react";
import type { StatusEntry } from "../../lists/status-grid";
import { useRows } from "../../ui/use-rows";
import { StateLink, type Links } from "./StateLink";
import styles from "./Status.module.css";

const ROW_HEIGHT = 40;

function rowHeight(): number {
  return ROW_HEIGHT;
}

function keyOf({ bib }: StatusEntry): string {
  return bib;
}

/** Bibs with their states in words instead of a grid; of a long list what is near. */
export function EntryList({
  heading,
  entries,
  links,
  all,
}: {
  heading: string;
  entries: readonly StatusEntry[];
  links: Links;
  all: boolean | "now";
}) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const { drawn, measure, whole } = useRows(list, entries, keyOf, all, rowHeight);
  if (entries.length === 0) return null;
  return (
    <section className={styles.entries}>
      <h3 id={id}>{heading}</h3>
      <ul ref={list} aria-labelledby={id} data-whole={whole || undefined}>
        {drawn.map((item) =>
          "gap" in item ? (
            <li key={item.key} aria-hidden="true" style={{ height: item.gap }} />
          ) : (
            <li
              key={item.key}
              ref={measure}
              data-index={item.index}
              data-state={links.saying(item.row.bib, item.row.state).fill}
              aria-setsize={whole ? undefined : entries.length}
              aria-posinset={whole ? undefined : item.index + 1}
            >
              {item.row.seen ? (
                <StateLink bib={item.row.bib} state={item.row.state} links={links}>
                  {item.row.bib}
                </StateLink>
              ) : (
                item.row.bib
              )}
              <span>{links.saying(item.row.bib, item.row.state).words}</span>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
