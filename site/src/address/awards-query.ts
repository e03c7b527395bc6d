/** Settings of the awards page in the address (pages.md C4 Query). */
import type { AwardSettings } from "../scoring/awards";

const DEFAULT_NAMES = 3;
const MOST_NAMES = 10;

/** Reads the five keys, of repeated ones the first; anything but 0 to 10 becomes 3. */
export function readAwardsQuery(query: string): AwardSettings {
  const params = new URLSearchParams(query);
  return {
    overall: readNames(params.get("ov")),
    ageGroup: readNames(params.get("ag")),
    includeOverall: params.get("inc") !== "false",
    masters: params.get("mas") === "true",
    grandMasters: params.get("gmas") === "true",
  };
}

/** Writes all five keys, as happens on every change of a setting. */
export function writeAwardsQuery(settings: AwardSettings): string {
  return new URLSearchParams({
    ov: String(settings.overall),
    ag: String(settings.ageGroup),
    inc: String(settings.includeOverall),
    mas: String(settings.masters),
    gmas: String(settings.grandMasters),
  }).toString();
}

function readNames(text: string | null): number {
  const names = text !== null && /^[0-9]+$/.test(text) ? Number(text) : DEFAULT_NAMES;
  return names <= MOST_NAMES ? names : DEFAULT_NAMES;
}
