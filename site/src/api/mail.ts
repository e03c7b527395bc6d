import { tell } from "./http";

/** `POST blocked/emails/add`: stops all e-mails to this address. */
export function blockEmail(email: string): Promise<void> {
  return tell("blocked/emails/add", { email });
}

/** `POST blocked/emails/unblock`: allows e-mails to this address again. */
export function unblockEmail(email: string): Promise<void> {
  return tell("blocked/emails/unblock", { email });
}
