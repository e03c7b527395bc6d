// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
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

function aFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}

test("a new version leaves the links where the visitor moved them; new links show the current one again", async () => {
  const { rerender } = render(page([]));
  rerender(page(version("")));
  const nav = screen.getByRole("navigation");
  const moved = vi.spyOn(nav, "scrollLeft", "set");
  await aFrame();
  expect(moved).toHaveBeenCalledOnce();
  rerender(page(version("")));
  await aFrame();
  expect(moved).toHaveBeenCalledOnce();
  rerender(page(version("pntf")));
  await aFrame();
  expect(moved).toHaveBeenCalledTimes(2);
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
