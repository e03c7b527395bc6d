/** Participants as the people of a race see them (api.md 2.5, 4.13). */
import type { Schemas, Wire } from "./calls";
import { number, text } from "./types";

/** A complete participant: with birth date, and with the name even where it is not shown. */
export interface Participant {
  id: string;
  /** May be "". */
  bib: string;
  first: string;
  last: string;
  /** As it was sent. */
  birthdate: string;
  /** Free text. */
  gender: string;
  ageGroup: string;
  distance: string;
  anonymous: boolean;
  /** Wants a text at the finish. */
  smsEnabled: boolean;
  mobile: string;
  /** T-shirt. */
  apparel: string;
  /** Team, club or town; free text. */
  division: string;
  /** Unix seconds of the last write. */
  updatedAt: number;
  /** Unix seconds; 0 if not checked in. Returned by the check-in routes only. */
  checkedInAt?: number;
  /** Name of the account that checked them in. */
  checkedInBy?: string;
}

export function readParticipant(json: Wire<Schemas["CheckinParticipant"]>): Participant {
  return {
    id: text(json.id),
    bib: text(json.bib),
    first: text(json.first),
    last: text(json.last),
    birthdate: text(json.birthdate),
    gender: text(json.gender),
    ageGroup: text(json.age_group),
    distance: text(json.distance),
    anonymous: json.anonymous === true,
    smsEnabled: json.sms_enabled === true,
    mobile: text(json.mobile),
    apparel: text(json.apparel),
    division: text(json.division),
    updatedAt: number(json.updated_at),
    ...(typeof json.checked_in_at === "number" && {
      checkedInAt: json.checked_in_at,
      checkedInBy: text(json.checked_in_by),
    }),
  };
}

/** The fields of a participant that are sent. */
export function writtenParticipant({
  id,
  bib,
  first,
  last,
  birthdate,
  gender,
  ageGroup,
  distance,
  anonymous,
  smsEnabled,
  mobile,
  apparel,
  division,
}: Participant) {
  return {
    id,
    bib,
    first,
    last,
    birthdate,
    gender,
    age_group: ageGroup,
    distance,
    anonymous,
    sms_enabled: smsEnabled,
    mobile,
    apparel,
    division,
  };
}
