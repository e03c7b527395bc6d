/** Races for pages that have nothing to show, or may not show it. */
import { call, published } from "./stack";
import { YEARS } from "./program-race";

export const EMPTY = "browser-empty";
export const RESTRICTED = "browser-restricted";

/** Makes a race without results, and one only its owner may read. */
export async function makeStateRaces(): Promise<void> {
  const [year] = YEARS;
  const races = [
    { slug: EMPTY, name: "Empty Test", access_restricted: false },
    { slug: RESTRICTED, name: "Restricted Test", access_restricted: true },
  ];
  for (const race of races) {
    await call("event/add", {
      event: { ...race, contact_email: "test@example.org", type: "distance" },
    });
    await call("event-year/add", {
      slug: race.slug,
      event_year: {
        year,
        date_time: "2002-05-05T08:00:00-07:00",
        live: false,
        days_allowed: 0,
        ranking_type: "gun",
      },
    });
  }
  await published("results/index.json", (text) => text.includes(`"${EMPTY}"`));
}
