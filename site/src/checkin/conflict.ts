/** Edits in conflict, for a person to decide: field by field, with both values (pages.md C8). */
import type { Clash, DeskEntry, Field, Participant } from "../session/checkin";
import { type Change, type Edit, newcomer, pick } from "./queue";

/** One question: which of the two values to keep. */
export interface Question {
  id: string;
  /** The person as the edit's author wanted them. */
  person: DeskEntry;
  /** A field; or "gone" if the participant was deleted, "id" if the id of somebody new is taken. */
  about: Field | "gone" | "id";
  mine: DeskEntry[Field];
  theirs: DeskEntry[Field];
}

const NO_VALUES = { mine: "", theirs: "" };

/** Which value is kept; by {@link keyOf}. */
export type Choices = Readonly<Record<string, "mine" | "theirs">>;

export function keyOf({ id, about }: Pick<Question, "id" | "about">): string {
  return `${about} ${id}`;
}

/** The questions of an edit in conflict, by the participants as they are now; may be none. */
export function questionsOf(
  { changes, standing }: Edit,
  people: ReadonlyMap<string, Participant>,
): Question[] {
  if (standing.kind !== "conflict") return [];
  return standing.clashes.flatMap((clash) => {
    const change = changes.find(({ id }) => id === clash.id);
    return change === undefined ? [] : questionsAbout(change, clash, people.get(clash.id));
  });
}

function questionsAbout(
  { id, after, person }: Change,
  clash: Clash,
  now: Participant | undefined,
): Question[] {
  if (clash.fields.includes("id")) return [{ id, person, about: "id", ...NO_VALUES }];
  const theirs = now ?? clash.participant;
  if (theirs === null) return [{ id, person, about: "gone", ...NO_VALUES }];
  return (clash.fields as Field[])
    .filter((about) => after[about] !== undefined && after[about] !== theirs[about])
    .map((about) => ({
      id,
      person,
      about,
      mine: after[about] as DeskEntry[Field],
      theirs: theirs[about],
    }));
}

/**
 * The remaining changes of an edit once its questions are decided: "mine" is based on the value
 * that was shown, "theirs" is dropped, and what was not in conflict stays. `makeId` makes the id
 * for somebody who is added again.
 */
export function decided(
  edit: Edit,
  questions: readonly Question[],
  choices: Choices,
  makeId: () => string,
  now: number,
): Change[] {
  return edit.changes.flatMap((change) => {
    const asked = questions.filter(({ id }) => id === change.id);
    if (asked.some(({ about }) => about === "gone" || about === "id")) {
      return asked.every((one) => choices[keyOf(one)] === "mine")
        ? [newcomer(makeId(), change.person, now)]
        : [];
    }
    return changeAfter(edit, change, asked, choices);
  });
}

function changeAfter(
  { standing }: Edit,
  change: Change,
  asked: readonly Question[],
  choices: Choices,
): Change[] {
  const clashing =
    standing.kind === "conflict"
      ? (standing.clashes.find(({ id }) => id === change.id)?.fields ?? [])
      : [];
  const before: Partial<DeskEntry> = {};
  const wanted = (Object.keys(change.after) as Field[]).filter((field) => {
    if (!clashing.includes(field)) {
      Object.assign(before, pick(change.before ?? {}, [field]));
      return true;
    }
    const question = asked.find(({ about }) => about === field);
    if (question === undefined || choices[keyOf(question)] !== "mine") return false;
    Object.assign(before, { [field]: question.theirs });
    return true;
  });
  return wanted.length === 0 ? [] : [{ ...change, before, after: pick(change.after, wanted) }];
}
