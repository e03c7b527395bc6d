import { expect, test } from "vitest";
import branches from "./branches.json";
import { type Branch, branch, reachOf } from "./wreath";

const LEFT: Branch = { x: 0, y: 0, radius: 100, from: 50, to: 60, leaf: 20, side: "left" };

/** The points of path data with absolute commands only. */
function points(path: string): [x: number, y: number][] {
  const numbers = (path.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  return numbers
    .filter((_, index) => index % 2 === 0)
    .map((x, index) => [x, numbers[2 * index + 1] ?? Number.NaN]);
}

/** Points regardless of their side, in a fixed order. */
function sorted(all: readonly (readonly [number, number])[]): string[] {
  return all.map(([x, y]) => `${Math.abs(x)} ${y}`).toSorted();
}

test.each(branches)(
  "the same branch as in the pictures of link cards ($branch.side, radius $branch.radius)",
  ({ branch: given, paths }) => {
    // functions/picture/src/wreath.rs draws it from the same file
    expect(branch(given as Branch)).toEqual(paths);
  },
);

test("a branch is the mirror of the other", () => {
  const [left, right] = [branch(LEFT), branch({ ...LEFT, side: "right" })];
  expect(sorted(points(right.leaves))).toEqual(sorted(points(left.leaves)));
  expect(points(left.leaves).every(([x]) => x < 0)).toBe(true);
  expect(points(right.leaves).every(([x]) => x > 0)).toBe(true);
});

test.each([
  [75, 46, 46, 28],
  [150, 84, 60, 37],
  [20, 90, 90, 8],
  [400, 10, 10, 30],
])("radius %d from %d° to %d° with leaves of %d stays in its ring", (radius, from, to, leaf) => {
  const { leaves } = branch({ x: 300, y: 200, radius, from, to, leaf, side: "left" });
  const far = points(leaves).map(([x, y]) => Math.hypot(x - 300, y - 200) - radius);
  expect(Math.min(...far)).toBeGreaterThanOrEqual(-reachOf(leaf));
  expect(Math.max(...far)).toBeLessThanOrEqual(reachOf(leaf) + 0.05 * leaf);
});

/** Whether no leaf is longer than the one before it, apart from rounding. */
function goesDown(all: readonly number[]): boolean {
  return all.every((size, index) => index === 0 || size <= (all[index - 1] ?? 0) + 0.02);
}

test("leaves stand in pairs, the inner one shorter, of a size that goes down, one more at the tip", () => {
  const found = branch(LEFT)
    .leaves.split("Z")
    .filter((leaf) => leaf !== "");
  expect(found.length % 2).toBe(1);
  const long = found.map((leaf) => {
    const [base, , , tip] = points(leaf);
    return Math.hypot((tip?.[0] ?? 0) - (base?.[0] ?? 0), (tip?.[1] ?? 0) - (base?.[1] ?? 0));
  });
  expect(Math.max(...long)).toBeLessThanOrEqual(20);
  const [outer, inner] = [
    long.filter((_, index) => index % 2 === 0),
    long.filter((_, index) => index % 2 === 1),
  ];
  expect([goesDown(outer), goesDown(inner)]).toEqual([true, true]);
  expect(inner.every((size, index) => size < (outer[index] ?? 0))).toBe(true);
});
