/** Which columns were chosen for files with the same headings, kept on the device. Neither headings nor anything of the files is kept. */
import { isObject } from "../../api/types";
import { headingsMark, type Mapping } from "../../csv/columns";

const KEY = "columns";
/** Kinds of file that are remembered, the latest first. */
const MOST = 20;

interface Kept {
  mark: string;
  mapping: Record<string, number>;
}

/** The columns chosen last for these headings; null when there are none. `kind` tells tables with different fields apart. */
export function rememberedMapping<Field extends string>(kind: string, headings: readonly string[]): Mapping<Field> | null {
  const mark = markOf(kind, headings);
  return (read().find((kept) => kept.mark === mark)?.mapping as Mapping<Field> | undefined) ?? null;
}

/** Keeps the columns chosen for these headings. */
export function rememberMapping(kind: string, headings: readonly string[], mapping: Mapping<string>): void {
  const mark = markOf(kind, headings);
  const kept = [{ mark, mapping }, ...read().filter((other) => other.mark !== mark)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Where nothing is stored, columns are chosen anew.
  }
}

function markOf(kind: string, headings: readonly string[]): string {
  return `${kind}-${headingsMark(headings)}`;
}

function read(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(kept: unknown): kept is Kept {
  return isObject(kept) && typeof kept.mark === "string" && isObject(kept.mapping) && Object.values(kept.mapping).every((column) => Number.isInteger(column));
}
