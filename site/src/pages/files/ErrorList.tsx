import type { FileError } from "../../session/files";
import { organiser } from "../../text/organiser";
import { Button } from "../../ui/Button";
import notice from "../../ui/Notice.module.css";
import styles from "./Files.module.css";
import { pathKey, pathOf } from "./json";

/** The event that asks the form to show a field; its detail is the field's path. */
export const SHOW_FIELD = "show-field";

/**
 * Moves the focus to the form field with this path, or to the nearest enclosing part that has a
 * field.
 */
export function focusError(key: string): void {
  for (let path = key; path !== ""; path = path.slice(0, Math.max(0, path.lastIndexOf(".")))) {
    const found = document.querySelector<HTMLElement>(`[data-at="${CSS.escape(path)}"]`);
    if (found === null) continue;
    found.focus();
    return;
  }
}

/** Everything the server found wrong in a definition, each with a link to its field. */
export function ErrorList({ errors }: { errors: readonly FileError[] }) {
  if (errors.length === 0) return null;
  return (
    <div role="alert" className={`${styles.errors} ${notice.alert}`}>
      <p>{organiser.files.problems(errors.length)}</p>
      <ul>
        {errors.map(({ at, message }) => (
          <li key={`${at} ${message}`}>
            <Button quiet onClick={() => showField(at)}>
              {placeWords(at)}
            </Button>{" "}
            <span lang="en">{message}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function showField(at: string): void {
  document.dispatchEvent(new CustomEvent(SHOW_FIELD, { detail: pathKey(pathOf(at)) }));
}

/** "Year 1, series 2, best" instead of a path. */
function placeWords(at: string): string {
  const words = organiser.series;
  const names: Readonly<Record<string, string>> = {
    display_year: words.displayYear,
    name: words.name,
    best: words.best,
    year: words.year,
    value: words.length,
    type: words.unit,
    distance: words.distance,
  };
  const path = pathOf(at);
  const parts: string[] = [];
  if (typeof path[0] === "number") parts.push(words.yearNumber(path[0] + 1));
  if (typeof path[2] === "number") parts.push(words.seriesNumber(path[2] + 1));
  if (typeof path[4] === "number")
    parts.push(
      path[3] === "people"
        ? organiser.people.answerNumber(path[4] + 1)
        : words.raceNumber(path[4] + 1),
    );
  const last = path.at(-1);
  const name = typeof last === "string" ? names[last] : undefined;
  if (name !== undefined) parts.push(name);
  return parts.length === 0 ? words.heading : parts.join(", ");
}
