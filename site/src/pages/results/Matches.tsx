import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { bibBeside, displayName } from "../../format/name";
import type { RaceBoard } from "../../race/boards";
import { runnerKey } from "../../race/compare";
import type { Head } from "../../race/head";
import { bestMatches } from "../../lists/best-matches";
import { rankBy, rankingBasis, withPlaces } from "../../scoring/rank-by";
import type { ResultsContext, ResultsView } from "../../address/results-query";
import type { Line } from "../../scoring/row";
import { text } from "../../text/text";
import { RaceLink } from "../parts/race/RaceLink";
import { RunnerStar } from "../parts/runner/RunnerStar";
import { runnerPath } from "../parts/runner/runner-path";
import { placeAndStanding } from "../parts/runner/standing";
import { peopleOfBoards, useFoldAhead } from "../parts/search/use-fold-ahead";
import styles from "./Matches.module.css";

interface MatchesProps {
  head: Head;
  boards: readonly RaceBoard[];
  view: ResultsView;
  context: ResultsContext;
  /** The search box, and the text in it. */
  box: RefObject<HTMLInputElement | null>;
  typed: string;
  /** Called before a runner is opened by the keyboard: writes the text to the address at once. */
  onOpen: () => void;
}

/**
 * The most likely runners directly below the search box, over all distances. A list of links with
 * their stars rather than a listbox, whose options may not contain buttons: the arrow keys move the
 * focus itself, from the box through the links and back.
 */
export default function Matches({ head, boards, view, context, box, typed, onOpen }: MatchesProps) {
  const ranked = useRanked(boards, view, context);
  useFoldAhead(ranked, peopleOfBoards);
  const query = useDeferredValue(typed);
  const { best, total } = useMemo(() => bestMatches(ranked, query), [ranked, query]);
  const [closedAt, close] = useState<string | null>(null);
  /** The text whose first match is to be opened once the list has caught up with it. */
  const [wanted, want] = useState<{ text: string } | null>(null);
  const opened = useRef(wanted);
  const found = useRef<HTMLElement>(null);
  const open = best.length > 0 && closedAt !== typed;
  const pathOf = ({ row }: Line) => runnerPath("results", head, boards, row.distance)(row.bib);
  const press = (event: KeyboardEvent) => {
    const links = [...(found.current?.querySelectorAll<HTMLElement>("a") ?? [])];
    const inBox = event.target === box.current;
    const at = links.findIndex((link) => link.closest("li")?.contains(event.target as Node));
    if (event.key === "Escape") {
      box.current?.focus();
      close(typed);
    } else if (event.key === "ArrowDown" && at < links.length - 1) links[at + 1]?.focus();
    else if (event.key === "ArrowUp" && !inBox) (links[at - 1] ?? box.current)?.focus();
    else if (event.key === "Enter" && inBox) {
      onOpen();
      want({ text: typed });
    } else return;
    event.preventDefault();
  };
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    if (!open) return;
    const controller = new AbortController();
    const { signal } = controller;
    box.current
      ?.closest<HTMLElement>("[data-find]")
      ?.addEventListener("keydown", (event) => latest.current(event), { signal });
    // Pressing the list leaves the focus, and with it a phone's keyboard, where it is.
    found.current?.addEventListener("mousedown", (event) => event.preventDefault(), { signal });
    return () => controller.abort();
  }, [box, open]);
  useEffect(() => {
    if (opened.current === wanted || typed !== query) return;
    opened.current = wanted;
    // Pressed like any other link: whoever listens for presses hears of it.
    if (wanted?.text === typed) found.current?.querySelector("a")?.click();
  }, [wanted, typed, query]);
  if (!open) return null;
  return (
    <section ref={found} aria-label={text.results.found} className={styles.matches}>
      <ul>
        {best.map((line) => {
          const { row } = line;
          const facts = [
            ...placeAndStanding(context.eventType, context.rankingType, line),
            boards.length > 1 ? row.distance : "",
            bibBeside(row),
          ];
          return (
            <li key={runnerKey(row.distance, row.bib)}>
              <p>
                <RaceLink to={pathOf(line)}>{displayName(row)}</RaceLink>
                <span>{facts.filter((fact) => fact !== "").join(", ")}</span>
              </p>
              <RunnerStar head={head} runner={row} />
            </li>
          );
        })}
      </ul>
      {total > best.length && (
        <p className={styles.more}>{text.results.moreFound(total - best.length)}</p>
      )}
    </section>
  );
}

/** The boards with the places shown. */
function useRanked(
  boards: readonly RaceBoard[],
  { ticked }: ResultsView,
  { eventType, rankingType }: ResultsContext,
) {
  return useMemo(() => {
    const basis = rankingBasis(eventType, rankingType, ticked);
    return ticked
      ? boards.map((board) => withPlaces(board, rankBy(board.lines, eventType, basis)))
      : boards;
  }, [boards, ticked, eventType, rankingType]);
}
