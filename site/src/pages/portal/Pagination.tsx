import { useEffect, useRef } from "react";
import { ELLIPSIS, type Pagination as Pages } from "../../lists/pagination";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import styles from "../parts/staff/Staff.module.css";

/** Buttons for the pages of a list (pages.md C17 "Events"). */
export function Pagination({
  pages: { pages, page, previous, next },
  onGo,
}: {
  pages: Pages;
  onGo: (page: number) => void;
}) {
  const words = staff.events;
  const list = useRef<HTMLElement>(null);
  const before = useRef(page);
  // A button that is no longer enabled has lost the focus: it moves to the current page.
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    if (document.activeElement?.matches("body, :disabled") === true)
      list.current?.querySelector<HTMLElement>("[aria-current]")?.focus();
  }, [page]);
  return (
    <nav ref={list} aria-label={words.pages} className={styles.pages}>
      <Button quiet disabled={!previous} onClick={() => onGo(page - 1)}>
        {words.previous}
      </Button>
      {pages.map((entry, index) =>
        entry === ELLIPSIS ? (
          <span key={`gap at ${pages[index - 1]}`} aria-hidden="true">
            {ELLIPSIS}
          </span>
        ) : (
          <Button
            key={entry}
            quiet
            aria-label={words.page(entry)}
            aria-current={entry === page ? "page" : undefined}
            onClick={() => onGo(entry)}
          >
            {entry}
          </Button>
        ),
      )}
      <Button quiet disabled={!next} onClick={() => onGo(page + 1)}>
        {words.next}
      </Button>
    </nav>
  );
}
