/** Check-in of an event year by session (api.md 4.13). */
import type { Schemas, Wire } from "../api/calls";
import { Failure } from "../api/failure";
import { type Participant as Stored, readParticipant as readStored } from "../api/participant";
import {
  isObject,
  number,
  objects,
  type RaceEvent,
  readEvent,
  readYear,
  text,
  texts,
  type Year,
} from "../api/types";
import { ABOUT_AN_EVENT, accountSession } from "./client";

/** The fields of a participant that check-in can change. */
export interface DeskEntry
  extends Omit<Stored, "id" | "updatedAt" | "checkedInAt" | "checkedInBy"> {
  checkedIn: boolean;
}

export type Field = keyof DeskEntry;

/**
 * The source of somebody's anonymity: a list of the timing program, a list sent by an account, or
 * an edit at the desk; "" if they are not anonymous, or if it is not known.
 */
export type AnonymousBy = "program" | "account" | "desk" | "";

/** A participant as seen at the desk: with the name even of anonymous people. */
export interface Participant extends DeskEntry {
  id: string;
  anonymousBy: AnonymousBy;
  /** Unix seconds of the last write. */
  updatedAt: number;
  /** Unix seconds; 0 for somebody who is not checked in. */
  checkedInAt: number;
  /** Name of the account that checked them in; "" for somebody who is not checked in. */
  checkedInBy: string;
}

/** Each field's name on the wire. */
const WIRE: Readonly<Record<Field, string>> = {
  bib: "bib",
  first: "first",
  last: "last",
  birthdate: "birthdate",
  gender: "gender",
  ageGroup: "age_group",
  distance: "distance",
  anonymous: "anonymous",
  smsEnabled: "sms_enabled",
  mobile: "mobile",
  apparel: "apparel",
  division: "division",
  checkedIn: "checked_in",
};

const FIELDS = Object.keys(WIRE) as readonly Field[];

export interface CheckinPage {
  event: RaceEvent;
  year: Year;
  /** When the request was received, in unix seconds. */
  now: number;
  /** Whether it is part of the whole list; otherwise it has only what was written since. */
  whole: boolean;
  participants: Participant[];
  /** Ids of participants that no longer exist. */
  gone: string[];
  /** Every bib whose runner was granted not to be named. */
  hidden: string[];
  /** The `after` for requesting the rest; "" when this is all. */
  next: string;
}

/** A request for the list. */
export interface PageRequest {
  slug: string;
  /** The latest if left out. */
  year?: string;
  /** Only what was written since, in unix seconds. */
  updatedAfter?: number;
  /** Only those after this id. */
  after?: string;
}

/**
 * A change of one participant: the old and the new values of the same fields; `before` is null for
 * somebody new.
 */
interface ChangeRequest {
  id: string;
  before: Partial<DeskEntry> | null;
  after: Partial<DeskEntry>;
  /** When somebody was checked in, in unix seconds. */
  checkedInAt?: number;
}

/**
 * One edit. `device` identifies its queue, in which `number` increases, so that a repeated edit is
 * applied once.
 */
export interface EditRequest {
  slug: string;
  year: string;
  device: string;
  number: number;
  changes: readonly ChangeRequest[];
}

/** The fields that somebody else has changed meanwhile; "id" if the id of somebody new is taken. */
export interface Clash {
  id: string;
  fields: readonly (Field | "id")[];
  /** The participant as stored; null if nobody has the id. */
  participant: Participant | null;
}

/**
 * The outcome of an edit: applied, with the current participants; or a conflict, in which case
 * nothing was written.
 */
export type EditAnswer =
  | { done: true; participants: Participant[] }
  | { done: false; clashes: Clash[] };

const CONFLICT = 409;

/** `POST r/checkin`. */
export async function readCheckin({
  slug,
  year,
  updatedAfter,
  after,
}: PageRequest): Promise<CheckinPage> {
  const answer = await accountSession.post(
    "r/checkin",
    { slug, year, updated_after: updatedAfter, after },
    ABOUT_AN_EVENT,
  );
  if (!isObject(answer.event) || !isObject(answer.year) || !Array.isArray(answer.participants))
    throw new Failure(200);
  return {
    event: readEvent(answer.event),
    year: readYear(answer.year),
    now: number(answer.now),
    whole: answer.whole === true,
    participants: objects(answer.participants).map(readParticipant),
    gone: texts(answer.gone),
    hidden: texts(answer.hidden),
    next: text(answer.next),
  };
}

/**
 * `POST r/checkin/change`. An answer that is not one of ours (such as the login page of a network)
 * is a failure: the edit is not applied.
 */
export async function sendEdit({
  slug,
  year,
  device,
  number: of,
  changes,
}: EditRequest): Promise<EditAnswer> {
  const request = { slug, year, device, number: of, changes: changes.map(written) };
  const answer = await accountSession.post("r/checkin/change", request, {
    ...ABOUT_AN_EVENT,
    takes: [CONFLICT],
  });
  if (Array.isArray(answer.conflicts))
    return { done: false, clashes: objects(answer.conflicts).map(readClash) };
  const participants = objects(answer.participants).map(readParticipant);
  if (participants.length === changes.length) return { done: true, participants };
  throw new Failure(text(answer.message) === "" ? 200 : CONFLICT, text(answer.message));
}

/** `POST r/event/state`: the years of an event, oldest first. */
export async function readYears(slug: string): Promise<string[]> {
  const answer = await accountSession.post("r/event/state", { slug }, ABOUT_AN_EVENT);
  return objects(answer.years).map(({ year }) => text(year));
}

const BY: readonly AnonymousBy[] = ["program", "account", "desk"];

function readParticipant(json: Wire<Schemas["CheckinParticipant"]>): Participant {
  const { checkedInAt = 0, checkedInBy = "", ...stored } = readStored(json);
  const anonymousBy = BY.find((word) => word === json.anonymous_by) ?? "";
  return { ...stored, anonymousBy, checkedIn: checkedInAt > 0, checkedInAt, checkedInBy };
}

function readClash(json: Wire<Schemas["CheckinConflict"]>): Clash {
  const names = texts(json.fields);
  return {
    id: text(json.id),
    fields: names.includes("id") ? ["id"] : FIELDS.filter((field) => names.includes(WIRE[field])),
    participant: isObject(json.participant) ? readParticipant(json.participant) : null,
  };
}

function written({ id, before, after, checkedInAt }: ChangeRequest): object {
  const at =
    after.checkedIn === true && checkedInAt !== undefined ? { checked_in_at: checkedInAt } : {};
  return {
    id,
    ...(before !== null && { before: onWire(before) }),
    after: { ...onWire(after), ...at },
  };
}

function onWire(values: Partial<DeskEntry>): object {
  return Object.fromEntries(
    FIELDS.filter((field) => field in values).map((field) => [WIRE[field], values[field]]),
  );
}
