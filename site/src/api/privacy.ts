/** Runners' requests about their own data (api.md 4.16). */
import { tell } from "./http";

/** The possible requests, by the server's names. */
export const WISHES = ["initials", "no_age", "hidden", "correction"] as const;

export type Wish = (typeof WISHES)[number];

/** The wish of this name; null when there is none. */
export function wishOf(name: unknown): Wish | null {
  return WISHES.find((wish) => wish === name) ?? null;
}

/** A request, with the details that prove who is asking. */
export interface PrivacyRequest {
  slug: string;
  year: string;
  bib: string;
  wish: Wish;
  /** For a correction: what is wrong. */
  text: string;
  /** YYYY-MM-DD. */
  birthdate: string;
  /** As typed; may be empty. */
  mobile: string;
  /** An e-mail address, or "". */
  contact: string;
}

/** `POST privacy/ask`. Success does not mean that the details were right. */
export function askPrivacy(request: PrivacyRequest): Promise<void> {
  return tell("privacy/ask", { ...request });
}
