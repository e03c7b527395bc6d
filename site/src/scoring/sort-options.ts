/** The sort dropdown of results tables (pages.md A15). */
import { orderAgeGroups } from "../format/age";
import type { TableSort } from "./table-order";

/** One entry of the dropdown. */
export interface SortOption {
  /** 0, 1, 2; from 3 on one age group alone. */
  number: number;
  label: string;
  sort: TableSort;
}

const FIXED: readonly SortOption[] = [
  { number: 0, label: "Sort by Ranking", sort: { by: "ranking" } },
  { number: 1, label: "Sort by Gender", sort: { by: "gender" } },
  { number: 2, label: "Sort by Age Group", sort: { by: "age-group" } },
];

/** The options for the age groups of all distances together; repeats and empty groups give none (A15). */
export function sortOptions(ageGroups: Iterable<string>): SortOption[] {
  const groups = orderAgeGroups(ageGroups).filter((group) => group !== "");
  const showOnly = groups.map(
    (ageGroup, index): SortOption => ({
      number: FIXED.length + index,
      label: `Show Only: ${ageGroup}`,
      sort: { by: "show-only", ageGroup },
    }),
  );
  return [...FIXED, ...showOnly];
}
