import type { Problem } from "../../../csv/entries";
import type { Source } from "../../../csv/fields";
import { organiser } from "../../../text/organiser";

/** The error of a line, and the accepted values. */
export function problemWords({ what, number }: Problem): string {
  const said: string | ((number: number) => string) = organiser.problems[what];
  return typeof said === "string" ? said : said(number);
}

/** The name of a field. */
export function fieldWords(field: Source): string {
  return organiser.fields[field];
}
