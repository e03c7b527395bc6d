/** The texts of the awards desk and of the arrivals: fetched with them. */
import { chosenLanguage } from "./choice";
import type { announcer as english } from "./en/announcer";
import type { Language } from "./text";

/** Every text of it, in the shape that every language has. */
export type AnnouncerText = typeof english;

/** The texts in the language of the visit. There once {@link withAnnouncerText} has brought them, which both wait for. */
export let announcer: AnnouncerText;

const LANGUAGES: Readonly<Record<Language, () => Promise<{ announcer: AnnouncerText }>>> = {
  en: () => import("./en/announcer"),
  es: () => import("./es/announcer"),
};

/** Brings the texts, with the code that shows them; in English where those of the language cannot be loaded. */
export async function withAnnouncerText<Code>(code: () => Promise<Code>): Promise<Code> {
  const [loaded, texts] = await Promise.all([code(), LANGUAGES[chosenLanguage()]().catch(LANGUAGES.en)]);
  ({ announcer } = texts);
  return loaded;
}
