// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RaceBoard } from "../../../race/boards";
import type { Head } from "../../../race/head";
import { finished } from "../../../test/rows";
import { RaceNav } from "./RaceNav";

const head = { event: { slug: "race" }, eventYear: { year: "2026" } } as Head;

function page(boards: RaceBoard[], address = "/results/race/2026") {
  return (
    <MemoryRouter initialEntries={[address]}>
      <RaceNav head={head} boards={boards} />
    </MemoryRouter>
  );
}

function version(...divisions: string[]): RaceBoard[] {
  return [
    { distance: "10K", lines: divisions.map((division) => finished({ division })) } as RaceBoard,
  ];
}

/** A line of links as a browser measures it: as high as `all`, of which one line is seen. */
function measure(all: number): void {
  const sizes: [string, number][] = [
    ["scrollHeight", all],
    ["clientHeight", 30],
  ];
  for (const [name, value] of sizes)
    Object.defineProperty(HTMLElement.prototype, name, { value, configurable: true });
}

beforeEach(() => {
  measure(30);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #tell: () => void;

      constructor(tell: () => void) {
        this.#tell = tell;
      }

      observe() {
        this.#tell();
      }

      disconnect() {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["all fit", 30, null],
  ["some do not", 60, "false"],
])("where %s, the others are one press away", async (_what, all, expanded) => {
  measure(all);
  render(page(version("")));
  const more = screen.queryByRole("button", { name: "More pages" });
  expect(more?.getAttribute("aria-expanded") ?? null).toBe(expanded);
  if (more === null) return;
  await userEvent.click(more);
  expect(more.getAttribute("aria-expanded")).toBe("true");
});

test.each([
  ["/results/race/2026", "Results"],
  ["/results/Race", "Results"],
  ["/awards/race/", "Awards"],
  ["/results/race/status", "Status"],
  ["/results/race/2026/status", "Status"],
  ["/status/race/2026", "Status"],
])("%s is marked as the current page: %s", (address, name) => {
  const { unmount } = render(page(version(""), address));
  expect(
    screen.getAllByRole("link", { current: "page" }).map(({ textContent }) => textContent),
  ).toEqual([name]);
  unmount();
});

test.each([
  ["four of a team", [["Hawks", "hawks ", "HAWKS", "Hawks"]], true],
  ["three", [["Hawks", "Hawks", "Hawks", "Rats"]], false],
  [
    "four in two distances",
    [
      ["Hawks", "Hawks"],
      ["Hawks", "Hawks"],
    ],
    false,
  ],
  [
    "programs, which are no teams",
    [["pntf", "pntf", "PNTF ", "pntf", "ytp", "ytp", "ytp", "ytp"]],
    false,
  ],
  ["nothing in it", [[" ", " ", " ", " "]], false],
])("%s: whether there is a way to the teams", (_what, distances, there) => {
  const boards = distances.map(
    (divisions, index) => ({ ...version(...divisions)[0], distance: String(index) }) as RaceBoard,
  );
  const { unmount } = render(page(boards));
  expect(screen.queryByRole("link", { name: "Teams" }) !== null).toBe(there);
  unmount();
});
