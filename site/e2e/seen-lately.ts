/** A demo race that has ended, shown as if it were live. */
import type { BrowserContext, Page } from "playwright-core";

type Shown = Pick<BrowserContext | Page, "route">;

/** Shows a race as live, with alerts offered; every race, unless its slug and year are given. */
export async function asIfLive(shown: Shown, race = ""): Promise<void> {
  await shown.route(new RegExp(`${race}/(current|h-[0-9a-f]+)[.]json$`), async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { live?: boolean; event_year?: object };
    if ("live" in json) json.live = true;
    if (json.event_year !== undefined)
      Object.assign(json.event_year, { live: true, days_allowed: 36_500 });
    await route.fulfill({ response, json });
  });
}

/**
 * Shows a race as live, with alerts offered, and the last passage of the runner with this bib as
 * `minutes` ago.
 */
export async function seenLately(shown: Shown, bib: string, minutes: number): Promise<void> {
  await asIfLive(shown);
  await shown.route(/\/s-[0-9a-f]+[.]json$/, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { runners: { bib: string; rows: unknown[][] }[] };
    const last = json.runners
      .find((runner) => runner.bib === bib)
      ?.rows.toSorted((a, b) => Number(a[3]) - Number(b[3]))
      .at(-1);
    last?.splice(
      12,
      1,
      new Date(Date.now() - minutes * 60_000 - 1000).toISOString().replace("Z", "+00:00"),
    );
    await route.fulfill({ response, json });
  });
}
