/**
 * The page of one runner, Ana Ruiz with bib 12 in the 10K, for tests of what can be requested
 * there.
 */
import { screen } from "@testing-library/react";
import type { Network } from "./published";
import { type FilePerson, type FileRace, type FileRow, publishRace } from "./race-files";
import { show } from "./show";

export const FINISH: FileRow = {
  segment: "Finish",
  clock: 3012,
  chip: 3000,
  places: [5, 1, 2],
  finish: true,
  type: 1,
};

/** Ana Ruiz, with any fields overridden. */
export function anaRuiz(about: Partial<FilePerson> = {}): FilePerson {
  return {
    bib: "12",
    first: "Ana",
    last: "Ruiz",
    gender: "F",
    age: 34,
    age_group: "30-39",
    distance: "10K",
    rows: [],
    ...about,
  };
}

/** Opens the page of bib 12 in a race with these people. */
export async function openRunner(
  network: Network,
  people: FilePerson[] = [anaRuiz()],
  race: Partial<FileRace> = {},
): Promise<void> {
  publishRace(network, { people, daysAllowed: 2, ...race });
  show("/results/race/2026/12");
  await screen.findAllByRole("heading", { level: 2 });
}
