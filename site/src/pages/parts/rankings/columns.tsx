/** Columns that the ranking pages share (pages.md C10 to C12). */
import type { ReactNode } from "react";
import { ageText } from "../../../format/age";
import { bibBeside } from "../../../format/name";
import type { ListWord } from "../../../paths";
import { timeCell } from "../../../scoring/cells";
import type { Row } from "../../../scoring/row";
import { text } from "../../../text/text";
import type { Column } from "../../../ui/table-props";
import { StarredHeading } from "../race/Disclaimer";
import { FoldLine, type FoldPart } from "../tables/FoldLine";
import { OtherTime } from "../tables/OtherTime";
import { runnerPath } from "../runner/runner-path";
import { RunnerName } from "../runner/RunnerName";
import type { ListSource } from "./RankingTable";

/** The data that names and links to runners are rendered from. */
export type OfDistance = Pick<ListSource, "head" | "boards" | "board" | "folds">;

/** Place, in bold, with a mark if the row changed. */
export function placeColumn<T>(placeOf: (item: T) => string | number): Column<T> {
  return {
    key: "place",
    heading: text.columns.place,
    marks: true,
    width: "4.5rem",
    narrow: "3.8rem",
    cell: (item) => <b>{placeOf(item)}</b>,
  };
}

/** Age; folds under the name. */
export function ageColumn<T>(rowOf: (item: T) => Row): Column<T> {
  return {
    key: "age",
    heading: text.columns.age,
    folds: "small",
    align: "end",
    width: "3.75rem",
    cell: (item) => ageText(rowOf(item).age),
  };
}

/** Folds under the name on phones, or on tablets too if columns leave the name no room. */
export function foldingColumn<T>(
  key: string,
  heading: ReactNode,
  width: string,
  cell: (item: T) => ReactNode,
  name?: string,
  folds: Exclude<FoldPart["from"], "wide"> = "small",
): Column<T> {
  return { key, heading, folds, width, cell, ...(name === undefined ? {} : { name }) };
}

/** Name, linked under the page word `word`; `folded` goes below it on small screens. */
export function nameColumn<T>(
  { head, boards, board, folds }: OfDistance,
  word: ListWord,
  rowOf: (item: T) => Row,
  folded: (item: T) => readonly (string | FoldPart)[],
): Column<T> {
  const pathOf = runnerPath(word, head, boards, board.distance);
  return {
    key: "name",
    heading: text.columns.name,
    names: true,
    cell: (item) => (
      <>
        <RunnerName head={head} runner={rowOf(item)} path={pathOf(rowOf(item).bib)} />
        {folds && (
          <FoldLine
            parts={folded(item).map((part) =>
              typeof part === "string" ? { words: part, from: "small" } : part,
            )}
          />
        )}
      </>
    ),
  };
}

/** Chip Time* and Clock Time, which ranks; on small screens one below the other. */
export function timeColumns<T>(rowOf: (item: T) => Row, folds: boolean): Column<T>[] {
  const { clock, chip } = text.rankBy.distance.headings;
  const starred = `${chip}*`;
  const chipOf = (item: T) => timeCell("distance", "chip", rowOf(item));
  return [
    {
      key: "chip",
      heading: <StarredHeading>{starred}</StarredHeading>,
      folds: "small",
      align: "end",
      width: "7.5rem",
      cell: chipOf,
    },
    {
      key: "clock",
      heading: clock,
      align: "end",
      width: "7rem",
      narrow: "6rem",
      cell: (item) => (
        <>
          {timeCell("distance", "clock", rowOf(item))}
          {folds && chipOf(item) !== "" && (
            <OtherTime name={starred} basis="chip" time={chipOf(item)} />
          )}
        </>
      ),
    },
  ];
}

/** "bib 12", "age 34": what most tables fold under the name. */
export function bibAndAge(row: Row): string[] {
  const known = ageText(row.age);
  return [bibBeside(row), known === "" ? "" : text.folded.age(known)];
}
