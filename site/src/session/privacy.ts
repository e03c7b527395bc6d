/** Requests of a year's runners about their own data, as its organiser sees them (api.md 4.16). */
import type { Schemas, Wire } from "../api/calls";
import { type Wish, wishOf } from "../api/privacy";
import { number, objects, text } from "../api/types";
import { ABOUT_AN_EVENT, accountSession } from "./client";

/** How the identity of the person asking is proven, by the server's names. */
const PROOFS = ["birthdate_and_mobile", "birthdate", "none"] as const;

type Proof = (typeof PROOFS)[number];

/** The state of a request, by the server's names. */
const STATES = ["open", "granted", "refused", "withdrawn"] as const;

type RequestState = (typeof STATES)[number];

export type Decision = "grant" | "refuse" | "withdraw";

/** The requests that change what is shown once granted; a correction does not. */
type Shown = Exclude<Wish, "correction">;

/**
 * Whom something is about; the names are those in the participant list, "" if it does not say whose
 * the bib is.
 */
interface About<Of extends Wish = Wish> {
  id: string;
  bib: string;
  first: string;
  last: string;
  wish: Of;
}

export interface RunnerRequest extends About {
  proof: Proof;
  /** For a correction: what is wrong. */
  text: string;
  /** An e-mail address, or "". */
  contact: string;
  /** Unix seconds. */
  askedAt: number;
  state: RequestState;
  /** Unix seconds; 0 while it is open. */
  decidedAt: number;
  decidedBy: string;
}

/** A wish that is in effect. */
interface GrantedWish extends About<Shown> {
  /** Unix seconds. */
  since: number;
  by: string;
}

/** Another year in which a runner was found. */
export type OtherYear = Schemas["OtherYear"];

export interface PrivacyState {
  requests: readonly RunnerRequest[];
  granted: readonly GrantedWish[];
  otherYears: readonly OtherYear[];
}

/** `POST r/privacy/requests`; with the `id` of a request also the other years of its runner. */
export async function readRequests(slug: string, year: string, id = ""): Promise<PrivacyState> {
  return stateOf(
    await accountSession.post("r/privacy/requests", { slug, year, id }, ABOUT_AN_EVENT),
  );
}

/** `POST r/privacy/decide`. `years` are other years to which the decision also applies. */
export async function decideRequest(
  slug: string,
  year: string,
  id: string,
  decision: Decision,
  years: string[],
): Promise<PrivacyState> {
  return stateOf(
    await accountSession.post(
      "r/privacy/decide",
      { slug, year, id, decision, years },
      ABOUT_AN_EVENT,
    ),
  );
}

function stateOf({
  requests,
  granted,
  other_years: others,
}: Wire<Schemas["PrivacyState"]>): PrivacyState {
  return {
    requests: objects(requests).flatMap(readRequest),
    granted: objects(granted).flatMap(readGranted),
    otherYears: objects(others).map((other) => ({
      year: text(other.year),
      bib: text(other.bib),
      granted: other.granted === true,
    })),
  };
}

/** Null for a wish that the site does not know. */
function readAbout({
  id,
  bib,
  first,
  last,
  wish,
}: Wire<Pick<Schemas["RunnerRequest"], keyof About>>): About | null {
  const known = wishOf(wish);
  return known === null
    ? null
    : { id: text(id), bib: text(bib), first: text(first), last: text(last), wish: known };
}

function readRequest(json: Wire<Schemas["RunnerRequest"]>): RunnerRequest[] {
  const about = readAbout(json);
  if (about === null) return [];
  return [
    {
      ...about,
      proof: PROOFS.find((proof) => proof === json.proof) ?? "none",
      text: text(json.text),
      contact: text(json.contact),
      askedAt: number(json.asked_at),
      state: STATES.find((state) => state === json.state) ?? "open",
      decidedAt: number(json.decided_at),
      decidedBy: text(json.decided_by),
    },
  ];
}

function readGranted(json: Wire<Schemas["GrantedWish"]>): GrantedWish[] {
  const about = readAbout(json);
  if (about === null || about.wish === "correction") return [];
  return [{ ...about, wish: about.wish, since: number(json.since), by: text(json.by) }];
}
