/** The texts of e-mails about a finish: fetched with their part of a runner's page, or with the pages that their links lead to. */
import { chosenLanguage } from "./choice";
import type { email as english } from "./en/email";
import type { Language } from "./text";

/** Every text of it, in the shape that every language has. */
export type EmailText = typeof english;

/** The texts in the language of the visit. There once {@link withEmailText} has brought them, which part and pages wait for. */
export let email: EmailText;

const LANGUAGES: Readonly<Record<Language, () => Promise<{ email: EmailText }>>> = {
  en: () => import("./en/email"),
  es: () => import("./es/email"),
};

/** Brings the texts, with the code that shows them; in English where those of the language cannot be loaded. */
export async function withEmailText<Code>(code: () => Promise<Code>): Promise<Code> {
  const [loaded, texts] = await Promise.all([code(), LANGUAGES[chosenLanguage()]().catch(LANGUAGES.en)]);
  ({ email } = texts);
  return loaded;
}
