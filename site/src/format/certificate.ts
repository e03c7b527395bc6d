/** Texts of finisher certificates (pages.md C7). */
import { prettyYear } from "./date";

/** The parts of the event text. */
interface CertificateEvent {
  /** Year key. */
  year: string;
  event: string;
  /** The event's certificate name; "" when it has none. */
  certificateName: string;
  distance: string;
  singleDistance: boolean;
}

/** "{year} {certificate name} {distance}", or "{year} {event}", of several with distance (C7.4). */
export function certificateEvent(of: CertificateEvent): string {
  const named = of.certificateName.trim() !== "";
  const distance = named || !of.singleDistance ? of.distance : "";
  const parts = [prettyYear(of.year), named ? of.certificateName : of.event, distance];
  return parts.filter((part) => part !== "").join(" ");
}

const PART_LIMIT = 200;

/** One part of a certificate from the address, of at most 200 characters; "" if blank (C7.2). */
export function certificatePart(text: string | undefined): string {
  const cut = Array.from(text ?? "")
    .slice(0, PART_LIMIT)
    .join("");
  return cut.trim() === "" ? "" : cut;
}

/** The maximum number of splits on a certificate. */
const SPLITS = 6;

/** At most six passages, evenly spread, always with the last; none if it is the only one (C7.3). */
export function mainSplits<T>(passages: readonly T[]): T[] {
  if (passages.length < 2) return [];
  const count = Math.min(SPLITS, passages.length);
  return passages.filter(
    (_, index) =>
      Math.floor(((index + 1) * count) / passages.length) >
      Math.floor((index * count) / passages.length),
  );
}
