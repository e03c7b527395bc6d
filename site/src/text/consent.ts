/** The wording of consent to text alerts, and of their terms and privacy pages: fetched with the form or the page, so that readers of results do not pay for it. */
import { chosenLanguage } from "./choice";
import type { consent as english } from "./en/consent";
import type { Language } from "./text";

/** Every text of it, in the shape that every language has. */
export type ConsentText = typeof english;

/** The texts in the language of the visit. There once {@link withConsent} has brought them, which form and pages wait for. */
export let consent: ConsentText;

const LANGUAGES: Readonly<Record<Language, () => Promise<{ consent: ConsentText }>>> = {
  en: () => import("./en/consent"),
  es: () => import("./es/consent"),
};

/** Brings the texts, with the code that shows them; in English where those of the language cannot be loaded. */
export async function withConsent<Code>(code: () => Promise<Code>): Promise<Code> {
  const [loaded, texts] = await Promise.all([code(), LANGUAGES[chosenLanguage()]().catch(LANGUAGES.en)]);
  ({ consent } = texts);
  return loaded;
}
