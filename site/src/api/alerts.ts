import { tell } from "./http";

/** The runner a text alert is about, and the phone that gets it. */
interface Subscription {
  slug: string;
  year: string;
  bib: string;
  first: string;
  last: string;
  /** Ten digits. */
  phone: string;
  /** The wording that was agreed to (text/consent.ts). */
  consent: { wording: string };
}

/** `POST sms/add`. */
export function subscribe(subscription: Subscription): Promise<void> {
  return tell("sms/add", { ...subscription });
}

/** `POST sms/remove`: every subscription of the phone for the year. */
export function unsubscribe(slug: string, year: string, phone: string): Promise<void> {
  return tell("sms/remove", { slug, year, phone });
}
