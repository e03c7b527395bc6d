import { startTransition, useEffect, useState } from "react";
import { loadRecentYear, type RecentYear } from "./recent";
import { useSame } from "./use-same";

/** By slug; an event that was not reached, or is not published, is not in it. */
export type RecentYears = ReadonlyMap<string, RecentYear>;

/** The event years of this visit, so that coming back to the list draws at once; they are still read again. */
let last: RecentYears = new Map();

/** The recent year of each of these events, read once a visit to the page; not while `online` is false, and then nobody is live. */
export function useRecentYears(slugs: readonly string[], online: boolean): RecentYears {
  const [years, setYears] = useState(last);
  const asked = useSame(slugs);
  useEffect(() => {
    if (!online) return undefined;
    let wanted = true;
    const loads = asked.map(async (slug) => [slug, await loadRecentYear(slug).catch(() => null)] as const);
    void Promise.all(loads).then((answers) => {
      last = new Map(answers.flatMap(([slug, year]) => (year === null ? [] : [[slug, year] as const])));
      if (wanted) startTransition(() => setYears(last));
    });
    return () => {
      wanted = false;
    };
  }, [asked, online]);
  return years;
}
