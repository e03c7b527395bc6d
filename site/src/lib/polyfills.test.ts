import { expect, test } from "vitest";
import { complete } from "./polyfills";

test("a browser without them gets copies that are sorted and reversed, and loops see nothing new", () => {
  const old = {} as Array<number>;
  complete(old);
  const given = [3, 1, 20];
  expect(old.toSorted.call(given)).toEqual([1, 20, 3]);
  expect(old.toSorted.call(given, (a, b) => a - b)).toEqual([1, 3, 20]);
  expect(old.toReversed.call(given)).toEqual([20, 1, 3]);
  expect(given).toEqual([3, 1, 20]);
  expect(Object.keys(old)).toEqual([]);
});

test("a browser's own are left alone", () => {
  const own = { toSorted: () => [], toReversed: () => [] };
  const before = { ...own };
  complete(own);
  expect(own).toEqual(before);
});
