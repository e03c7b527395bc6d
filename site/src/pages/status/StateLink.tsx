import type { MouseEvent, ReactNode } from "react";
import type { CellState } from "../../scoring/status-grid";
import { text } from "../../text/text";
import styles from "./Status.module.css";

/** Where bibs lead. Plain anchors with one shared handler: thousands of router links would each follow the address. */
export interface Links {
  pathOf: (bib: string) => string;
  /** Whether a bib's state, place or time changed lately. */
  changed: (bib: string) => boolean;
  go: (path: string) => void;
}

/** A bib, leading to the runner's page; `children` is what is drawn, the name says bib and state. */
export function StateLink({ bib, state, links, children }: { bib: string; state: CellState; links: Links; children: ReactNode }) {
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    links.go(event.currentTarget.pathname + event.currentTarget.search);
  };
  return (
    <>
      <a href={links.pathOf(bib)} aria-label={text.status.cell(bib, text.status.words[state] ?? "")} onClick={onClick}>
        {children}
      </a>
      {links.changed(bib) && <i className={styles.mark}>{text.changed}</i>}
    </>
  );
}
