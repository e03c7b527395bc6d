/** The sort dropdown of results tables (pages.md A15). */
import { orderAgeGroups } from "../format/age";
import { text } from "../text/text";
import type { TableSort } from "../scoring/table-order";

/** One entry of the dropdown. */
export interface SortOption {
  /** 0, 1 or 2; from 3 on, one age group alone. */
  number: number;
  label: string;
  sort: TableSort;
}

/** The options for the age groups of all distances; duplicates and empty ones ignored (A15). */
export function sortOptions(ageGroups: Iterable<string>): SortOption[] {
  const { sortBy, showOnly } = text.columns;
  const fixed: SortOption[] = [
    { number: 0, label: sortBy.ranking, sort: { by: "ranking" } },
    { number: 1, label: sortBy.gender, sort: { by: "gender" } },
    { number: 2, label: sortBy.age, sort: { by: "age-group" } },
  ];
  const groups = orderAgeGroups(ageGroups).filter((group) => group !== "");
  const single = groups.map(
    (ageGroup, index): SortOption => ({
      number: fixed.length + index,
      label: showOnly(ageGroup),
      sort: { by: "show-only", ageGroup },
    }),
  );
  return [...fixed, ...single];
}
