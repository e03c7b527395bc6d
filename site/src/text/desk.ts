/** The texts of the event desk: fetched with it, so that neither visitors nor the other staff pages pay for them. */
import { chosenLanguage } from "./choice";
import type { desk as english } from "./en/desk";
import type { Language } from "./text";

/** Every text of the desk, in the shape that every language has. */
export type DeskText = typeof english;

/** The texts in the language of the visit. There once {@link speakDesk} is done, which the pages of the desk wait for. */
export let desk: DeskText;

const LANGUAGES: Readonly<Record<Language, () => Promise<{ desk: DeskText }>>> = {
  en: () => import("./en/desk"),
  es: () => import("./es/desk"),
};

/** Brings the texts; in English where those of the language cannot be loaded. */
export async function speakDesk(): Promise<void> {
  ({ desk } = await LANGUAGES[chosenLanguage()]().catch(LANGUAGES.en));
}
