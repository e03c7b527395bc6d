// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FileFinisher, publishFinishers } from "../test/finishers";
import type { Row } from "../scoring/row";
import type { Network } from "../test/published";
import { publishLines } from "../test/race-lines";
import { finished, unfinished } from "../test/rows";
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

const men = (bib: string, seconds: number, ranking: number, fields: Partial<Row> = {}) =>
  finished({ bib, first: `Bo ${bib}`, gender: "M", age: 52, ageGroup: "50-59", seconds, chipSeconds: seconds, ranking, ...fields });
const PODIUM = [men("1", 2400, 1), men("2", 2500, 2), men("3", 2600, 3)];
const LAST = men("9", 2700, 4, { gender: "F", ageGroup: "30-39" });
const out = (bib: string, fields: Partial<Row> = {}) =>
  unfinished("started", { bib, first: `Al ${bib}`, gender: "M", age: 52, ageGroup: "50-59", seconds: 1200, chipSeconds: 1200, segment: "5K", occurrence: 1, ...fields });

/** What stands below the heading of a list. */
async function noteOf(heading: string): Promise<string> {
  const list = await screen.findByRole("heading", { level: 3, name: heading });
  return list.nextElementSibling?.textContent ?? "";
}

test("a list that only a correction can change is final; the others name who could", async () => {
  publishLines(network, { boards: { "10K": [...PODIUM, LAST, out("4", { gender: "F" }), out("7", { gender: "F", anonymous: true })] } });
  show("/awards/race/2026");
  expect(await noteOf("Men 50-59")).toBe("Final: announce now");
  expect(await noteOf("Women Overall")).toBe("Not final: 2 runners could still change it: Al 4, Bib 7.");
  expect(await noteOf("Women 30-39")).toBe("Not final yet: wait for the next finisher.");
});

test("more than three rivals are counted", async () => {
  publishLines(network, { boards: { "10K": [...PODIUM, ...["5", "6", "7", "8"].map((bib) => out(bib))] } });
  show("/awards/race/2026");
  expect(await noteOf("Men 50-59")).toBe("Not final: 4 runners could still change it: Al 5, Al 6, Al 7 and 1 more.");
});

test("of a year that is not live nothing is said", async () => {
  publishLines(network, { live: false, boards: { "10K": [...PODIUM, LAST] } });
  show("/awards/race/2026");
  await screen.findByRole("table", { name: "Men 50-59" });
  expect(screen.queryByText(/inal/)).toBeNull();
});
