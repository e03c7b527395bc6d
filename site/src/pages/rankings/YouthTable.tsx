import { bucketHeading } from "../../format/gender";
import { bibBeside } from "../../format/name";
import { ordinal } from "../../format/place";
import type { Row } from "../../scoring/row";
import type { YouthResult } from "../../scoring/youth";
import { text } from "../../text/text";
import { foldingColumn, nameColumn, placeColumn, timeColumns } from "../parts/rankings/columns";
import { bibColumn } from "../parts/tables/bib-column";
import { type RankingPanel, RankingTable } from "../parts/rankings/RankingTable";
import type { FoldPart } from "../parts/tables/FoldLine";
import { Legend } from "../parts/tables/Legend";

/** The row that is shown: the result, or the row of a DNF or DNS. */
function rowOf({ line }: YouthResult): Row {
  return line.result ?? line.row;
}

/** Everybody of the youth program in one distance, with places among themselves. */
export function YouthTable({ of, rows }: { of: RankingPanel; rows: readonly YouthResult[] }) {
  const columns = [
    bibColumn<YouthResult>(rowOf),
    placeColumn<YouthResult>(({ place }) => place),
    nameColumn<YouthResult>(of, "pntf-youth", rowOf, folded),
    foldingColumn<YouthResult>(
      "group",
      text.ranking.ageGroup,
      "11rem",
      ({ ageGroup }) => ageGroup,
      undefined,
      "medium",
    ),
    foldingColumn<YouthResult>("gender", text.columns.gender, "5rem", ({ gender }) => gender),
    foldingColumn<YouthResult>(
      "genderPlace",
      text.columns.pl,
      "3.5rem",
      ({ genderPlace }) => genderPlace ?? "",
      text.columns.genderPlace,
    ),
    ...timeColumns<YouthResult>(rowOf, of.folds),
  ];
  return (
    <>
      <RankingTable
        of={of}
        heading={text.kinds["pntf-youth"]}
        only
        columns={columns}
        list={{ rows, keyOf: (row) => rowOf(row).bib }}
      />
      <Legend rows={rows.map(rowOf)} />
    </>
  );
}

function folded(row: YouthResult): (string | FoldPart)[] {
  const heading = bucketHeading(row.gender);
  const person = text.gender.persons[row.gender].toLowerCase();
  return [
    bibBeside(rowOf(row)),
    row.genderPlace === null
      ? person
      : text.folded.ofGender(ordinal(row.genderPlace), { person, heading }),
    { words: row.ageGroup, from: "medium" },
  ];
}
