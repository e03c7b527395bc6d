/**
 * The texts of certificates. Both languages come with the code that shows them: each is smaller
 * than what one more request costs.
 */
import { certificate as english } from "./en/certificate";
import { certificate as spanish } from "./es/certificate";
import { type Language, spoken } from "./text";

const TEXTS: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };

/** The texts in the language of the visit. */
export function certificateText(): typeof english {
  return TEXTS[spoken];
}
