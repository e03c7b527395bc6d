import type { Language } from "./text";

/**
 * The message to browsers that are too old for the site (pages.md D10). No other text can be loaded
 * there: the script that shows it has all languages (oldest/too-old.js), and writes the browsers
 * between `needs` and `after`.
 */
export const TOO_OLD: Readonly<
  Record<Language, Record<"title" | "needs" | "after" | "file", string>>
> = {
  en: {
    title: "This browser is too old for this page",
    needs: "It needs one of these, or a later version: ",
    after: ". Update this browser, or open the page in another one.",
    file: "Results as a file (CSV)",
  },
  es: {
    title: "Este navegador es demasiado antiguo para esta página",
    needs: "Hace falta uno de estos, o una versión posterior: ",
    after: ". Actualiza este navegador o abre la página en otro.",
    file: "Resultados en un archivo (CSV)",
  },
};
