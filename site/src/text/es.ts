/**
 * The site in Spanish, in the shape of English. Names of races, segments, age groups and people
 * stay as the race has them.
 */
import type { en } from "./en";
import { individual } from "./es/individual";
import { lists } from "./es/lists";
import { race } from "./es/race";
import { results } from "./es/results";
import { site } from "./es/site";

export const es: typeof en = { ...site, ...race, ...results, ...individual, ...lists };
