import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { useInView } from "../lib/use-in-view";
import styles from "./Tabs.module.css";

interface Tab {
  key: string;
  label: ReactNode;
}

/** Where each key moves, from one of several tabs to another. */
const MOVES: Readonly<Record<string, (from: number, count: number) => number>> = {
  ArrowRight: (from, count) => (from + 1) % count,
  ArrowLeft: (from, count) => (from + count - 1) % count,
  Home: () => 0,
  End: (_from, count) => count - 1,
};

/**
 * Tabs with one panel: one tab stop, arrow keys, Home and End; selecting a tab shows its panel at
 * once (pages.md B7).
 */
export function Tabs({
  label,
  tabs,
  chosen,
  onChoose,
  children,
}: {
  label: string;
  tabs: readonly Tab[];
  chosen: string;
  onChoose: (key: string) => void;
  children: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useInView(list, chosen, "[aria-selected=true]");
  // Selecting the current tab again must not add a step to the history.
  const choose = (key: string) => {
    if (key !== chosen) onChoose(key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const index = move(
      tabs.findIndex((tab) => tab.key === chosen),
      tabs.length,
    );
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[index]?.focus();
    choose(tabs[index]?.key ?? chosen);
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={`${styles.tabs} no-print`}>
        {tabs.map((tab, index) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={tab.key === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === chosen ? 0 : -1}
            onClick={() => choose(tab.key)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tabs.findIndex(({ key }) => key === chosen)}`}
      >
        {children}
      </div>
    </>
  );
}
