import { type ReactNode, useMemo } from "react";
import type { RaceBoard } from "../../../race/boards";
import type { Head } from "../../../race/head";
import { text } from "../../../text/text";
import { Tabs } from "../../../ui/Tabs";
import { tabLabel } from "./distance-name";
import { useDistance } from "./use-distance";

const NONE: ReadonlySet<string> = new Set();
const NO_SEARCH: ReadonlyMap<string, number> = new Map();

/** One panel per distance: tabs if there are several; one below the other on paper. */
export function DistancePanels({
  head,
  boards,
  printing,
  keys,
  empty = NONE,
  none,
  matches = NO_SEARCH,
  panel,
}: {
  head: Head;
  boards: readonly RaceBoard[];
  printing: boolean;
  /** All query keys of the page, including "distance". */
  keys: readonly string[];
  /** Distances for which the page has nothing to show: they get no tab. */
  empty?: ReadonlySet<string>;
  /** Shown if that is true of all distances. */
  none?: ReactNode;
  /** How many rows of each distance match the search text; empty without one. */
  matches?: ReadonlyMap<string, number>;
  /** `tabbed`: whether a tab shows the distance. `choose` switches to another one. */
  panel: (board: RaceBoard, tabbed: boolean, choose: (distance: string) => void) => ReactNode;
}) {
  const { tabs, shown, choose } = useDistance(head, boards, empty, keys, matches);
  const drawn = useMemo(
    () => tabs.flatMap((tab) => boards.filter(({ distance }) => distance === tab)),
    [tabs, boards],
  );
  if (tabs.length === 0) return none;
  if (tabs.length === 1 || printing)
    return drawn.map((board) => panel(board, tabs.length > 1, choose));
  const board = drawn.find(({ distance }) => distance === shown);
  return (
    <Tabs
      label={text.results.distances}
      tabs={tabs.map((distance) => ({ key: distance, label: tabLabel(distance, matches) }))}
      chosen={shown}
      onChoose={choose}
    >
      {board !== undefined && panel(board, true, choose)}
    </Tabs>
  );
}
