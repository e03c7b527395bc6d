/** Award lists per gender: overall, masters, grand masters and age groups (pages.md C4). */
import { compareAgeGroups, isGrandMaster, isMaster } from "../format/age";
import { compareGenderGroups, genderHeading, genderOf } from "../format/gender";
import { typeSuffix } from "../format/result-type";
import { text } from "../text/text";
import { byRanking, type Finisher, finishersOf } from "./result-order";
import { isCounted } from "./explain";
import type { EventType, Line, Row } from "./row";

export interface AwardSettings {
  /** Names per overall, masters and grand-masters list, 0 to 10. */
  overall: number;
  /** Names per age-group list, 0 to 10. */
  ageGroup: number;
  /** Whether overall winners also take part in their age group. */
  includeOverall: boolean;
  masters: boolean;
  grandMasters: boolean;
}

type AwardKind = "overall" | "masters" | "grand-masters" | "age-group";

export interface AwardWinner extends Finisher {
  /** The place in the list, from 1; who has the same uploaded place shares it. */
  place: number;
  /** Whether somebody else on the list has the same place. */
  tied: boolean;
}

/** One list, in the order of the places in it. */
export interface AwardList {
  kind: AwardKind;
  /** "Overall", "Masters", "Grand Masters" or the age group. */
  group: string;
  /** The grouping key of the gender (A6). */
  gender: string;
  /** Heading word of the gender (A6); "" when unspecified. */
  heading: string;
  winners: AwardWinner[];
}

interface GenderLists {
  gender: string;
  heading: string;
  overall: Finisher[];
  masters: Finisher[];
  grandMasters: Finisher[];
  ageGroups: Map<string, Finisher[]>;
}

/**
 * The lists of one distance in display order, empty ones left out (C4 Selection); uses uploaded
 * places only. Who shares the place of the last award is on the list, too.
 */
export function awards(lines: readonly Line[], settings: AwardSettings): AwardList[] {
  const { groups } = text.awards;
  const genders = new Map<string, GenderLists>();
  for (const candidate of candidatesOf(lines))
    award(listsFor(genders, candidate.result), candidate, settings);
  const ordered = [...genders.values()].toSorted((a, b) => compareGenderGroups(a.gender, b.gender));
  const drawn = [
    ...ordered.map((lists) => listOf("overall", groups.overall, lists, lists.overall)),
    ...ordered.map((lists) => listOf("masters", groups.masters, lists, lists.masters)),
    ...ordered.map((lists) =>
      listOf("grand-masters", groups.grandMasters, lists, lists.grandMasters),
    ),
  ];
  const ageGroups = new Set(ordered.flatMap((lists) => [...lists.ageGroups.keys()]));
  for (const group of [...ageGroups].toSorted(compareAgeGroups)) {
    for (const lists of ordered)
      drawn.push(listOf("age-group", group, lists, lists.ageGroups.get(group) ?? []));
  }
  return drawn.filter((list) => list.winners.length > 0);
}

/** The number of awards on a list of this kind; it has more names only if the last one is shared. */
export function namesOn(kind: AwardKind, { overall, ageGroup }: AwardSettings): number {
  return kind === "age-group" ? ageGroup : overall;
}

/**
 * The lists with up to `more` further awards on each; nobody moves from one list to another because
 * of it.
 */
export function longerAwards(
  lines: readonly Line[],
  settings: AwardSettings,
  more: number,
): AwardList[] {
  const byAge = (list: AwardList) => list.kind === "age-group";
  return [
    ...awards(lines, { ...settings, overall: settings.overall + more }).filter(
      (list) => !byAge(list),
    ),
    ...awards(lines, { ...settings, ageGroup: settings.ageGroup + more }).filter(byAge),
  ];
}

/**
 * How many could be on each list by gender, age and age group, with a place or without one: of those
 * who finished, in backyards of those who started.
 */
