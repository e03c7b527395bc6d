import { prettyYear } from "../../../format/date";

/** Event, distance and what is listed (pages.md B6.1); `distance` "" if there is none. */
export function tableCaption(event: string, year: string, distance: string, list: string): string {
  return [`${event} ${prettyYear(year)}`, distance, list].filter((part) => part !== "").join(", ");
}
