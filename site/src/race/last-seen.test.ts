// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { keptText } from "../lib/kept-text";
import type { Progress } from "./progress";
import { lastSeen, useLastSeen } from "./last-seen";

const ANA = "10K\n7";
const ZOE = "10K\n12";
const SIGHT: Progress = { splits: 1, place: 2, state: "started" };
const SEEN = new Map([
  [ANA, SIGHT],
  [ZOE, SIGHT],
]);

/** Stars these runners of the race, and one of another year. */
function star(...runners: string[]): void {
  const stars = runners.map((runner) => ({
    slug: "race",
    year: "2026",
    distance: "10K",
    bib: runner.split("\n")[1],
  }));
  keptText("stars").write(
    JSON.stringify([{ slug: "race", year: "2025", distance: "10K", bib: "1" }, ...stars]),
  );
}

function strip(...followed: string[]) {
  star(...followed);
  return renderHook((runners: string[]) => useLastSeen("race", "2026", runners, SEEN), {
    initialProps: followed,
  });
}

const looked = () => [...lastSeen("race", "2026").keys()];

beforeEach(() => {
  for (const name of ["looks", "stars"]) keptText(name).write("");
});

test("leaving the page ends a visit: what was seen stays on the device", () => {
  const { unmount } = strip(ANA, ZOE);
  unmount();
  expect(looked()).toEqual([ANA, ZOE]);
});

test("an unfollowed runner is forgotten", () => {
  const { rerender, unmount } = strip(ANA, ZOE);
  star(ZOE);
  rerender([ZOE]);
  unmount();
  expect(looked()).toEqual([ZOE]);
});

test("the last unfollowed runner is forgotten, too, though the strip closes", () => {
  const { unmount } = strip(ANA);
  star();
  unmount();
  expect(looked()).toEqual([]);
});
