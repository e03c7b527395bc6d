// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useDebounced } from "./use-debounced";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A box over a text that both the box and others change. */
function box(settled = "") {
  const settle = vi.fn((text: string) => hook.rerender(text));
  const hook = renderHook((text: string) => useDebounced(text, settle), { initialProps: settled });
  return {
    settle,
    shown: () => hook.result.current[0],
    type: (text: string) => act(() => hook.result.current[1](text)),
    fromOutside: (text: string) => hook.rerender(text),
    pass: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
  };
}

test("a text is passed on once after a pause, as it is by then", () => {
  const { settle, type, pass, shown } = box();
  type("a");
  pass(60);
  type("an");
  pass(60);
  expect(settle).not.toHaveBeenCalled();
  pass(60);
  expect(settle.mock.calls).toEqual([["an"]]);
  expect(shown()).toBe("an");
});

test("a text that waits is dropped when another one comes from outside: what was cleared stays so", () => {
  const { settle, type, fromOutside, pass, shown } = box("nobody");
  type("nobody at all");
  fromOutside("");
  pass(500);
  expect(settle).not.toHaveBeenCalled();
  expect(shown()).toBe("");
});

test("a page that is drawn again with the text that was passed on drops nothing typed since", () => {
  const { settle, type, fromOutside, pass, shown } = box();
  type("a");
  pass(100);
  type("an");
  fromOutside("a");
  pass(100);
  expect(settle.mock.calls).toEqual([["a"], ["an"]]);
  expect(shown()).toBe("an");
});