export function fieldOn(
  lists: readonly AwardList[],
  lines: readonly Line[],
  { grandMasters }: AwardSettings,
  eventType: EventType,
): ReadonlyMap<AwardList, number> {
  const field = lines
    .filter((line) => line.result !== null || isCounted(line, eventType))
    .map(({ row, result }) => {
      const { gender, age, ageGroup } = result ?? row;
      return { gender: genderOf(gender).group, age, ageGroup };
    });
  const belongs: Record<AwardKind, (list: AwardList, age: number, ageGroup: string) => boolean> = {
    overall: () => true,
    masters: (_, age) => isMaster(age) && !(grandMasters && isGrandMaster(age)),
    "grand-masters": (_, age) => isGrandMaster(age),
    "age-group": ({ group }, _, ageGroup) => group === ageGroup,
  };
  return new Map(
    lists.map((list) => [
      list,
      field.filter(
        ({ gender, age, ageGroup }) =>
          gender === list.gender && belongs[list.kind](list, age, ageGroup),
      ).length,
    ]),
  );
}

/** Ages of the people on a masters list, for its heading (C4); "" for other lists. */
export function awardAges(kind: AwardKind, settings: AwardSettings): string {
  const { ages } = text.awards;
  if (kind === "masters") return settings.grandMasters ? ages.mastersOnly : ages.masters;
  return kind === "grand-masters" ? ages.grandMasters : "";
}

/** Whether anybody takes part in the awards, regardless of how many names the lists have. */
export function hasCandidates(lines: readonly Line[]): boolean {
  return finishersOf(lines).some(isCandidate);
}

/** Result rows with ranking and occurrence of 1 or more, suffix types included, by place (C4.1). */
function candidatesOf(lines: readonly Line[]): Finisher[] {
  return byRanking(finishersOf(lines).filter(isCandidate));
}

function isCandidate({ result }: Finisher): boolean {
  return result.ranking >= 1 && result.occurrence >= 1;
}

function listsFor(genders: Map<string, GenderLists>, person: Row): GenderLists {
  const gender = genderOf(person.gender).group;
  const known = genders.get(gender);
  if (known !== undefined) return known;
  const lists: GenderLists = {
    gender,
    heading: genderHeading(person.gender),
    overall: [],
    masters: [],
    grandMasters: [],
    ageGroups: new Map(),
  };
  genders.set(gender, lists);
  return lists;
}

/** Steps a to d of C4.2 for one candidate. */
function award(lists: GenderLists, candidate: Finisher, settings: AwardSettings): void {
  const { result } = candidate;
  const joinsOverall = joinIfRoom(lists.overall, candidate, settings.overall);
  if ((!joinsOverall || settings.includeOverall) && result.ageGroup !== "") {
    const group = lists.ageGroups.get(result.ageGroup) ?? [];
    lists.ageGroups.set(result.ageGroup, group);
    joinIfRoom(group, candidate, settings.ageGroup);
  }
  const grandMaster = isGrandMaster(result.age);
  const master = isMaster(result.age) && !(settings.grandMasters && grandMaster);
  if (settings.masters && master) joinIfRoom(lists.masters, candidate, settings.overall);
  if (settings.grandMasters && grandMaster)
    joinIfRoom(lists.grandMasters, candidate, settings.overall);
}

/** Whoever has the same place as the last award joins a full list, too: it is a tie. */
function joinIfRoom(list: Finisher[], candidate: Finisher, limit: number): boolean {
  if (limit === 0) return false;
  const last = list[limit - 1];
  if (last !== undefined && uploadedPlace(last) !== uploadedPlace(candidate)) return false;
  list.push(candidate);
  return true;
}

/**
 * The overall place as it is shown. The suffix is a part of it: a "3d" took another distance, and
 * does not tie with a "3".
 */
function uploadedPlace({ result }: Finisher): string {
  return `${result.ranking}${typeSuffix(result.type)}`;
}

/** The people of a list, given in its order, with their places in it. */
export function inPlaces(order: readonly Finisher[]): AwardWinner[] {
  const counts = new Map<string, number>();
  const first = new Map<string, number>();
  order.forEach((finisher, index) => {
    const place = uploadedPlace(finisher);
    counts.set(place, (counts.get(place) ?? 0) + 1);
    if (!first.has(place)) first.set(place, index + 1);
  });
  return order.map((finisher, index) => {
    const place = uploadedPlace(finisher);
    return {
      ...finisher,
      place: first.get(place) ?? index + 1,
      tied: (counts.get(place) ?? 0) > 1,
    };
  });
}

function listOf(
  kind: AwardKind,
  group: string,
  { gender, heading }: GenderLists,
  winners: readonly Finisher[],
): AwardList {
  return { kind, group, gender, heading, winners: inPlaces(winners) };
}
