/** Participants as a file, with columns that an import reads back without a change. */
import { type Participant, writtenParticipant } from "../api/participant";
import { asText, csvText } from "./csv-text";

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
  "division",
  "checked_in_at",
  "checked_in_by",
  "updated_at",
] as const;

/** The text of the file, without the byte order mark. */
export function participantsCsv(participants: readonly Participant[]): string {
  return csvText(
    HEAD,
    participants.map((participant) => {
      const { bib, ageGroup, checkedInAt, checkedInBy = "", updatedAt } = participant;
      const values = {
        ...writtenParticipant(participant),
        bib: asText(bib),
        age_group: asText(ageGroup),
        checked_in_at: instant(checkedInAt),
        checked_in_by: checkedInBy,
        updated_at: instant(updatedAt),
      };
      return HEAD.map((column) => String(values[column]));
    }),
  );
}

/** "2026-05-02T14:03:11Z"; "" for none. */
function instant(seconds = 0): string {
  return seconds === 0 ? "" : new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}
