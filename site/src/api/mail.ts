import { tell } from "./http";

/** `POST blocked/emails/add`: no more e-mails to this address. */
export function blockEmail(email: string): Promise<void> {
  return tell("blocked/emails/add", { email });
}

/** `POST blocked/emails/unblock`: e-mails to this address are welcome again. */
export function unblockEmail(email: string): Promise<void> {
  return tell("blocked/emails/unblock", { email });
}
