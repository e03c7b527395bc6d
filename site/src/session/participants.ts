/**
 * The participants of an event year, for the people who check them in and for its organisers
 * (api.md 4.11, 4.13).
 */
import { Failure } from "../api/failure";
import { type Participant, readParticipant, writtenParticipant } from "../api/participant";
import { isObject, objects, text } from "../api/types";
import { ABOUT_AN_EVENT, accountSession } from "./client";

export interface Roster {
  event: string;
  slug: string;
  year: string;
  participants: Participant[];
}

/** The answer to a write. */
export interface Written {
  /** Those that were accepted, as they are now. */
  participants: Participant[];
  /** Everybody changed since the request's `since`. */
  updated: Participant[];
}

/**
 * `POST r/checkin`, page by page: everybody, including who is checked in. Without a year: the
 * latest.
 */
export async function readRoster(slug: string, year?: string): Promise<Roster> {
  const participants: Participant[] = [];
  for (let after = ""; ; ) {
    // oxlint-disable-next-line no-await-in-loop -- each page says where the next one begins
    const answer = await accountSession.post(
      "r/checkin",
      { slug, ...(year !== undefined && { year }), ...(after !== "" && { after }) },
      ABOUT_AN_EVENT,
    );
    if (!isObject(answer.event) || !isObject(answer.year)) throw new Failure(200);
    participants.push(...objects(answer.participants).map(readParticipant));
    after = text(answer.next);
    if (after === "")
      return {
        event: text(answer.event.name),
        slug: text(answer.event.slug),
        year: text(answer.year.year),
        participants,
      };
  }
}

/** `POST r/participants/add-many`: those that the server refuses are missing in its answer. */
export function addParticipants(
  slug: string,
  year: string,
  participants: readonly Participant[],
  since: number,
): Promise<Written> {
  return write("r/participants/add-many", slug, year, participants, since);
}

/**
 * `POST r/participants/update-many`: 404 if one of them no longer exists; then nothing is written.
 */
export function updateParticipants(
  slug: string,
  year: string,
  participants: readonly Participant[],
  since: number,
): Promise<Written> {
  return write("r/participants/update-many", slug, year, participants, since);
}

async function write(
  path: "r/participants/add-many" | "r/participants/update-many",
  slug: string,
  year: string,
  participants: readonly Participant[],
  since: number,
): Promise<Written> {
  const answer = await accountSession.post(
    path,
    { slug, year, participants: participants.map(writtenParticipant), updated_after: since },
    ABOUT_AN_EVENT,
  );
  return {
    participants: objects(answer.participants).map(readParticipant),
    updated: objects(answer.updated_participants).map(readParticipant),
  };
}
