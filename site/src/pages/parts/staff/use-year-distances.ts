import { useCallback } from "react";
import type { Year } from "../../../api/types";
import { useLoaded } from "../../../lib/use-loaded";
import { orderDistances } from "../../../lists/event-order";
import { loadHead, loadPointer } from "../../../race/head";

/** The published distances of every year, to suggest; null until they are known. */
export function useYearDistances(
  slug: string,
  years: readonly Year[],
): ReadonlyMap<string, readonly string[]> | null {
  const load = useCallback(() => distancesOf(slug, years), [slug, years]);
  return useLoaded(load).data;
}

async function distancesOf(
  slug: string,
  years: readonly Year[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  return new Map(
    await Promise.all(years.map(async ({ year }) => [year, await ofYear(slug, year)] as const)),
  );
}

/** Empty for a year that is not published or cannot be read: then they are typed. */
async function ofYear(slug: string, year: string): Promise<readonly string[]> {
  try {
    const head = await loadHead(await loadPointer(slug, year));
    return orderDistances(
      [
        ...new Set([
          ...head.boards.map(({ distance }) => distance),
          ...head.distances.map(({ name }) => name),
        ]),
      ].filter((name) => name !== ""),
    );
  } catch {
    return [];
  }
}
