/**
 * The texts of the visit. Read them where something is drawn, never while a file is loaded: the
 * language may not be there yet.
 */
import { en } from "./en";
import { writeAs } from "./intl";

/** Every text, in the shape that every language has. */
export type Text = typeof en;

/** The languages of the site, each by its code (BCP 47). */
export const LANGUAGES = ["en", "es"] as const;

export type Language = (typeof LANGUAGES)[number];

/** The texts in the language of the visit; English until {@link speak} has brought another. */
export let text: Text = en;

/** The language of {@link text}. */
export let spoken: Language = "en";

/** Only English comes with the first files. */
const OTHERS: Readonly<Record<Exclude<Language, "en">, () => Promise<Text>>> = {
  es: () => import("./es").then(({ es }) => es),
};

/**
 * Brings the texts of a language, and numbers, dates and hours as the visitor's own locales have
 * them (`locales`, most wanted first). Answers the language spoken from now on: English, when the
 * other cannot be loaded.
 */
export async function speak(wanted: Language, locales: readonly string[]): Promise<Language> {
  const [found, language] = await textsOf(wanted);
  text = found;
  spoken = language;
  writeAs(locales.find((tag) => languageOf(tag) === language) ?? language, locales[0] ?? language);
  return language;
}

async function textsOf(wanted: Language): Promise<[Text, Language]> {
  if (wanted === "en") return [en, "en"];
  try {
    return [await OTHERS[wanted](), wanted];
  } catch {
    return [en, "en"];
  }
}

/** The site's language of a locale: "es" of "es-MX"; null for languages the site does not have. */
export function languageOf(tag: string | null): Language | null {
  const code = tag?.toLowerCase().split("-")[0];
  return LANGUAGES.find((language) => language === code) ?? null;
}
