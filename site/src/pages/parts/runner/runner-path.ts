import { type PageWord, paths } from "../../../paths";
import type { RaceBoard } from "../../../race/boards";
import type { Head } from "../../../race/head";
import { distanceToName } from "../../../race/shared-bibs";

/** The address of each runner under a page word; with the distance if a bib needs it. */
export function runnerPath(
  word: PageWord,
  { event, eventYear }: Head,
  boards: readonly RaceBoard[],
  distance: string,
): (bib: string) => string {
  return (bib) =>
    paths.runner(word, event.slug, eventYear.year, bib, distanceToName(boards, distance, bib));
}
