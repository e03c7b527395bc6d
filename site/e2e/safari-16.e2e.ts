/** WebKit without what Safari 16.4 lacks. */
import { expect, test } from "vitest";
import { lacked } from "../oldest/compat";
import { SITE } from "./browser";
import { Visitor } from "./engine";
import { testEngine } from "./engine-tests";

const LACKED = lacked("safari");

testEngine("webkit", { without: LACKED, closely: false });

test("the removed features are missing", async () => {
  const visitor = await Visitor.start("webkit", LACKED);
  try {
    await visitor.open(SITE);
    const there = await visitor.evaluate(() => [
      "canParse" in URL,
      "size" in URLSearchParams.prototype,
      "toSorted" in Array.prototype,
    ]);
    expect(there).toEqual([false, false, true]);
  } finally {
    await visitor.close();
  }
});
