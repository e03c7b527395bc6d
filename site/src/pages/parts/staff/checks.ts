/** What is wrong with a field (pages.md B9); "" when nothing is. */
import { staff } from "../../../text/staff";

const MIN_PASSWORD = 8;

/** A name, blanks around it left out. */
export function nameProblem(name: string): string {
  return name.trim() === "" ? staff.account.noName : "";
}

/** An e-mail: something around one "@", a dot behind it, no blanks but those around it. */
export function emailProblem(email: string): string {
  const trimmed = email.trim();
  if (trimmed === "") return staff.account.noEmail;
  return /^[^@\s]+@[^@\s]*\.[^@\s]*$/.test(trimmed) ? "" : staff.account.badEmail;
}

/** A new password, counted in characters as the server does. */
export function newPasswordProblem(password: string): string {
  if (password === "") return staff.account.noPassword;
  return Array.from(password).length < MIN_PASSWORD ? staff.account.shortPassword : "";
}

/** A new password once more. */
export function repeatProblem(password: string, again: string): string {
  if (again === "") return staff.account.noRepeat;
  return again === password ? "" : staff.account.noMatch;
}
