/** Matches the lines of a file with existing participants. */
import type { Participant } from "../api/participant";
import { fullName } from "../format/name";
import { fold, tidy } from "../format/text";
import { type Day, NO_BIRTHDATE, readBirthdate } from "../format/birthdate";
import type { EntryLine, Problem } from "./entries";
import type { Field } from "./fields";

export type Identity = "id" | "bib" | "name";

/** The existing participant of a line. */
export interface Match {
  participant: Participant;
  by: Identity;
}

/** Settings that tell people apart, beside the lines. */
interface Telling {
  /** Whether people without a birth date are looked up by the one that means "none". */
  withoutBirthdate: boolean;
  lastBirthday: Day;
}

/** The day that means "none". */
const NO_DAY: Day = 19_010_101;

/** The existing participants by the values they are looked up by. */
interface Index {
  byId: ReadonlyMap<string, Participant>;
  byBib: ReadonlyMap<string, readonly Participant[]>;
  byName: ReadonlyMap<string, readonly Participant[]>;
}

/** Built once per list: a file is compared with it again on each change of a column. */
const indexes = new WeakMap<readonly Participant[], Index>();

function indexOf(present: readonly Participant[], lastBirthday: Day): Index {
  const known = indexes.get(present);
  if (known !== undefined) return known;
  const index: Index = {
    byId: new Map(present.map((participant) => [tidy(participant.id), participant])),
    byBib: grouped(present, ({ bib }) => tidy(bib)),
    byName: grouped(present, (participant) => nameKey(participant, lastBirthday)),
  };
  indexes.set(present, index);
  return index;
}

function refuse({ line }: EntryLine, what: Problem["what"], field: Problem["field"]): Problem {
  return { line, field, what, number: 0 };
}

/** A line with the values it is looked up by. */
interface LineKeys {
  entry: EntryLine;
  id: string;
  bib: string;
  name: string;
  distance: string;
}

/** Finds each line by id, bib, or name and birth date; nobody twice, the surest sign first. */
export function matchAll(
  entries: readonly EntryLine[],
  present: readonly Participant[],
  telling: Telling,
): Map<EntryLine, Match | Problem> {
  const { lastBirthday } = telling;
  const found = new Map<EntryLine, Match | Problem>();
  const taken = new Map<Participant, EntryLine>();
  const lines = entries.map((entry) => look(entry, telling));
  const { byId, byBib, byName } = indexOf(present, lastBirthday);
  const take = (entry: EntryLine, participant: Participant, by: Identity) => {
    const other = taken.get(participant);
    if (other !== undefined)
      return void found.set(entry, {
        line: entry.line,
        field: null,
        what: "same-person",
        number: other.line,
      });
    taken.set(participant, entry);
    found.set(entry, { participant, by });
  };
  for (const { entry, id } of lines) {
    const participant = id === "" ? undefined : byId.get(id);
    if (participant !== undefined) take(entry, participant, "id");
  }
  for (const { entry, bib, distance, name } of lines) {
    if (found.has(entry) || bib === "") continue;
    const worn = (byBib.get(bib) ?? []).filter(
      (participant) => !taken.has(participant) || taken.get(participant) === entry,
    );
    const of =
      worn.length > 1
        ? worn.filter((participant) => tidy(participant.distance) === distance)
        : worn;
    const [participant, second] = of;
    if (participant === undefined) continue;
    if (second !== undefined) found.set(entry, refuse(entry, "several", "bib"));
    else if (isSomebodyElse(entry, participant, lastBirthday)) {
      // Somebody known by name under another bib has a change of bib, which refuseTakenBibs checks.
      if ((byName.get(name) ?? []).length === 0)
        found.set(entry, refuse(entry, "bib-of-other", "bib"));
    } else take(entry, participant, "bib");
  }
  for (const sameDistance of [true, false]) {
    for (const { entry, name, distance } of lines) {
      if (found.has(entry) || name === "") continue;
      const named = (byName.get(name) ?? []).filter(
        (participant) =>
          !sameDistance || distance === "" || tidy(participant.distance) === distance,
      );
      const [participant, second] = named.filter((one) => !taken.has(one));
      const [first] = named;
      if (second !== undefined) found.set(entry, refuse(entry, "several", null));
      else if (participant !== undefined) take(entry, participant, "name");
      // A person already matched with another line is not somebody new; in another distance it may
      // be a second entry.
      else if (first !== undefined && sameDistance) take(entry, first, "name");
    }
  }
  refuseNamesakes(lines, present, found);
  refuseTwice(lines, found);
  return found;
}

