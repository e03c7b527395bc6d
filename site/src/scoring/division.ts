/** Meanings of a division: a team or club, a program of the league, or nobody (pages.md C13.1). */
import { fold } from "../format/text";
import noTeam from "./no-team.json";

/** Divisions that are programs of the league, not teams. */
const PROGRAMS = ["pntf", "ytp"];

/** Divisions of people without a team, in the languages of A6, folded (A14). */
const NOT_TEAMS: ReadonlySet<string> = new Set(["", ...PROGRAMS, ...noTeam]);

/** Whether a division is the name of a team, a club or a town. */
export function isTeam(division: string): boolean {
  return !NOT_TEAMS.has(fold(division).trim());
}
