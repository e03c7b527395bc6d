// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { keptText } from "./kept-text";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test("text that cannot be stored lasts for the visit, until storage works again, here or in another tab", () => {
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

test("however many follow it, it is read once a change, also one of another tab", () => {
  const store = keptText("followed");
  const reads = vi.spyOn(Storage.prototype, "getItem");
  const told = vi.fn();
  const leave = [told, vi.fn(), vi.fn()].map((listener) => store.subscribe(listener));
  expect([store.read(), store.read(), store.read()]).toEqual(["", "", ""]);
  expect(reads).toHaveBeenCalledTimes(1);
  store.write("here");
  expect(store.read()).toBe("here");
  localStorage.setItem("followed", "there");
  window.dispatchEvent(new StorageEvent("storage", { key: "followed" }));
  expect([store.read(), store.read(), told.mock.calls.length]).toEqual(["there", "there", 2]);
  for (const one of leave) one();
  localStorage.setItem("followed", "later");
  window.dispatchEvent(new StorageEvent("storage", { key: "followed" }));
  expect([store.read(), told.mock.calls.length]).toEqual(["later", 2]);
});