/** Refuses namesakes that no id, bib or birth date tells apart: nobody is created by guessing. */
function refuseNamesakes(
  lines: readonly LineKeys[],
  present: readonly Participant[],
  found: Map<EntryLine, Match | Problem>,
): void {
  const names = new Set(present.map(({ first, last }) => fold(fullName(first, last))));
  for (const { entry, id, name } of lines) {
    if (found.has(entry) || id !== "" || (name !== "" && !name.endsWith(`\n${NO_DAY}`))) continue;
    const called = fold(
      fullName(String(entry.values.first ?? ""), String(entry.values.last ?? "")),
    );
    if (called !== "" && names.has(called))
      found.set(entry, { line: entry.line, field: null, what: "same-name", number: 0 });
  }
}

function look(entry: EntryLine, { withoutBirthdate, lastBirthday }: Telling): LineKeys {
  const { values } = entry;
  const text = (field: Field) => tidy(String(values[field] ?? ""));
  const person = {
    first: text("first"),
    last: text("last"),
    birthdate: text("birthdate") || (withoutBirthdate ? NO_BIRTHDATE : ""),
  };
  return {
    entry,
    id: text("id"),
    bib: text("bib"),
    name: nameKey(person, lastBirthday),
    distance: text("distance"),
  };
}

/** Name and day of birth; "" where one of them is not known. */
function nameKey(
  { first, last, birthdate }: Pick<Participant, "first" | "last" | "birthdate">,
  lastBirthday: Day,
): string {
  const name = fold(fullName(first, last));
  const day = readBirthdate(birthdate.trim(), lastBirthday);
  return name === "" || day === null ? "" : `${name}\n${day}`;
}

/** Whether a bib's wearer is another person: name and birth date differ, or both names. */
function isSomebodyElse(
  { values }: EntryLine,
  participant: Participant,
  lastBirthday: Day,
): boolean {
  const [first, last] = [fold(String(values.first ?? "")), fold(String(values.last ?? ""))];
  const [wornFirst, wornLast] = [fold(participant.first), fold(participant.last)];
  if ((first === "" && last === "") || (wornFirst === "" && wornLast === "")) return false;
  const day = readBirthdate(String(values.birthdate ?? ""), lastBirthday);
  const wornDay = readBirthdate(participant.birthdate.trim(), lastBirthday);
  const known = day !== null && wornDay !== null && day !== NO_DAY && wornDay !== NO_DAY;
  if (known) return day !== wornDay && (first !== wornFirst || last !== wornLast);
  return first !== wornFirst && last !== wornLast;
}

/** Refuses two lines of one new participant: same id, or name, birth date and distance. */
function refuseTwice(lines: readonly LineKeys[], found: Map<EntryLine, Match | Problem>): void {
  const seen = new Map<string, number>();
  for (const { entry, id, name, distance, bib } of lines) {
    if (found.has(entry)) continue;
    const key = id !== "" ? `id\n${id}` : name === "" ? "" : `name\n${name}\n${distance}\n${bib}`;
    const before = key === "" ? undefined : seen.get(key);
    if (before !== undefined)
      found.set(entry, {
        line: entry.line,
        field: id === "" ? null : "id",
        what: "same-person",
        number: before,
      });
    else seen.set(key, entry.line);
  }
}

function grouped(
  present: readonly Participant[],
  keyOf: (participant: Participant) => string,
): Map<string, Participant[]> {
  const groups = new Map<string, Participant[]>();
  for (const participant of present) {
    const key = keyOf(participant);
    if (key === "") continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [participant]);
    else group.push(participant);
  }
  return groups;
}
