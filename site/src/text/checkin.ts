/** The texts of the check-in page: fetched with it. */
import { chosenLanguage } from "./choice";
import type { checkin as english } from "./en/checkin";
import type { Language } from "./text";

/** Every text of the page, in the shape that every language has. */
export type CheckinText = typeof english;

/** The texts in the language of the visit. There once {@link speakCheckin} is done, which the page waits for. */
export let checkin: CheckinText;

const LANGUAGES: Readonly<Record<Language, () => Promise<{ checkin: CheckinText }>>> = {
  en: () => import("./en/checkin"),
  es: () => import("./es/checkin"),
};

/** Brings the texts; in English where those of the language cannot be loaded. */
export async function speakCheckin(): Promise<void> {
  ({ checkin } = await LANGUAGES[chosenLanguage()]().catch(LANGUAGES.en));
}
