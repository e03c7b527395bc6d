/** Which results of a series are one person's: by name, gender and age, and by answers (pages.md C9.2). */
import { isKnownAge } from "../format/age";
import { genderOf } from "../format/gender";
import { isAnonymous, isByInitials } from "../format/name";
import { compareText, fold } from "../format/text";
import { finishersOf } from "./result-order";
import type { Line, Row } from "./row";
import type { PeopleAnswer, Series, SeriesRunner } from "./series-definition";

/** The lines of one distance of one year; undefined when there are none. */
export type LinesOf = (year: string, distance: string) => readonly Line[] | undefined;

/** One result of one race of a series, under a name. */
export interface SeriesResult {
  /** Position of the race in the file. */
  race: number;
  result: Row;
  /** First and last name folded, each without breaks; equal for what counts as one spelling. */
  name: string;
  /** Gender group; "" if it is not said. */
  gender: string;
  /** Null for an unknown age. */
  born: Born | null;
}

/**
 * Year of birth to within a year. Years are only comparable `by` the same calendar: that of the
 * keys that begin with a year, or that of one key that does not.
 */
interface Born {
  by: string;
  year: number;
}

/** One person: at most one runner of each race. */
export interface Person {
  /** In the order of the races in the file; never empty. */
  runners: SeriesResult[];
  /** Whether an answer of the organiser is among what joins them. */
  answered: boolean;
  /** Others of the name might be this person as well, but not all of them can be. */
  undecided: boolean;
}

/**
 * The outcome of an answer: it counts; fewer than two of its runners are in the results under a
 * name; or it cannot be true together with others or with the races.
 */
type AnswerState = "counts" | "gone" | "contradicts";

/** Everybody who ran a race of a series, and what became of the answers, in their order. */
export interface SeriesPeople {
  people: Person[];
  answers: AnswerState[];
  apart: Apart;
}

/** For each runner those who are somebody else by an answer. */
type Apart = ReadonlyMap<SeriesResult, ReadonlySet<SeriesResult>>;

/** Runners that an answer joined, or one alone. */
type Unit = readonly SeriesResult[];

/**
 * The most people of one name that are compared with each other. A name that more have is not one
 * ("Unknown Runner"): none of them are joined.
 */
const MOST_NAMESAKES = 2000;

/**
 * Joins the runners of a series. Neither the order of the races nor that of the rows decides who
 * is joined.
 */
export function seriesPeople(series: Series, linesOf: LinesOf): SeriesPeople {
  const runners = runnersOf(series, linesOf);
  const { units, states, apart } = answered(series, runners);
  const people = sameNames(units).flatMap((group) => peopleOf(group, apart));
  return { people, answers: states, apart };
}

/** Whether nothing says that these are two people: no race, gender, age or answer. */
export function couldBeOne(
  a: readonly SeriesResult[],
  b: readonly SeriesResult[],
  apart: Apart,
): boolean {
  return a.every((one) =>
    b.every((other) => !contradict(one, other) && apart.get(one)?.has(other) !== true),
  );
}

/** Whether the races, the genders or the ages say that these are two people. */
function contradict(a: SeriesResult, b: SeriesResult): boolean {
  return (
    a.race === b.race ||
    (a.gender !== "" && b.gender !== "" && a.gender !== b.gender) ||
    agesContradict(a, b)
  );
}

/** Whether the ages are more than one year off what the years of the races give. */
export function agesContradict({ born: a }: SeriesResult, { born: b }: SeriesResult): boolean {
  return a !== null && b !== null && a.by === b.by && Math.abs(a.year - b.year) > 1;
}

/** Where a runner is found again: the race and the bib. */
export function runnerRef(series: Series, { race, result }: SeriesResult): SeriesRunner {
  const { year = "", name = "" } = series.distances[race] ?? {};
  return { year, distance: name, bib: result.bib };
}

/** A runner's reference as one text. */
export function refKey({ year, distance, bib }: SeriesRunner): string {
  return JSON.stringify([year, distance, bib]);
}

/** People shown by their initials cannot be told from others with the same initials. */
function runnersOf(series: Series, linesOf: LinesOf): SeriesResult[] {
  return series.distances.flatMap(({ year, name }, race) =>
    finishersOf(linesOf(year, name) ?? [])
      .filter(({ result }) => !isAnonymous(result) && !isByInitials(result))
      .map(({ result }) => ({
        race,
        result,
        name: nameKey(result),
        gender: genderOf(result.gender).group,
        born: bornOf(result.age, year),
      })),
  );
}

