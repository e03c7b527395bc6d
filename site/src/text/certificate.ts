/**
 * The texts of certificates. Both languages come with the code that shows them: each is smaller
 * than what one more request costs.
 */
import { certificate as english } from "./en/certificate";
import { certificate as spanish } from "./es/certificate";
import { type Language, spoken } from "./text";

/** Every text of it, in the shape that every language has. */
export type CertificateText = typeof english;

const TEXTS: Readonly<Record<Language, CertificateText>> = { en: english, es: spanish };

/** The texts in the language of the visit. */
export function certificateText(): CertificateText {
  return TEXTS[spoken];
}
