/** Who was joined in a series and why, for the organiser (pages.md C19.9). */
import { compareBibs } from "../format/bib";
import { fullName } from "../format/name";
import { compareText } from "../format/text";
import { nameOf } from "./near-misses";
import { agesContradict, type Person, type SeriesPeople } from "./series-people";

type Difference = "race" | "gender" | "age" | "answer";

/** Why a person has the results that they have. */
export type Reason =
  | { kind: "answer" }
  | { kind: "name"; ages: boolean }
  | { kind: "undecided" }
  | { kind: "apart"; by: Difference[] };

/** One line of the table of joins. */
export interface Join {
  person: Person;
  reason: Reason;
}

/** How the people of a series came about. Each is counted once. */
interface SeriesJoins {
  /** Ran one race, and nobody else has the name. */
  single: number;
  /** Joined, and written alike in every race. */
  alike: number;
  /** Lines that say something, those first that may need an answer. */
  joins: Join[];
}

/** The most namesakes with whom somebody is compared for the reason. */
const MOST_COMPARED = 30;

/** Explains everybody. */
export function seriesJoins({ people, apart }: SeriesPeople): SeriesJoins {
  const byName = new Map<string, Person[]>();
  for (const person of people) {
    for (const name of new Set(person.runners.map((runner) => runner.name))) {
      if (name === "") continue;
      const same = byName.get(name);
      if (same === undefined) byName.set(name, [person]);
      else same.push(person);
    }
  }
  let [single, alike] = [0, 0];
  const joins: Join[] = [];
  for (const person of people) {
    const namesakes = namesakesOf(person, byName);
    const { runners, answered, undecided } = person;
    const kept = (reason: Reason) => joins.push({ person, reason });
    if (undecided) kept({ kind: "undecided" });
    else if (answered) kept({ kind: "answer" });
    else if (namesakes.length > 0)
      kept({ kind: "apart", by: differences(person, namesakes, apart) });
    else if (runners.length === 1) single += 1;
    else if (isWrittenAlike(person)) alike += 1;
    else kept({ kind: "name", ages: runners.filter(({ born }) => born !== null).length > 1 });
  }
  return {
    single,
    alike,
    joins: joins.toSorted(
      (a, b) =>
        ORDER[a.reason.kind] - ORDER[b.reason.kind] ||
        compareText(nameOf(a.person).toLowerCase(), nameOf(b.person).toLowerCase()) ||
        compareStart(a.person, b.person),
    ),
  };
}

const ORDER: Readonly<Record<Reason["kind"], number>> = {
  undecided: 0,
  answer: 1,
  apart: 2,
  name: 3,
};

function namesakesOf(person: Person, byName: ReadonlyMap<string, readonly Person[]>): Person[] {
  const namesakes: Person[] = [];
  for (const name of new Set(person.runners.map((runner) => runner.name))) {
    for (const other of byName.get(name) ?? []) {
      if (namesakes.length === MOST_COMPARED) return namesakes;
      if (other !== person) namesakes.push(other);
    }
  }
  return namesakes;
}

/** By the first race, then the bib there. */
function compareStart({ runners: [a] }: Person, { runners: [b] }: Person): number {
  return (a?.race ?? 0) - (b?.race ?? 0) || compareBibs(a?.result.bib ?? "", b?.result.bib ?? "");
}

function isWrittenAlike({ runners }: Person): boolean {
  const written = runners.map(
    ({ result, gender }) => `${fullName(result.first, result.last)}\n${gender}`,
  );
  return new Set(written).size === 1;
}

function differences(
  { runners }: Person,
  others: readonly Person[],
  apart: SeriesPeople["apart"],
): Difference[] {
  const found = new Set<Difference>();
  for (const other of others) {
    for (const a of runners) {
      for (const b of other.runners) {
        if (apart.get(a)?.has(b) === true) found.add("answer");
        if (a.race === b.race) found.add("race");
        if (a.gender !== "" && b.gender !== "" && a.gender !== b.gender) found.add("gender");
        if (agesContradict(a, b)) found.add("age");
      }
    }
  }
  // That they ran one race says the least: it is named where nothing else tells them apart.
  if (found.size > 1) found.delete("race");
  return [...found].toSorted(compareText);
}
