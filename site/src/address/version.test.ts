import { expect, test } from "vitest";
import { heldVersion, withVersion } from "./version";

test("an address names a version by a number alone", () => {
  expect(heldVersion("?distance=10+KM&v=17")).toBe(17);
  for (const search of ["", "?v=", "?v=-1", "?v=1e3", "?v=17%20", "?v=1234567890123456"])
    expect(heldVersion(search), search).toBeNull();
});

test("a printed address has the version once, and the view as it was", () => {
  expect(withVersion("", 17)).toBe("?v=17");
  expect(withVersion("?distance=10+KM&v=3&q=a%26v", 17)).toBe("?distance=10+KM&q=a%26v&v=17");
});
