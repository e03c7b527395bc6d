/** The texts of the board above the table of a backyard: fetched with them. */
import { chosenLanguage } from "./choice";
import type { board as english } from "./en/board";
import type { Language } from "./text";

/** Every text of it, in the shape that every language has. */
export type BoardText = typeof english;

/** The texts in the language of the visit. There once {@link withBoardText} has brought them, which the boards wait for. */
export let board: BoardText;

const LANGUAGES: Readonly<Record<Language, () => Promise<{ board: BoardText }>>> = {
  en: () => import("./en/board"),
  es: () => import("./es/board"),
};

/** Brings the texts, with the code that shows them; in English where those of the language cannot be loaded. */
export async function withBoardText<Code>(code: () => Promise<Code>): Promise<Code> {
  const [loaded, texts] = await Promise.all([code(), LANGUAGES[chosenLanguage()]().catch(LANGUAGES.en)]);
  ({ board } = texts);
  return loaded;
}
