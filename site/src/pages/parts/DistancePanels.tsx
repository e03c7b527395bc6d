import { type ReactNode, useMemo } from "react";
import type { RaceBoard } from "../../race/boards";
import { orderDistances } from "../../scoring/event-order";
import { text } from "../../text/text";
import { Tabs } from "../../ui/Tabs";
import { tabLabel } from "./distance-name";
import { useDistance } from "./use-distance";

const NO_SEARCH: ReadonlyMap<string, number> = new Map();

/** One panel per distance: tabs where there are several, one below the other on paper. */
export function DistancePanels({ boards, printing, keys, matches = NO_SEARCH, panel }: {
  boards: readonly RaceBoard[];
  printing: boolean;
  /** All keys of the page's address, "distance" among them. */
  keys: readonly string[];
  /** How many rows of each distance match the search text; nothing without one. */
  matches?: ReadonlyMap<string, number>;
  /** `choose` shows another distance. */
  panel: (board: RaceBoard, choose: (distance: string) => void) => ReactNode;
}) {
  const ordered = useMemo(() => inOrder(boards), [boards]);
  const [shown, choose] = useDistance(ordered.map(({ distance }) => distance), keys);
  if (ordered.length < 2 || printing) return ordered.map((board) => panel(board, choose));
  const board = ordered.find(({ distance }) => distance === shown);
  return (
    <Tabs
      label={text.results.distances}
      tabs={ordered.map(({ distance }) => ({ key: distance, label: tabLabel(distance, matches) }))}
      chosen={shown}
      onChoose={choose}
    >
      {board !== undefined && panel(board, choose)}
    </Tabs>
  );
}

function inOrder(boards: readonly RaceBoard[]): RaceBoard[] {
  const distances = orderDistances(boards.map(({ distance }) => distance));
  return distances.flatMap((distance) => boards.filter((board) => board.distance === distance));
}
