// @vitest-environment jsdom
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aNetwork, type Network, publish } from "../test/published";
import { boardsPart } from "./boards";
import { forgetFeeds, useFeed } from "./use-feed";

const PARTS = 40;

/**
 * One render of the last part of the page, and whether anything else ran since the first part was
 * rendered.
 */
interface Drawn {
  lines: number;
  marked: number;
  inSlices: boolean;
}

let network: Network;
let drawn: Drawn[];
/** How often something else got to run. */
let turns: number;
let turnsAtFirst: number;
let ticking: ReturnType<typeof setInterval>;

beforeEach(() => {
  // Within act everything is rendered at once.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  network = aNetwork();
  drawn = [];
  turns = 0;
  ticking = setInterval(() => {
    turns += 1;
  }, 0);
});

afterEach(() => {
  clearInterval(ticking);
  forgetFeeds();
  vi.unstubAllGlobals();
});

/** A part of the page that takes a while to render, as on a slow phone. */
function Part({ index, lines, marked }: { index: number; lines: number; marked: number }) {
  for (const end = performance.now() + 2; performance.now() < end; );
  if (index === 0) turnsAtFirst = turns;
  if (index === PARTS - 1) drawn.push({ lines, marked, inSlices: turns > turnsAtFirst });
  return null;
}

function Page() {
  const state = useFeed("boards", "race", "2026", boardsPart);
  const lines = state.status === "ready" ? (state.data[0]?.lines.length ?? 0) : 0;
  return Array.from({ length: PARTS }, (_, index) => (
    <Part key={index} index={index} lines={lines} marked={state.changed.size} />
  ));
}

test("new data is drawn in slices, together with what is marked in it", async () => {
  publish(network, 1, [
    [7, "Ana", 1, 2400],
    [8, "Zoë", 2, 2500],
  ]);
  const root = createRoot(document.createElement("div"));
  root.render(<Page />);
  await vi.waitFor(() => expect(drawn.at(-1)).toMatchObject({ lines: 2 }), { timeout: 60_000 });
  const before = drawn.length;
  publish(network, 2, [
    [7, "Ana", 1, 2400],
    [8, "Zoë", 2, 2500],
    [9, "Bo", 3, 2600],
  ]);
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(drawn.at(-1)).toMatchObject({ lines: 3, marked: 1 }), {
    timeout: 60_000,
  });
  expect(drawn.slice(before).find(({ lines }) => lines === 3)).toEqual({
    lines: 3,
    marked: 1,
    inSlices: true,
  });
  root.unmount();
});
