import type { FileError } from "../../session/files";
import { type Path, pathKey, pathOf } from "./json";

/** How long the path of an answer about people is: year, `series`, series, `people`, answer. */
const ANSWER = 5;

/** The server's errors by the path where the form shows them; those of the whole at "". */
export function errorsInForm(errors: readonly FileError[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { at, message } of errors) {
    const key = pathKey(placeOf(pathOf(at)));
    const before = found.get(key);
    found.set(key, before === undefined ? message : `${before} · ${message}`);
  }
  return found;
}

/** An answer is one line of the form, whatever is wrong in it. */
function placeOf(path: Path): Path {
  return path[3] === "people" ? path.slice(0, ANSWER) : path;
}

/** Moves the focus to the first field or part of the form that has an error. */
export function focusFirstError(
  form: HTMLElement | null,
  errors: ReadonlyMap<string, string>,
): void {
  [...(form?.querySelectorAll<HTMLElement>("[data-at]") ?? [])]
    .find(({ dataset }) => errors.has(dataset["at"] ?? ""))
    ?.focus();
}
