/** What a division text names: a team or club, a program of the league, or nobody (pages.md C13.1). */
import { fold } from "../format/text";

/** Divisions that are programs of the league, not teams. */
const PROGRAMS = ["pntf", "ytp"];

/**
 * What people write who have no team, in the languages of A6, folded (A14).
 */
const NO_TEAM = [
  // English
  "un unatt unat una unattached unaffiliated ind indiv individual individually independent indep solo na none no nil null",
  "n a|no team|no club|not applicable|not attached|non affiliated|without team|without club",
  // Spanish and Portuguese
  "independiente independientes ninguno ninguna individuales libre avulso avulsa nenhum nenhuma independente",
  "sin equipo|sin club|por libre|sem equipa|sem equipe|sem clube",
  // German
  "einzel einzelstarter einzelstarterin einzellaufer einzellauferin vereinslos keine keiner kein ohne ov",
  "kein verein|kein team|ohne verein|ohne team|o v",
  // French and Italian
  "individuel individuelle independant independante aucun aucune nl individuale libero libera nessuno nessuna",
  "sans club|sans equipe|non licencie|non licenciee|senza societa|senza squadra|senza club",
  // Dutch, Swedish, Norwegian, Danish
  "geen individueel ongebonden verenigingsloos ingen klubblos klubblost foreningslos individuell individuelt intet",
  "geen club|geen team|geen vereniging|ingen klubb|utan klubb|ingen forening|uten klubb|ingen klub|uden klub|intet hold|ingen lag",
  // Finnish and Polish
  "seuraton yksilo joukkueeton niezrzeszony niezrzeszona indywidualnie indywidualny indywidualna brak bd",
  "ei seuraa|ei joukkuetta|bez klubu|bez druzyny|brak klubu",
];

const NOT_TEAMS: ReadonlySet<string> = new Set([
  "",
  ...PROGRAMS,
  ...NO_TEAM.flatMap((texts) => texts.split(texts.includes("|") ? "|" : " ")),
]);

/** Whether a division is the name of a team, a club or a town. */
export function isTeam(division: string): boolean {
  return !NOT_TEAMS.has(fold(division).trim());
}
