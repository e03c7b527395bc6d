/** Races for pages that have nothing to show, or may not show it. */
import { YEARS } from "./program-race";
import { eventOf, yearOf } from "./race";
import { call, published } from "./stack";

export const EMPTY = "browser-empty";
export const RESTRICTED = "browser-restricted";

/** Makes a race without results, and one only its owner may read. */
export async function makeStateRaces(): Promise<void> {
  const [year] = YEARS;
  await call("event/add", eventOf(EMPTY, { name: "Empty Test" }));
  await call(
    "event/add",
    eventOf(RESTRICTED, { name: "Restricted Test", access_restricted: true }),
  );
  for (const slug of [EMPTY, RESTRICTED]) await call("event-year/add", yearOf(slug, year));
  await published("results/index.json", (text) => text.includes(`"${EMPTY}"`));
}
