/** Events and their years, for the people who manage them (api.md 4.10, 4.14). */
import type { Schemas, Wire } from "../api/calls";
import { Failure } from "../api/failure";
import { getFile } from "../api/http";
import { isObject, number, objects, readYear, text, type Year } from "../api/types";
import { ABOUT_AN_EVENT, accountSession, unlessRefused } from "./client";

/** Everything that its owner sets for an event. */
export interface EventSettings {
  name: string;
  /** Its part of every address; cannot be changed. */
  slug: string;
  /** "distance", "time" or "backyardultra"; old events may have "". */
  type: string;
  /** Public. */
  contactEmail: string;
  /** Name for certificates; may be empty. */
  certName: string;
  /** An address, or "". */
  website: string;
  /** The address of a picture, or "". */
  image: string;
  /** The race's own face: `#rrggbb`, the https address of a picture, a line; each may be "". */
  accentColor: string;
  logo: string;
  sponsor: string;
  /** Whether only its owner's programs can read it. */
  restricted: boolean;
}

export interface YearState {
  year: string;
  /** 0 when nothing is published. */
  version: number;
  /** When that version was made (ISO); "" when nothing is published. */
  updatedAt: string;
  /** The number of all rows; pages show only some of them. */
  rows: number;
  people: number;
  /**
   * When the newest row or participant was received, including deleted ones, in unix seconds; 0 if
   * there is none.
   */
  lastUpload: number;
}

/** The clock of the machine that answers, by which keys, sign-ins and texts go. */
export interface ServerClock extends Omit<Schemas["ServerClock"], "fault"> {
  /**
   * Its suspected fault: it shows a time before the program was made, it is behind something that
   * was uploaded, or it went forward in the last hours; "" without one.
   */
  fault: "" | "unset" | "behind" | "forward";
}

const CLOCK_FAULTS = ["unset", "behind", "forward"] as const;

/**
 * The right to an event: to change it as its owner or as an administrator; or only to check people
 * in, for an account that is linked to the owner's.
 */
type Right = "own" | "admin" | "linked";

/** An event, as far as the account may see it. */
export interface Desk {
  right: Right;
  event: EventSettings;
  /** Oldest first; empty for a linked account, which cannot read them. */
  years: Year[];
  /** The owner's e-mail, where an administrator had to enter it; else "". */
  ownerEmail: string;
}

function readSettings(json: Wire<Schemas["Event"]>): EventSettings {
  return {
    name: text(json.name),
    slug: text(json.slug),
    type: text(json.type),
    contactEmail: text(json.contact_email),
    certName: text(json.cert_name),
    website: text(json.website),
    image: text(json.image),
    accentColor: text(json.accent_color),
    logo: text(json.logo),
    sponsor: text(json.sponsor),
    restricted: json.access_restricted === true,
  };
}

/** An old event without a type is a distance event. */
function writtenEvent({
  contactEmail,
  certName,
  restricted,
  type,
  accentColor,
  ...same
}: EventSettings) {
  return {
    ...same,
    type: type === "" ? "distance" : type,
    contact_email: contactEmail,
    cert_name: certName,
    access_restricted: restricted,
    accent_color: accentColor,
  };
}

/** Without the statement about its results, which then stays as stored. */
function writtenYear({ year, dateTime, live, daysAllowed, rankingType }: Year) {
  return { year, live, date_time: dateTime, days_allowed: daysAllowed, ranking_type: rankingType };
}

/** The event of an answer, which must have one. */
function eventOf(answer: { event?: Wire<Schemas["Event"]> }): EventSettings {
  if (!isObject(answer.event)) throw new Failure(200);
  return readSettings(answer.event);
}

/** The year of an answer, which must have one. */
function yearOf(answer: { event_year?: Wire<Schemas["Year"]> }): Year {
  if (!isObject(answer.event_year)) throw new Failure(200);
  return readYear(answer.event_year);
}

/**
 * `POST r/event`: one's own events and those of accounts that linked this one; for administrators
 * also those of another account.
 */
async function readEvents(accountEmail = ""): Promise<EventSettings[]> {
  const answer = await accountSession.post(
    "r/event",
    accountEmail === "" ? {} : { account_email: accountEmail },
  );
  return objects(answer.events).map(readSettings);
}

/**
 * The name of an event among one's own; an administrator sees the slug for other people's events.
 */
export async function readEventName(slug: string): Promise<string> {
  return (await readEvents()).find((event) => event.slug === slug)?.name ?? slug;
}

/** `POST r/event/add`: adds an event of one's own; for administrators also for another account. */
export async function addEvent(event: EventSettings, accountEmail = ""): Promise<EventSettings> {
  return eventOf(
    await accountSession.post("r/event/add", {
      event: writtenEvent(event),
      ...(accountEmail !== "" && { account_email: accountEmail }),
    }),
  );
}