/** "" for a name without letters and digits, by which nobody can be joined. */
function nameKey({ first, last }: Row): string {
  const key = `${fold(first)}\n${fold(last)}`.replaceAll(" ", "");
  return key === "\n" ? "" : key;
}

function bornOf(age: number, year: string): Born | null {
  if (!isKnownAge(age)) return null;
  const [written] = /^[0-9]{4}(?![0-9])/.exec(year) ?? [];
  return written === undefined ? { by: year, year: -age } : { by: "", year: Number(written) - age };
}

/** Sets of what is connected, by any link. */
class Connected<T> {
  readonly #parents = new Map<T, T>();

  /** The member that stands for all that are connected with this one. */
  root(member: T): T {
    let root = member;
    for (let parent = this.#parents.get(root); parent !== undefined; ) {
      root = parent;
      parent = this.#parents.get(root);
    }
    if (root !== member) this.#parents.set(member, root);
    return root;
  }

  connect(a: T, b: T): void {
    const [one, other] = [this.root(a), this.root(b)];
    if (one !== other) this.#parents.set(one, other);
  }
}

/**
 * The runners as the answers join them. Answers "the same" that would put two runners of one race
 * together, or two that another answer tells apart, count for nothing, all that hang together.
 */
function answered(
  { distances, people: answers }: Series,
  runners: readonly SeriesResult[],
): { units: Unit[]; states: AnswerState[]; apart: Apart } {
  if (answers.length === 0)
    return { units: runners.map((runner) => [runner]), states: [], apart: new Map() };
  const found = new Map<string, SeriesResult>();
  for (const runner of runners) {
    const { year = "", name = "" } = distances[runner.race] ?? {};
    found.set(refKey({ year, distance: name, bib: runner.result.bib }), runner);
  }
  const named = answers.map((answer) => namedIn(answer, found));
  const same = new Connected<SeriesResult>();
  const apart = new Map<SeriesResult, Set<SeriesResult>>();
  answers.forEach((answer, index) => {
    const [first, ...others] = named[index] ?? [];
    if (first === undefined) return;
    if (answer.same) for (const other of others) same.connect(first, other);
    else tellApart([first, ...others], apart);
  });
  const joined = grouped(new Set(named.flat()), (runner) => same.root(runner));
  const wrong = new Set(
    [...joined]
      .filter(([, unit]) =>
        unit.some((a, index) =>
          unit.slice(index + 1).some((b) => a.race === b.race || apart.get(a)?.has(b) === true),
        ),
      )
      .map(([root]) => root),
  );
  const states = answers.map((answer, index): AnswerState => {
    const [first, second] = named[index] ?? [];
    if (first === undefined || second === undefined) return "gone";
    return answer.same && wrong.has(same.root(first)) ? "contradicts" : "counts";
  });
  const units = [...grouped(runners, (runner) => same.root(runner))].flatMap(
    ([root, unit]): Unit[] => (wrong.has(root) ? unit.map((runner) => [runner]) : [unit]),
  );
  return { units, states, apart };
}

/** The runners of an answer who are in the results. */
function namedIn(
  { runners }: PeopleAnswer,
  found: ReadonlyMap<string, SeriesResult>,
): SeriesResult[] {
  return [...new Set(runners.flatMap((runner) => found.get(refKey(runner)) ?? []))];
}

function tellApart(
  runners: readonly SeriesResult[],
  apart: Map<SeriesResult, Set<SeriesResult>>,
): void {
  for (const runner of runners) {
    const others = apart.get(runner) ?? new Set();
    apart.set(runner, others);
    for (const other of runners) if (other !== runner) others.add(other);
  }
}

/** Units that have a name in common, or are connected by units with several names. */
function sameNames(units: readonly Unit[]): Unit[][] {
  const names = new Connected<string>();
  for (const unit of units) {
    const [first] = unit;
    if (first === undefined || unit.length === 1) continue;
    for (const { name } of unit) names.connect(first.name, name);
  }
  const nameless = names.root("");
  return [...grouped(units, ([first]) => names.root(first?.name ?? ""))].flatMap(([name, group]) =>
    name === nameless ? group.map((unit) => [unit]) : [group],
  );
}

