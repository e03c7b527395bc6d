import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faces, FOLDERS } from "../../../faces/subset.mjs";
import { familyOf, letterWidths, measure } from "./faces";

const folder = new URL("./faces/", import.meta.url);

/** Size in bytes of the files with matching names. */
function weight(halves: RegExp): number {
  return readdirSync(folder)
    .filter((name) => halves.test(name))
    .reduce((sum, name) => sum + readFileSync(new URL(name, folder)).length, 0);
}

test("the files are what `npm run faces` makes of the packages, here and for the pictures of link cards", async () => {
  const made = await faces();
  for (const kind of ["site", "picture"] as const) {
    expect(readdirSync(FOLDERS[kind]).toSorted()).toEqual([...made[kind].keys()].toSorted());
    expect(
      [...made[kind]]
        .filter(([name, content]) => !readFileSync(new URL(name, FOLDERS[kind])).equals(content))
        .map(([name]) => name),
    ).toEqual([]);
  }
});

test("a usual name costs 28 KB, one of Latin Extended-A at most 45 KB", () => {
  expect(weight(/latin\.woff2$/)).toBeLessThan(28_500);
  expect(weight(/\.woff2$/)).toBeLessThan(45_000);
});

test.each([
  "Óscar Muñoz Łukasik",
  "Ħal Għaxaq",
  "Ŵyn ap Gruffŷdd",
  "Žofie Ďurčová",
  "Ștefan Țurcanu",
  "Şükrü Çağlayan",
  "Søren Æbelø",
  "O’Neill–Smith",
  "İpek Iğdır",
])("the display face has every letter of %s", (name) => {
  expect(letterWidths("display", name)).not.toBeNull();
  expect(familyOf("display", name)).toContain("Fraunces");
});

test.each(["Анна", "王小明", "محمد", "Nguyễn", "Ana 🏃", "e\u0301"])(
  "%s is set in one other hand, whole",
  (name) => {
    expect(letterWidths("display", name)).toBeNull();
    expect(familyOf("display", name)).not.toContain("Fraunces");
  },
);

test("a line is as wide as its letters together, in proportion to its size", () => {
  const [a = 0, n = 0] = letterWidths("display", "An") ?? [];
  expect(a).toBeGreaterThan(n);
  expect(measure("display", "An", 50)).toBeCloseTo(((a + n) * 50) / 1000);
});
