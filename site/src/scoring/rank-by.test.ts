import { expect, test } from "vitest";
import { clockText } from "../format/time";
import { aFinish, aRow } from "../test/rows";
import { markWholeSeconds } from "./rank-by";
import type { EventType, Row } from "./row";

test("a race timed in whole seconds is shown without tenths (A8.2)", () => {
  const finish = aFinish({ bib: "1", seconds: 1294, chipSeconds: 1294 });
  const others: [what: string, shown: string, row: Row, live?: boolean, eventType?: EventType][] = [
    ["another in whole seconds", "21:34", aFinish({ bib: "2", seconds: 1300, chipSeconds: 1300 })],
    ["a split", "21:34", aRow({ bib: "2", seconds: 600, chipSeconds: 590 })],
    ["a fraction of one of all times", "21:34.0", aRow({ bib: "2", milliseconds: 40 })],
    ["a fraction of a chip time", "21:34.0", aRow({ bib: "2", chipMilliseconds: 100 })],
    ["a chip", "21:34.0", aFinish({ bib: "2", seconds: 1300, chipSeconds: 1299 })],
    ["a race that goes on", "21:34.0", finish, true],
    [
      "an out row, whose times mean nothing",
      "21:34",
      aFinish({ bib: "2", type: 30, seconds: 1_000_000, milliseconds: 500 }),
    ],
    ["laps", "21:34.0", finish, false, "time"],
  ];
  for (const [what, shown, row, live = false, eventType = "distance"] of others) {
    markWholeSeconds(eventType, live, [finish, row]);
    expect(clockText(finish), what).toBe(shown);
  }
  const seen = aRow({ seconds: 12, chipSeconds: 0 });
  markWholeSeconds("distance", false, [seen]);
  expect(clockText(seen), "nobody has finished").toBe("00:12.0");
  markWholeSeconds("distance", false, [seen, aFinish({ bib: "2", type: 31 })]);
  expect(clockText(seen), "nobody but a DNS row").toBe("00:12.0");
});
