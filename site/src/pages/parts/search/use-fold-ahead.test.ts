// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Named } from "../../../format/name";
import { search } from "../../../lists/search";
import { useFoldAhead } from "./use-fold-ahead";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** People who count how many of them have been folded. */
function counted(length: number): { people: Named[]; folded: () => number } {
  let reads = 0;
  const people = Array.from({ length }, (_, index) => ({
    bib: String(index),
    get first() {
      reads += 1;
      return "Ana";
    },
    last: "Lee",
  }));
  return { people, folded: () => reads };
}

const all = (people: readonly Named[]) => people;

test("names are folded in pieces, and not once more by a search", async () => {
  const { people, folded } = counted(2_500);
  renderHook(() => useFoldAhead(people, all));
  expect(folded()).toBe(0);
  await vi.advanceTimersToNextTimerAsync();
  expect(folded()).toBeGreaterThan(0);
  expect(folded()).toBeLessThan(people.length);
  await vi.runAllTimersAsync();
  expect(folded()).toBe(2_500);
  expect(search(people, "lee", (person) => person)).toHaveLength(2_500);
  expect(folded()).toBe(2_500);
});

test("leaving the page stops the work", async () => {
  const { people, folded } = counted(2_500);
  const { unmount } = renderHook(() => useFoldAhead(people, all));
  await vi.advanceTimersToNextTimerAsync();
  const before = folded();
  unmount();
  await vi.runAllTimersAsync();
  expect(folded()).toBe(before);
  expect(before).toBeLessThan(people.length);
});
