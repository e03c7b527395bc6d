/**
 * The site in English: word for word from pages.md where it gives a wording. Its shape is that of
 * every language.
 */
import { individual } from "./en/individual";
import { lists } from "./en/lists";
import { race } from "./en/race";
import { results } from "./en/results";
import { site } from "./en/site";

export const en = { ...site, ...race, ...results, ...individual, ...lists };
