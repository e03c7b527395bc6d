// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { keptText } from "./kept-text";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test("what cannot be stored lasts for the visit, until something can be stored again, here or in another tab", () => {
  const store = keptText("words");
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("", "QuotaExceededError");
  });
  store.write("one");
  expect(store.read()).toBe("one");
  expect(keptText("words").read()).toBe("one");
  full.mockRestore();
  store.write("two");
  expect([store.read(), localStorage.getItem("words")]).toEqual(["two", "two"]);
  localStorage.setItem("words", "three");
  expect(store.read()).toBe("three");
});
