import { expect, test } from "vitest";
import type { AwardSettings } from "../scoring/awards";
import { readAwardsQuery, writeAwardsQuery } from "./awards-query";

const settings: AwardSettings = {
  overall: 1,
  ageGroup: 1,
  includeOverall: false,
  masters: true,
  grandMasters: true,
};

test("query: what is written reads back", () => {
  for (let names = 0; names <= 10; names++) {
    const one = { ...settings, overall: names, ageGroup: 10 - names };
    expect(readAwardsQuery(writeAwardsQuery(one))).toEqual(one);
  }
  expect(readAwardsQuery("ov=11&ag=-1&inc=no&mas=1")).toEqual({
    overall: 3,
    ageGroup: 3,
    includeOverall: true,
    masters: false,
    grandMasters: false,
  });
});
