/** Team results (pages.md C13). */
import { genderOf } from "../format/gender";
import { tidy } from "../format/text";
import { isTeam } from "./division";
import { byRanking, type Finisher, finishersOf } from "./result-order";
import type { Line } from "./row";

/** One scoring member: the first woman, second woman, third, or fourth. */
export interface TeamMember extends Finisher {
  /** Number among the runners of all qualifying teams, 1 … n. */
  number: number;
}

/** One team that qualified. */
export interface Team {
  place: number;
  /** The spelling of the best-placed member. */
  name: string;
  /** Sum of the four numbers; lower is better. */
  points: number;
  members: TeamMember[];
}

const MEMBERS = 4;
const WOMEN = 2;

/** The teams of one distance, best first (C13). */
export function teamResults(lines: readonly Line[]): Team[] {
  const placed = byRanking(finishersOf(lines).filter(({ result }) => result.ranking >= 1));
  const teams = new Map([...byTeam(placed)].filter(([, runners]) => qualifies(runners)));
  const numbered = placed
    .filter((finisher) => teams.has(teamKey(finisher)))
    .map(({ line, result }, index): TeamMember => ({ line, result, number: index + 1 }));
  return [...byTeam(numbered).values()]
    .map(scored)
    .toSorted((a, b) => a.points - b.points || bestNumber(a) - bestNumber(b))
    .map((team, index) => Object.assign(team, { place: index + 1 }));
}

/** The runners of each team in the given order; runners without one are left out. */
function byTeam<T extends Finisher>(runners: readonly T[]): Map<string, T[]> {
  const teams = new Map<string, T[]>();
  for (const runner of runners) {
    const key = teamKey(runner);
    const members = teams.get(key);
    if (members !== undefined) members.push(runner);
    else if (isTeam(runner.result.division)) teams.set(key, [runner]);
  }
  return teams;
}

/** The team that a division text names, ignoring blanks and case (C13.1). */
function teamKey({ result }: Finisher): string {
  return tidy(result.division).toLowerCase();
}

function isWoman({ result }: Finisher): boolean {
  return genderOf(result.gender).code === "W";
}

function qualifies(runners: readonly Finisher[]): boolean {
  return runners.length >= MEMBERS && runners.filter(isWoman).length >= WOMEN;
}

/**
 * The two best women, then the two best of all others of the team, further women included (C13.4).
 */
function scored(runners: readonly TeamMember[]): Team {
  const women = runners.filter(isWoman).slice(0, WOMEN);
  const others = runners.filter((runner) => !women.includes(runner)).slice(0, MEMBERS - WOMEN);
  const members = [...women, ...others];
  return {
    place: 0,
    name: tidy(runners[0]?.result.division ?? ""),
    points: members.reduce((sum, member) => sum + member.number, 0),
    members,
  };
}

function bestNumber(team: Team): number {
  return Math.min(...team.members.map((member) => member.number));
}