/** `PUT r/event/update`: changes everything but the slug. */
export async function updateEvent(event: EventSettings): Promise<EventSettings> {
  return eventOf(
    await accountSession.put("r/event/update", { event: writtenEvent(event) }, ABOUT_AN_EVENT),
  );
}

/** `DELETE r/event/delete`: deletes an event with all its years. */
export async function deleteEvent(slug: string): Promise<void> {
  await accountSession.delete("r/event/delete", { slug }, ABOUT_AN_EVENT);
}

/** `POST r/event-year`: reads the years, oldest first. */
export async function readYears(slug: string): Promise<Year[]> {
  return objects((await accountSession.post("r/event-year", { slug }, ABOUT_AN_EVENT)).years).map(
    readYear,
  );
}

/** `POST r/event-year/add`. */
export async function addYear(slug: string, year: Year): Promise<Year> {
  return yearOf(
    await accountSession.post(
      "r/event-year/add",
      { slug, event_year: writtenYear(year) },
      ABOUT_AN_EVENT,
    ),
  );
}

/** `PUT r/event-year/update`: changes everything but the key. */
export async function updateYear(slug: string, year: Year): Promise<Year> {
  return yearOf(
    await accountSession.put(
      "r/event-year/update",
      { slug, event_year: writtenYear(year) },
      ABOUT_AN_EVENT,
    ),
  );
}

/**
 * Updates a year and states about its results that they are official from now on, unofficial, or
 * nothing.
 */
export async function declareResults(
  slug: string,
  year: Year,
  said: "now" | "unofficial" | "",
): Promise<Year> {
  return yearOf(
    await accountSession.put(
      "r/event-year/update",
      { slug, event_year: { ...writtenYear(year), official: said } },
      ABOUT_AN_EVENT,
    ),
  );
}

/** `DELETE r/event-year/delete`. */
export async function deleteYear(slug: string, year: string): Promise<void> {
  await accountSession.delete("r/event-year/delete", { slug, year }, ABOUT_AN_EVENT);
}

/** `POST r/event/state`: what is published of each year, oldest year first, and the clock. */
export async function readState(slug: string): Promise<{ years: YearState[]; clock: ServerClock }> {
  const answer = await accountSession.post("r/event/state", { slug }, ABOUT_AN_EVENT);
  const years = objects(answer.years).map((json) => ({
    year: text(json.year),
    version: number(json.version),
    updatedAt: text(json.updated_at),
    rows: number(json.rows),
    people: number(json.people),
    lastUpload: number(json.last_upload),
  }));
  // An older server does not tell.
  const clock = isObject(answer.clock) ? answer.clock : {};
  const fault = CLOCK_FAULTS.find((known) => known === clock.fault) ?? "";
  return { years, clock: { now: number(clock.now), fault, by: number(clock.by) } };
}

/**
 * An event and what may be done with it. Null if an administrator has to say whose it is: a
 * restricted event without years is only in its owner's list.
 */
export async function openDesk(slug: string, ownerEmail = ""): Promise<Desk | null> {
  const [mine, years] = await Promise.all([readEvents(), unlessRefused(readYears(slug))]);
  const listed = mine.find((event) => event.slug === slug);
  if (years === null && listed === undefined) throw new Failure(401);
  if (listed !== undefined)
    return {
      right: years === null ? "linked" : "own",
      event: listed,
      years: years ?? [],
      ownerEmail,
    };
  const event =
    ownerEmail === ""
      ? await eventOfOthers(slug, years?.length !== 0)
      : (await readEvents(ownerEmail)).find((one) => one.slug === slug);
  return event === undefined ? null : { right: "admin", event, years: years ?? [], ownerEmail };
}

/** The current settings of an event; null when it is gone. */
export async function readEventNow({
  event: { slug },
  ownerEmail,
}: Desk): Promise<EventSettings | null> {
  return (await openDesk(slug, ownerEmail))?.event ?? null;
}

/** The current state of a year; null when it is gone. */
export async function readYearNow(slug: string, year: string): Promise<Year | null> {
  return (await readYears(slug)).find((one) => one.year === year) ?? null;
}

/** Later than any participant was written, so that the answer has the event but no participants. */
const NEVER = 253_402_300_799;

/**
 * An event that is not among one's own: if it has years, from the route that returns it along with
 * participants, else from the published list.
 */
async function eventOfOthers(slug: string, hasYears: boolean): Promise<EventSettings | undefined> {
  if (hasYears)
    return eventOf(
      await accountSession.post(
        "r/participants",
        { slug, limit: 1, updated_after: NEVER },
        ABOUT_AN_EVENT,
      ),
    );
  const { events } = await getFile("results/index.json", { cache: "no-cache" });
  return objects(events)
    .map(readSettings)
    .find((event) => event.slug === slug);
}
