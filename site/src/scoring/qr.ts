/** QR pages: where the code leads and what stands below it (pages.md C14). */
import { prettyYear } from "../format/date";

/** What a QR page shows. */
export interface QrLines {
  /** The address the code holds. */
  target: string;
  /** Event line. */
  name: string;
  /** "{page kind} By". */
  label: string;
}

/** Page kind by page word of the route (C14.3, B2); `status` is the status page. */
export const PAGE_KINDS: ReadonlyMap<string, string> = new Map([
  ["results", "Results"],
  ["status", "Status"],
  ["awards", "Awards"],
  ["checkin", "Registration"],
  ["pntf", "PNTF Championship Rankings"],
  ["pntf-awards", "PNTF Championship Awards"],
  ["ytp-awards", "YTP Awards"],
  ["ytp-series", "YTP Series"],
  ["pntf-youth", "PNTF Youth Championship Results"],
  ["team-results", "Team Results"],
  ["series", "Results"],
]);

/** The address without query, fragment, trailing slashes and its last three characters `/qr` (C14.2). */
export function qrTarget(address: string): string {
  return address
    .replace(/[?#].*$/s, "")
    .replace(/\/+$/, "")
    .slice(0, -"/qr".length);
}

/** Target, event line and label; `year` is the year key of the address, null when it has none. */
export function qrLines(address: string, page: string, event: string, year: string | null): QrLines {
  return {
    target: qrTarget(address),
    name: year === null || year === "" ? event : `${prettyYear(year)} ${event}`,
    label: `${PAGE_KINDS.get(page) ?? ""} By`,
  };
}
