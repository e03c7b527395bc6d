/** Searches other years in a worker: too many names for the page's own thread. */
import { getFile } from "../api/http";
import { type Matches, foundIn, mayMatch, orderFound } from "../lists/elsewhere";
import { basisOf, eventTypeOf } from "../scoring/row";
import { namesOf } from "./board";
import { firstLines, type LinesEntry, loadBoard, loadLines } from "./boards";
import { type BoardEntry, type Head, loadHead, loadPointer, type Pointer } from "./head";
import { isMissing } from "./years";

/** The matches in each distance of a year, or that it could not be searched. */
export interface YearAnswer {
  year: string;
  /** The year's `ranking_type`, which says which time ranks there. */
  rankingType: string;
  found: Matches[];
  failed: boolean;
}

/** Number of years that are searched at the same time. */
const AT_ONCE = 3;

/** Searches the years in order, reporting each, until `signal` is aborted. */
export async function searchYears(
  { slug, years, query }: { slug: string; years: readonly string[]; query: string },
  tell: (answer: YearAnswer) => void,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...years];
  const next = async (): Promise<void> => {
    const year = waiting.shift();
    if (year === undefined || signal.aborted) return;
    const answer = await searchYear(slug, year, query, signal).catch(
      (): YearAnswer => ({ year, rankingType: "", found: [], failed: true }),
    );
    if (signal.aborted) return;
    tell(answer);
    return next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/**
 * A year without published results, or one that is not public, answers like one in which nobody was
 * found. If a file is gone because it held a name that is hidden now, the search is repeated once.
 */
async function searchYear(
  slug: string,
  year: string,
  query: string,
  signal: AbortSignal,
  again = true,
): Promise<YearAnswer> {
  const pointer = await pointerOf(slug, year, signal);
  if (pointer === null) return { year, rankingType: "", found: [], failed: false };
  try {
    const head = await loadHead(pointer);
    const lines = head.boards.every((entry) => firstLines(entry).complete)
      ? []
      : await loadLines(pointer);
    const found = await Promise.all(
      head.boards.map((entry) => searchBoard(head, entry, lines, query, signal)),
    );
    return {
      year,
      rankingType: head.eventYear.rankingType,
      found: orderFound(found.filter((one) => one !== null)),
      failed: false,
    };
  } catch (thrown) {
    if (!again || !isMissing(thrown)) throw thrown;
    return searchYear(slug, year, query, signal, false);
  }
}

async function pointerOf(slug: string, year: string, signal: AbortSignal): Promise<Pointer | null> {
  try {
    return await loadPointer(slug, year, signal);
  } catch (thrown) {
    if (isMissing(thrown)) return null;
    throw thrown;
  }
}

/** Reads the names first; the board, twice the size, only where somebody may match. */
async function searchBoard(
  head: Head,
  entry: BoardEntry,
  lines: readonly LinesEntry[],
  query: string,
  signal: AbortSignal,
): Promise<Matches | null> {
  const first = firstLines(entry);
  if (!first.complete) {
    const there = lines.find(({ distance }) => distance === entry.distance);
    const changed = there?.changed?.lines.map(({ row }) => row) ?? [];
    const { first: given, last } = namesOf(
      there?.names ? await getFile(head.folder + there.names, { signal }) : null,
    );
    const names = given.map((name, line) => ({ bib: "", first: name, last: last[line] ?? "" }));
    if (signal.aborted || !(mayMatch(names, query) || mayMatch(changed, query))) return null;
  }
  const board = await loadBoard(head, entry, lines, new Map());
  return foundIn(board, query, {
    eventType: eventTypeOf(head.event.type),
    basis: basisOf(head.eventYear.rankingType),
  });
}
