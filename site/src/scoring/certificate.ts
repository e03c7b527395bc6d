/** Texts of finisher certificates (pages.md C7). */
import { prettyYear } from "../format/date";

/** What the event text is made of. */
export interface CertificateEvent {
  /** Year key. */
  year: string;
  event: string;
  /** The event's certificate name; "" when it has none. */
  certificateName: string;
  distance: string;
  /** The event has only one distance. */
  singleDistance: boolean;
}

/** "{year} {certificate name} {distance}", or "{year} {event}" with the distance if there are several (C7.4). */
export function certificateEvent(of: CertificateEvent): string {
  const named = of.certificateName.trim() !== "";
  const distance = named || !of.singleDistance ? of.distance : "";
  const parts = [prettyYear(of.year), named ? of.certificateName : of.event, distance];
  return parts.filter((part) => part !== "").join(" ");
}

const PART_LIMIT = 200;

/** One part of a certificate from the address: cut at 200 characters; "" when missing or only blanks (C7.2). */
export function certificatePart(text: string | undefined): string {
  const cut = Array.from(text ?? "").slice(0, PART_LIMIT).join("");
  return cut.trim() === "" ? "" : cut;
}
