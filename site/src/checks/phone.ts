/** Phone numbers in the text-alert forms (pages.md B9). */

import { withoutInvisible } from "../format/text";
import { consent } from "../text/consent";

/** Ten digits to send, or the message to show. */
type PhoneCheck = { valid: true; digits: string } | { valid: false; message: string };

/** At most one blank, dash or dot; the server has the same (functions/domain/src/phone.rs). */
const SEPARATOR = "[ \\u00a0\\u2000-\\u200a\\u202f\\u3000\\-\\u2010-\\u2015\\u2212.·]?";
const PHONE = new RegExp(
  ["^(?:\\+?1", ")?(?:\\(([0-9]{3})\\)|([0-9]{3}))", "([0-9]{3})", "([0-9]{4})$"].join(SEPARATOR),
);

/** Checks a typed number, but for blanks and a leading 1; `words` say what is wrong. */
export function checkPhone(typed: string, words = consent.phone): PhoneCheck {
  const trimmed = withoutInvisible(typed).trim();
  if (trimmed === "") return { valid: false, message: words.required };
  const match = PHONE.exec(trimmed);
  if (match === null) return { valid: false, message: words.notValid };
  return { valid: true, digits: match.slice(1).join("") };
}
