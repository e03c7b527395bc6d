/** Areas whose rule belongs to the site; each file holds one section of golden/README.md. */
import type { Area } from "./area";
import { AWARDS } from "./areas/awards";
import { FORMATTING } from "./areas/formatting";
import { FORMS } from "./areas/forms";
import { INDIVIDUAL } from "./areas/individual";
import { RESULTS } from "./areas/results";
import { SERIES } from "./areas/series";

export const AREAS: ReadonlyMap<string, Area> = new Map(
  [FORMATTING, RESULTS, AWARDS, INDIVIDUAL, SERIES, FORMS].flatMap((section) =>
    Object.entries(section),
  ),
);
