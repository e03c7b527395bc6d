/**
 * Remembers which columns were chosen for files with the same headings: with the account, and on
 * the device, where they are available at once and without a network. Neither headings nor any
 * content of the files is kept.
 */
import { useEffect } from "react";
import { isObject } from "../../../api/types";
import { headingsMark, type Mapping } from "../../../csv/columns";
import { type ChosenColumns, chosenColumns } from "../../../session/columns";

const KEY = "columns";
/** The maximum number of remembered kinds of file, the latest first. */
const MOST = 20;

/** The columns chosen last for these headings of a `kind` of table; null if there are none. */
export function rememberedMapping<Field extends string>(
  kind: string,
  headings: readonly string[],
): Mapping<Field> | null {
  const mark = markOf(kind, headings);
  return (read().find((kept) => kept.mark === mark)?.mapping as Mapping<Field> | undefined) ?? null;
}

/** Keeps the columns chosen for these headings. */
export function rememberMapping(
  kind: string,
  headings: readonly string[],
  mapping: Mapping<string>,
): void {
  const columns = Object.entries(mapping).flatMap(([field, column]) =>
    column === undefined ? [] : [[field, column] as const],
  );
  const chosen = { mark: markOf(kind, headings), mapping: Object.fromEntries(columns) };
  chosenHere.add(chosen.mark);
  keep([chosen, ...read()]);
  waiting = chosen;
  if (!sending) void sendWaiting();
}

/** Copies the account's choices made elsewhere onto this device. */
export function useRememberedMappings(): void {
  useEffect(() => {
    void chosenColumns().then(
      (ours) => keep([...read().filter(({ mark }) => chosenHere.has(mark)), ...ours, ...read()]),
      () => undefined,
    );
  }, []);
}

/** Marks of the choices made during this visit: no answer that was under way is newer. */
const chosenHere = new Set<string>();
let waiting: ChosenColumns | null = null;
let sending = false;

/** Sends one choice at a time, of those waiting the last: none overtakes a later one. */
async function sendWaiting(): Promise<void> {
  const next = waiting;
  waiting = null;
  sending = next !== null;
  if (next === null) return;
  await chosenColumns(next).catch(() => undefined);
  return sendWaiting();
}

function markOf(kind: string, headings: readonly string[]): string {
  return `${kind}-${headingsMark(headings)}`;
}

/** Keeps the first choice for each mark. */
function keep(all: readonly ChosenColumns[]): void {
  const marks = new Set<string>();
  const kept = all.filter(({ mark }) => !marks.has(mark) && marks.add(mark)).slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage, columns have to be chosen again.
  }
}

function read(): ChosenColumns[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(kept: unknown): kept is ChosenColumns {
  return (
    isObject(kept) &&
    typeof kept.mark === "string" &&
    isObject(kept.mapping) &&
    Object.values(kept.mapping).every((column) => Number.isInteger(column))
  );
}
