/**
 * Texts that are fetched with the pages that show them. A file of this folder exports such texts,
 * in the language of the visit, and the function that sets them: whatever shows them waits for it.
 */
import { chosenLanguage } from "./choice";
import type { Language } from "./text";

type Languages<Texts> = Readonly<Record<Language, () => Promise<Texts>>>;

/**
 * Returns a function that fetches the texts in the language of the visit, or in English if those
 * cannot be loaded, and passes them to `keep`.
 */
export function fetched<Texts>(
  languages: Languages<Texts>,
  keep: (texts: Texts) => void,
): () => Promise<void> {
  return async () => keep(await languages[chosenLanguage()]().catch(languages.en));
}

/**
 * Like {@link fetched}, along with the code that shows the texts; it resolves to the code once both
 * have loaded.
 */
export function fetchedWith<Texts>(
  languages: Languages<Texts>,
  keep: (texts: Texts) => void,
): <Code>(code: () => Promise<Code>) => Promise<Code> {
  const texts = fetched(languages, keep);
  return async (code) => (await Promise.all([code(), texts()]))[0];
}
