/** Fields of a participant in words. */
import type { Field, Entry } from "../../session/checkin";
import { checkin as words } from "../../text/checkin";

/** The name of a field. */
export function fieldName(field: Field): string {
  const { form, trouble } = words;
  const names: Readonly<Record<Field, string>> = {
    bib: form.bib, first: form.first, last: form.last, birthdate: form.birthdate, gender: form.gender, ageGroup: trouble.ageGroup,
    distance: form.distance, anonymous: form.anonymous, smsEnabled: form.finishText, mobile: form.mobile, apparel: form.shirt, checkedIn: trouble.checkedIn,
  };
  return names[field];
}

/** A value as it is read. */
export function valueInWords(value: Entry[Field]): string {
  if (typeof value === "boolean") return value ? words.trouble.yes : words.trouble.no;
  return value === "" ? words.trouble.nothing : value;
}
