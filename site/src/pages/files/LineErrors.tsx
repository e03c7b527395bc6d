import type { FileError } from "../../session/files";
import { organiser } from "../../text/organiser";
import notice from "../../ui/Notice.module.css";
import styles from "./Files.module.css";

export function LineErrors({
  errors,
  lines,
}: {
  errors: readonly FileError[];
  lines: ReadonlyMap<number, number>;
}) {
  if (errors.length === 0) return null;
  const words = organiser.standings;
  const fieldOf = (at: string) =>
    at === "" ? "" : `${(words.fields as Readonly<Record<string, string>>)[at] ?? at}: `;
  return (
    <div role="alert" className={`${styles.errors} ${notice.alert}`}>
      <p>{organiser.files.problems(errors.length)}</p>
      <ul>
        {errors.map(({ at, line, message }) => (
          <li key={`${line} ${at} ${message}`}>
            <b>{organiser.dryRun.line(lineOf(line, lines))}</b> {fieldOf(at)}
            <span lang="en">{message}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The line in the chosen file; for a row that spans several lines, the one where it begins. */
function lineOf(sent: number, lines: ReadonlyMap<number, number>): number {
  for (let line = sent; line > 0; line -= 1) {
    const found = lines.get(line);
    if (found !== undefined) return found;
  }
  return sent;
}
