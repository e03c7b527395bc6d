import { useState } from "react";
import { openingDistance } from "../../../address/distance-query";
import type { RaceBoard } from "../../../race/boards";
import type { Head } from "../../../race/head";
import { starsOf } from "../../../race/stars";

/** The distance that opens (pages.md A16). It stays while it has rows: somebody reads it. */
export function useOpeningDistance(
  { event, eventYear }: Head,
  boards: readonly Pick<RaceBoard, "distance" | "total">[],
): string {
  const find = () => openingDistance(boards, starsOf(event.slug, eventYear.year));
  const [opened, open] = useState(find);
  if (boards.some(({ distance }) => distance === opened)) return opened;
  const next = find();
  if (next !== opened) open(next);
  return next;
}
