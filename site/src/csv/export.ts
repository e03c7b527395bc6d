/**
 * Participants as a file: everything known about them, in columns that an import reads back without
 * a change.
 */
import type { Participant } from "../api/participant";
import { csvText, SEPARATORS, SIGNS } from "./csv-text";

/** Headings, named like the fields in the contract. */
const HEAD = [
  "id",
  "bib",
  "first",
  "last",
  "birthdate",
  "gender",
  "age_group",
  "distance",
  "anonymous",
  "sms_enabled",
  "mobile",
  "apparel",
  "checked_in_at",
  "checked_in_by",
  "updated_at",
] as const;

/** The text of the file, without the byte order mark. */
export function participantsCsv(participants: readonly Participant[]): string {
  return csvText(
    HEAD,
    participants.map((participant) => {
      const {
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
      } = participant;
      return [
        ...[id, bib, first, last, birthdate, gender, ageGroup, distance].map(reversible),
        String(anonymous),
        String(smsEnabled),
        ...[mobile, apparel].map(reversible),
        instant(participant.checkedInAt),
        reversible(participant.checkedInBy ?? ""),
        instant(participant.updatedAt),
      ];
    }),
  );
}

const GUARDED = new RegExp(
  `^\\s*(?='+(?:${SIGNS}|[\\t\\r\\n]))|${SEPARATORS}(?='+"*${SIGNS})`,
  "g",
);

/**
 * A cell that already looks as if it had been kept from running gets one more apostrophe, so that
 * reading it back removes only that one.
 */
function reversible(value: string): string {
  return value.replace(GUARDED, "$&'");
}

/** "2026-05-02T14:03:11Z"; "" for none. */
function instant(seconds = 0): string {
  return seconds === 0 ? "" : new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}
