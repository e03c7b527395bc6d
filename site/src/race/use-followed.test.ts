// @vitest-environment jsdom
import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aNetwork, type Network } from "../test/published";
import { publishRace } from "../test/race-files";
import { finished } from "../test/rows";
import { runnerKey } from "./compare";
import { type Head, loadHead, loadPointer } from "./head";
import { useFollowedRows } from "./use-followed";

let network: Network;

beforeEach(() => {
  network = aNetwork();
});

afterEach(() => vi.unstubAllGlobals());

async function publish(version: number, rows: Record<string, number>): Promise<Head> {
  const people = Object.entries(rows).map(([bib, count]) => ({
    bib,
    distance: "10K",
    rows: Array.from({ length: count }, (_, index) => ({ segment: `Mile ${index}` })),
  }));
  publishRace(network, { version, people });
  return loadHead(await loadPointer("race", "2026"));
}

function lines(seconds: number) {
  return ["7", "8"].map((bib) => finished({ bib, distance: "10K", seconds }));
}

test("rows come from the shards of the version shown, whose head is read when a followed runner's line is another", async () => {
  const opened = await publish(1, { 7: 1, 8: 2 });
  const { result, rerender } = renderHook(({ head, of }) => useFollowedRows(head, of), {
    initialProps: { head: opened, of: lines(100) },
  });
  const counts = () =>
    ["7", "8"].map((bib) => result.current.get(runnerKey("10K", bib))?.rows.length);
  await waitFor(() => expect(counts()).toEqual([1, 2]));
  const newest = await publish(2, { 7: 3, 8: 4 });
  const asked = network.asked.length;
  rerender({ head: { ...opened, newest: newest.file }, of: lines(100) });
  expect(network.asked).toHaveLength(asked);
  rerender({ head: { ...opened, newest: newest.file }, of: lines(200) });
  await waitFor(() => expect(counts()).toEqual([3, 4]));
  expect(network.asked[asked]).toContain("/h-2.json");
});
