/**
 * The texts of the visit. Read them when something is rendered, never while a file is being loaded:
 * the language may not be there yet.
 */
import { en } from "./en";
import { writeAs } from "./intl";

type Text = typeof en;

/** The languages of the site, each by its code (BCP 47). */
export const LANGUAGES = ["en", "es"] as const;

export type Language = (typeof LANGUAGES)[number];

/** The texts in the language of the visit; English until {@link speak} has loaded another. */
export let text: Text = en;

/** The language of {@link text}. */
export let spoken: Language = "en";

/** Only English is part of the first files. */
const OTHERS: Readonly<Record<Exclude<Language, "en">, () => Promise<Text>>> = {
  es: () => import("./es").then(({ es }) => es),
};

/**
 * Loads the texts of a language, and sets numbers, dates and hours to the visitor's own locales
 * (`locales`, most preferred first). Resolves to the language used from now on: English if the
 * other cannot be loaded.
 */
export async function speak(wanted: Language, locales: readonly string[]): Promise<Language> {
  const [found, language] = await textsOf(wanted);
  text = found;
  spoken = language;
  const tags = locales.filter(isTag);
  writeAs(tags.find((tag) => languageOf(tag) === language) ?? language, tags[0] ?? language);
  return language;
}

/** Browsers pass on what a system has as a locale: "en-US@posix" is no language tag. */
function isTag(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length > 0;
  } catch {
    return false;
  }
}

async function textsOf(wanted: Language): Promise<[Text, Language]> {
  if (wanted === "en") return [en, "en"];
  try {
    return [await OTHERS[wanted](), wanted];
  } catch {
    return [en, "en"];
  }
}

/**
 * The site's language for a locale: "es" for "es-MX"; null for languages the site does not have.
 */
export function languageOf(tag: string | null): Language | null {
  const code = tag?.toLowerCase().split(/[^a-z]/)[0];
  return LANGUAGES.find((language) => language === code) ?? null;
}
