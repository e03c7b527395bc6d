import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aNetwork, type Network, publish, type Published } from "../test/published";
import { loadHead, loadPointer } from "./head";
import { type SeriesChoice, seriesPart } from "./series";
import { loadChanges } from "./version-changes";

const THREE: Published[] = [
  [7, "Ana", 1, 2400],
  [12, "Zoë", 2, 2500],
  [3, "Bo", 3, 2600],
];

let network: Network;

beforeEach(() => {
  network = aNetwork();
});

afterEach(() => vi.unstubAllGlobals());

test("a series follows the changes of its live year, and keeps the others", async () => {
  publish(network, 1, THREE, { first: 1 });
  for (const [path, file] of network.files) {
    network.files.set(
      path.replace("/2026/", "/2025/"),
      JSON.parse(JSON.stringify(file).replaceAll("race/2026/", "race/2025/")),
    );
  }
  const part = seriesPart("race", {
    published: ["2025", "2026"],
    followed: "2026",
  } as SeriesChoice);
  const pointer = await loadPointer("race", "2026");
  const opening = loadHead(pointer);
  const before = await part.load(opening, pointer);
  publish(network, 2, THREE.slice(1), { first: 1 });
  const asked = network.asked.length;
  const changes = await loadChanges(await loadPointer("race", "2026"), 1);
  const after = await part.follow(await opening, before, changes ?? []);
  expect(network.asked.slice(asked).map((path) => path.replace(/.*\//, ""))).toEqual([
    "current.json",
    "c-2.json",
  ]);
  expect(after?.data.get("2025")).toBe(before.get("2025"));
  expect(after?.data.get("2026")?.boards[0]?.lines.map(({ row }) => row.bib)).toEqual(["12", "3"]);
  expect(after?.data.get("2026")?.head.boards).toMatchObject([{ lines: 2 }]);
  expect(after?.head).toBe(after?.data.get("2026")?.head);
});
