/**
 * Which language a visitor reads: the one in the address, the one chosen before, the browser's
 * first that the site has, or English.
 */
import { type Language, languageOf } from "./text";

const KEY = "language";
const PARAMETER = "lang";

/**
 * The language of this visit. `?lang=es` takes precedence, and lasts for this tab even when the
 * next page's address no longer has it, except in a frame on somebody else's page, which keeps
 * nothing; a choice made at the foot of a page is kept on this device.
 */
export function chosenLanguage(): Language {
  const asked = languageOf(new URLSearchParams(window.location.search).get(PARAMETER));
  if (asked !== null && window.parent === window) keep("sessionStorage", asked);
  const preferred = navigator.languages.map(languageOf).find((language) => language !== null);
  return asked ?? kept("sessionStorage") ?? kept("localStorage") ?? preferred ?? "en";
}

/**
 * Keeps the choice on this device and reloads the page in it. If nothing can be kept, the address
 * carries it.
 */
export function chooseLanguage(language: Language): void {
  keep("sessionStorage", null);
  const address = new URL(window.location.href);
  if (keep("localStorage", language)) address.searchParams.delete(PARAMETER);
  else address.searchParams.set(PARAMETER, language);
  if (address.href === window.location.href) window.location.reload();
  else window.location.replace(address);
}

type StorageName = "sessionStorage" | "localStorage";

function kept(storage: StorageName): Language | null {
  try {
    return languageOf(window[storage].getItem(KEY));
  } catch {
    return null;
  }
}

/** Returns false if the browser keeps nothing. */
function keep(storage: StorageName, language: Language | null): boolean {
  try {
    if (language === null) window[storage].removeItem(KEY);
    else window[storage].setItem(KEY, language);
    return true;
  } catch {
    return false;
  }
}
