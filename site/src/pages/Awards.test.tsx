// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FileFinisher, publishFinishers } from "../test/finishers";
import type { Network } from "../test/published";
import { aVisit, onPaper, show } from "../test/show";

const ANA: FileFinisher = { bib: "1", first: "Ana", seconds: 2400, ageGroup: "Overall" };

let network: Network;

beforeEach(() => {
  network = aVisit();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("an age group may be called as another list is", async () => {
  const said = vi.spyOn(console, "error");
  publishFinishers(network, { boards: { "10K": [ANA] } });
  show("/awards/race/2026");
  expect(await screen.findAllByRole("table", { name: "Women Overall" })).toHaveLength(2);
  expect(said).not.toHaveBeenCalled();
});

test("paper has the certification of each distance", async () => {
  publishFinishers(network, { boards: { "10K": [ANA], "5K": [ANA] }, certifications: { "5K": "WA02001AB", "10K": "WA02002AB" } });
  show("/awards/race/2026");
  await screen.findAllByRole("table");
  await onPaper();
  expect(screen.getAllByText(/^WA0200/).map((line) => line.textContent)).toEqual(["Course certification: WA02001AB", "Course certification: WA02002AB"]);
});
