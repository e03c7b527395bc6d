/** Errors of fields (pages.md B9); "" when there is none. */
import { staff } from "../../../text/staff";

const MIN_PASSWORD = 8;

/** Checks a name, ignoring surrounding blanks. */
export function nameProblem(name: string): string {
  return name.trim() === "" ? staff.account.noName : "";
}

/** Checks an e-mail address: something around one "@", a dot after it, no inner blanks. */
export function emailProblem(email: string): string {
  const trimmed = email.trim();
  if (trimmed === "") return staff.account.noEmail;
  return /^[^@\s]+@[^@\s]*\.[^@\s]*$/.test(trimmed) ? "" : staff.account.badEmail;
}

/** Checks a new password, counting characters as the server does. */
export function newPasswordProblem(password: string): string {
  if (password === "") return staff.account.noPassword;
  return Array.from(password).length < MIN_PASSWORD ? staff.account.shortPassword : "";
}

export function repeatProblem(password: string, again: string): string {
  if (again === "") return staff.account.noRepeat;
  return again === password ? "" : staff.account.noMatch;
}
