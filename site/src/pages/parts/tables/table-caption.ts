import { prettyYear } from "../../../format/date";

/**
 * The caption of a table: event, distance and what is listed (pages.md B6.1). `distance` is "" if
 * there is none to name.
 */
export function tableCaption(event: string, year: string, distance: string, list: string): string {
  return [`${event} ${prettyYear(year)}`, distance, list].filter((part) => part !== "").join(", ");
}
