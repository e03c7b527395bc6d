import type { Location } from "react-router";
import { expect, test } from "vitest";
import { cameWith, carriedFrom, pageOf, queryFor } from "./carried";

function at(pathname: string, search: string, view?: string): Location {
  return { pathname, search, hash: "", key: "", state: view === undefined ? null : { view } };
}

test.each([
  ["/results/race", "results"],
  ["/results/race/2026", "results"],
  ["/results/race/status", "status"],
  ["/results/race/2026/status", "status"],
  ["/status/race/2026", "status"],
  ["/arrivals/race/2026", "arrivals"],
  ["/results/race/2026/12", undefined],
  ["/status/race/2026/12", undefined],
  ["/checkin/race/2026", undefined],
  ["/toString/race/2026", undefined],
  ["/", undefined],
])("%s is the page %s", (pathname, page) => {
  expect(pageOf(pathname)).toBe(page);
});

test("a page's settings replace those carried along; settings it does not have are carried on", () => {
  const awards = at(
    "/awards/race/2026",
    "?distance=5K&ov=1",
    "distance=10K&q=ana&rank=chip&desk=true",
  );
  expect(carriedFrom(awards)).toEqual({ view: "distance=5K&q=ana&rank=chip&ov=1" });
  expect(carriedFrom(awards), "once for all links of a page").toBe(carriedFrom(awards));
});

test("a page that says nothing is at its defaults; a runner's page has no settings of its own", () => {
  expect(carriedFrom(at("/pntf/race/2026", "", "distance=10K&q=ana&rank=chip")).view).toBe(
    "rank=chip",
  );
  expect(carriedFrom(at("/pntf/race/2026/7", "?distance=Half", "distance=10K&q=ana")).view).toBe(
    "distance=10K&q=ana",
  );
});

test.each([
  ["results", "?distance=10K&sort=gender&q=ana&rank=chip"],
  ["awards", "?ov=1&distance=10K"],
  ["status", "?distance=10K"],
  ["pntf", "?distance=10K&q=ana"],
  ["ytp-series", "?distance=10K&limit=true"],
  ["series", "?q=ana"],
] as const)("%s gets %s, and no key that it does not have", (page, query) => {
  expect(queryFor(page, "q=ana&distance=10K&limit=true&ov=1&sort=gender&rank=chip&unknown=1")).toBe(
    query,
  );
  expect(queryFor(page, "")).toBe("");
});

test("other things in the history are nothing that came along", () => {
  for (const state of [null, undefined, "view", 7, {}, { view: 7 }, { from: "/account" }])
    expect(cameWith(state)).toBeNull();
});
