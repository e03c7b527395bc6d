/** The plan of an import: who exists already, and what changes. Nobody is ever deleted. */
import { type Participant, readParticipant } from "../api/participant";
import { genderOf } from "../format/gender";
import { tidy } from "../format/text";
import { refuseTakenBibs } from "./bibs";
import { type Day, NO_BIRTHDATE, readBirthdate } from "../format/birthdate";
import type { EntryLine, Problem, Values } from "./entries";
import { type Field, FIELDS, SWITCHES } from "./fields";
import { type Match, matchAll } from "./match";
import type { Change, Planned } from "./planned";

/** The settings for the whole file. */
export interface Rules {
  /** Whether an empty cell clears its field; those of NEVER_EMPTIED keep what is stored. */
  emptyCells: "keep" | "clear";
  /** Whether somebody new without a birth date gets the one that means "none". */
  withoutBirthdate: boolean;
  lastBirthday: Day;
}

/** Empty cells never clear these: see api.md 4.11 and 2.5; the others are required. */
const NEVER_EMPTIED: ReadonlySet<Field> = new Set<Field>([
  "id",
  "bib",
  "birthdate",
  "ageGroup",
  "distance",
  "apparel",
  "division",
]);

const NOBODY = readParticipant({});

/** Compares the lines with the existing participants. */
export function planImport(
  entries: readonly EntryLine[],
  present: readonly Participant[],
  rules: Rules,
): Planned[] {
  const matches = matchAll(
    entries.filter(({ removed }) => !removed),
    present,
    rules,
  );
  const planned = entries.map((entry) => planOne(entry, matches.get(entry) ?? null, rules));
  return refuseTakenBibs(planned, present);
}

export function countOutcomes(planned: readonly Planned[]): Record<Planned["outcome"], number> {
  const counts = { new: 0, changed: 0, same: 0, invalid: 0, removed: 0 };
  for (const { outcome } of planned) counts[outcome] += 1;
  return counts;
}

function planOne(entry: EntryLine, match: Match | Problem | null, rules: Rules): Planned {
  const { line, values, notes, removed } = entry;
  const problems = [...entry.problems];
  const found = match !== null && "participant" in match ? match : null;
  if (match !== null && "what" in match) problems.push(match);
  const before = found?.participant ?? NOBODY;
  const changes = changesOf(values, before, found === null, rules);
  if (found === null && rules.withoutBirthdate && (values.birthdate ?? "") === "")
    changes.push({ field: "birthdate", before: "", after: NO_BIRTHDATE });
  const participant = applyChanges(before, changes);
  const wrong = (field: Field, what: Problem["what"]) =>
    problems.push({ line, field, what, number: 0 });
  if (found === null && participant.distance === "") wrong("distance", "no-distance");
  if (found === null && participant.birthdate === "") wrong("birthdate", "no-birthdate");
  else if (
    changes.some(({ field }) => field === "birthdate") &&
    readBirthdate(participant.birthdate, rules.lastBirthday) === null
  )
    wrong("birthdate", "bad-birthdate");
  const outcome = removed
    ? "removed"
    : problems.length > 0
      ? "invalid"
      : found === null
        ? "new"
        : changes.length > 0
          ? "changed"
          : "same";
  return {
    line,
    outcome,
    by: found?.by ?? null,
    participant,
    changes,
    problems: removed ? [] : problems,
    notes,
  };
}

function changesOf(
  values: Values,
  before: Participant,
  isNew: boolean,
  { emptyCells, lastBirthday }: Rules,
): Change[] {
  const changes: Change[] = [];
  for (const field of FIELDS) {
    const value = values[field];
    // An existing participant keeps their id, whatever the file says.
    if (value === undefined || (field === "id" && !isNew)) continue;
    const old = String(before[field]);
    if (value === "" && (NEVER_EMPTIED.has(field) || emptyCells === "keep")) continue;
    const after = value === "" && SWITCHES.has(field) ? "false" : String(value);
    // A list makes nobody public: the server keeps it (api.md 4.11), and only check-in changes it.
    if (field === "anonymous" && old === "true") continue;
    if (!meansTheSame(field, old, after, lastBirthday)) changes.push({ field, before: old, after });
  }
  return changes;
}

export function applyChanges(before: Participant, changes: readonly Change[]): Participant {
  const after: Record<string, unknown> = { ...before };
  for (const { field, after: value } of changes)
    after[field] = typeof before[field] === "boolean" ? value === "true" : value;
  return after as unknown as Participant;
}

/** Whether two values mean the same: blanks, the form of a day, "F" and "Woman". */
export function meansTheSame(field: Field, one: string, other: string, lastBirthday: Day): boolean {
  if (one === other || tidy(one) === tidy(other)) return true;
  if (field === "birthdate") {
    const day = readBirthdate(one.trim(), lastBirthday);
    return day !== null && day === readBirthdate(other.trim(), lastBirthday);
  }
  if (field !== "gender") return false;
  const { group, shown } = genderOf(one);
  return shown && group === genderOf(other).group;
}
