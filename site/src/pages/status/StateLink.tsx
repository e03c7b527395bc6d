import type { MouseEvent, ReactNode } from "react";
import type { CellState } from "../../lists/status-grid";
import { text } from "../../text/text";
import styles from "./Status.module.css";

/** Where bibs link to, by one shared handler: a router link would cost each a subscription. */
export interface Links {
  pathOf: (bib: string) => string;
  /** Whether a bib's state, place or time changed lately. */
  changed: (bib: string) => boolean;
  go: (path: string) => void;
  /** How a bib is shown and worded; `state` is all there is for a race without words of its own. */
  saying: (bib: string | null, state: CellState) => Saying;
}

/** How a number is shown that nobody of the distance has. */
export function nobodySaying(): Omit<Saying, "fill"> & { fill: "" } {
  return { fill: "", letter: "–", words: text.status.noRunner };
}

export interface Saying {
  /** The colour: that of one of the four states. */
  fill: CellState;
  letter: string;
  words: string;
}

/** The words of C5.4. */
export function plainSaying(_bib: string | null, state: CellState): Saying {
  const { letter, words } = text.status.cells[state];
  return { fill: state, letter, words };
}

/** A bib's link to the runner; `children` is seen, the accessible name has bib and state. */
export function StateLink({
  bib,
  state,
  links,
  children,
}: {
  bib: string;
  state: CellState;
  links: Links;
  children: ReactNode;
}) {
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    links.go(event.currentTarget.pathname + event.currentTarget.search);
  };
  return (
    <>
      <a
        href={links.pathOf(bib)}
        aria-label={text.status.cell(bib, links.saying(bib, state).words)}
        onClick={onClick}
      >
        {children}
      </a>
      {links.changed(bib) && <i className={styles.mark}>{text.changed}</i>}
    </>
  );
}
