/** Phone numbers in the text-alert forms (pages.md B9). */

/** Ten digits to send, or the message to show. */
export type PhoneCheck = { valid: true; digits: string } | { valid: false; message: string };

export const PHONE_REQUIRED = "Phone number is required.";
export const PHONE_NOT_VALID = "Phone number not valid. 10 digits expected. Ex: 123-555-1234 1235551234 etc.";

const PHONE = /^(?:\+?1[ -]?)?(?:\(([0-9]{3})\)|([0-9]{3}))[ -]?([0-9]{3})[ -]?([0-9]{4})$/;

/** Checks what was typed; surrounding blanks do not count, a leading 1 is not sent. */
export function checkPhone(text: string): PhoneCheck {
  const trimmed = text.trim();
  if (trimmed === "") return { valid: false, message: PHONE_REQUIRED };
  const match = PHONE.exec(trimmed);
  if (match === null) return { valid: false, message: PHONE_NOT_VALID };
  return { valid: true, digits: match.slice(1).join("") };
}
