/** Texts that are fetched with the pages that show them. */
import { chosenLanguage } from "./choice";
import type { Language } from "./text";

/** The texts of each language. */
type Languages<Texts> = Readonly<Record<Language, () => Promise<Texts>>>;

/**
 * What fetches the texts in the language of the visit, in English where those cannot be loaded, and
 * hands them to `keep`.
 */
export function fetched<Texts>(
  languages: Languages<Texts>,
  keep: (texts: Texts) => void,
): () => Promise<void> {
  return async () => keep(await languages[chosenLanguage()]().catch(languages.en));
}

/** The same together with the code that shows them, which it answers once both are there. */
export function fetchedWith<Texts>(
  languages: Languages<Texts>,
  keep: (texts: Texts) => void,
): <Code>(code: () => Promise<Code>) => Promise<Code> {
  const texts = fetched(languages, keep);
  return async (code) => (await Promise.all([code(), texts()]))[0];
}
