/** Phone numbers in the text-alert forms (pages.md B9). */

import { text } from "../text/text";

/** Ten digits to send, or the message to show. */
export type PhoneCheck = { valid: true; digits: string } | { valid: false; message: string };

const PHONE = /^(?:\+?1[ -]?)?(?:\(([0-9]{3})\)|([0-9]{3}))[ -]?([0-9]{3})[ -]?([0-9]{4})$/;

/** Checks what was typed; surrounding blanks do not count, a leading 1 is not sent. */
export function checkPhone(typed: string): PhoneCheck {
  const trimmed = typed.trim();
  if (trimmed === "") return { valid: false, message: text.alerts.phoneRequired };
  const match = PHONE.exec(trimmed);
  if (match === null) return { valid: false, message: text.alerts.phoneNotValid };
  return { valid: true, digits: match.slice(1).join("") };
}