/** The people among units of one name. */
function peopleOf(group: readonly Unit[], apart: Apart): Person[] {
  if (group.length === 1 || isOnePerson(group, apart)) return [personOf(group, false)];
  const { nodes, repeated } = withoutRepeats(group, apart);
  if (nodes.length > MOST_NAMESAKES) return group.map((unit) => personOf([unit], true));
  const near = neighbours(
    nodes.map(({ unit }) => unit),
    apart,
  );
  // Two are one person if each could be all whom the other could be. Otherwise somebody could be
  // one of them and not the other, and nothing tells which.
  const alike = grouped(nodes.keys(), (node) =>
    nodes[node]?.repeated === true ? `alone ${node}` : [...(near[node] ?? [])].join(),
  );
  const people = [...alike.values()].map((members) =>
    personOf(
      members.flatMap((node) => (nodes[node] === undefined ? [] : [nodes[node].unit])),
      (near[members[0] ?? 0]?.length ?? 0) > members.length,
    ),
  );
  return [
    ...people,
    ...repeated.map(({ unit, like }) => personOf([unit], (near[like]?.length ?? 0) > 1)),
  ];
}

/**
 * Whether all units are one person at first sight, which nearly everybody is. What takes a closer
 * look, such as an answer, is not.
 */
function isOnePerson(group: readonly Unit[], apart: Apart): boolean {
  let gender = "";
  let race = -1;
  let [by, first, last]: [string | null, number, number] = [null, 0, 0];
  for (const [runner, other] of group) {
    // In the order of the races, where one comes only once.
    if (runner === undefined || other !== undefined || runner.race <= race) return false;
    race = runner.race;
    if (apart.has(runner)) return false;
    if (gender !== "" && runner.gender !== "" && runner.gender !== gender) return false;
    if (runner.gender !== "") ({ gender } = runner);
    const { born } = runner;
    if (born === null) continue;
    if (by !== null && by !== born.by) return false;
    [first, last] =
      by === null
        ? [born.year, born.year]
        : [Math.min(first, born.year), Math.max(last, born.year)];
    ({ by } = born);
    if (last - first > 1) return false;
  }
  return true;
}

/** A unit that is compared; `repeated` if its race has others whom nothing tells from it. */
interface Node {
  unit: Unit;
  repeated: boolean;
}

/**
 * One of each kind of runner: those of one race with the same gender and age can be joined with
 * nobody, however many they are.
 */
function withoutRepeats(
  group: readonly Unit[],
  apart: Apart,
): { nodes: Node[]; repeated: { unit: Unit; like: number }[] } {
  const nodes: Node[] = [];
  const repeated: { unit: Unit; like: number }[] = [];
  const seen = new Map<string, number>();
  for (const unit of group) {
    const [runner] = unit;
    const plain = runner !== undefined && unit.length === 1 && !apart.has(runner);
    const kind = plain
      ? [runner.race, runner.gender, runner.born?.by, runner.born?.year, runner.name].join("\n")
      : null;
    const like = kind === null ? undefined : seen.get(kind);
    const node = like === undefined ? undefined : nodes[like];
    if (like !== undefined && node !== undefined) {
      node.repeated = true;
      repeated.push({ unit, like });
    } else {
      if (kind !== null) seen.set(kind, nodes.length);
      nodes.push({ unit, repeated: false });
    }
  }
  return { nodes, repeated };
}

/** For each unit those that could be the same person, itself included, in order. */
function neighbours(units: readonly Unit[], apart: Apart): number[][] {
  const near = units.map((_, node) => new Set([node]));
  const link = (a: number, b: number) => {
    near[a]?.add(b);
    near[b]?.add(a);
  };
  const names = units.map((unit) => new Set(unit.map(({ name }) => name)));
  units.forEach((a, one) => {
    for (let other = one + 1; other < units.length; other += 1) {
      const b = units[other] ?? [];
      const shared = b.some(({ name }) => names[one]?.has(name));
      if (shared && couldBeOne(a, b, apart)) link(one, other);
    }
  });
  // Whoever is joined under two names is what people of either name have in common.
  const bridges = [...units.keys()].filter((node) => (names[node]?.size ?? 0) > 1);
  for (let before = -1, links = 0; before !== links; ) {
    before = links;
    for (const bridge of bridges) {
      const around = [...(near[bridge] ?? [])];
      for (const one of around) {
        for (const other of around) {
          if (
            near[one]?.has(other) !== true &&
            couldBeOne(units[one] ?? [], units[other] ?? [], apart)
          ) {
            link(one, other);
            links += 1;
          }
        }
      }
    }
  }
  return near.map((nodes) => [...nodes].toSorted((a, b) => a - b));
}

function grouped<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function personOf(units: readonly Unit[], undecided: boolean): Person {
  return {
    runners: units
      .flat()
      .toSorted((a, b) => a.race - b.race || compareText(a.result.bib, b.result.bib)),
    answered: units.some((unit) => unit.length > 1),
    undecided,
  };
}
