/** Which pages a race has something for. */
import { tidy } from "../../../format/text";
import type { ListWord } from "../../../paths";
import type { RaceBoard } from "../../../race/boards";
import { inDivision } from "../../../scoring/program";

/** Pages that make sense for any race; the others need certain kinds of runners. */
const ALWAYS: readonly ListWord[] = ["results", "awards"];
const CHAMPIONSHIP: readonly ListWord[] = ["pntf", "pntf-awards"];
const YOUTH: readonly ListWord[] = ["ytp-awards", "ytp-series", "pntf-youth"];

/** Fewer runners are not a team (pages.md C13). */
const TEAM = 4;

/** Whether there may be a team: enough runners with the same division in one distance. */
function hasTeam({ lines }: RaceBoard): boolean {
  const runners = new Map<string, number>();
  return lines.some(({ row: { division } }) => {
    if (division === "" || inDivision(division, "pntf") || inDivision(division, "ytp"))
      return false;
    const team = tidy(division).toLowerCase();
    const count = (runners.get(team) ?? 0) + 1;
    runners.set(team, count);
    return team !== "" && count === TEAM;
  });
}

/** The pages that show something of these boards, but for the status and the series. */
export function pagesOf(boards: readonly RaceBoard[]): ListWord[] {
  if (boards.length === 0) return [];
  const divisions = new Set(boards.flatMap(({ lines }) => lines.map(({ row }) => row.division)));
  const some = (test: (division: string) => boolean) => [...divisions].some(test);
  return [
    ...ALWAYS,
    ...(some((division) => inDivision(division, "pntf")) ? CHAMPIONSHIP : []),
    ...(some((division) => inDivision(division, "ytp")) ? YOUTH : []),
    ...(boards.some(hasTeam) ? (["team-results"] as const) : []),
  ];
}
