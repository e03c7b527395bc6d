/** QR pages: where the code leads and what is written below it (pages.md C14). */
import { prettyYear } from "../format/date";
import { text } from "../text/text";

interface QrLines {
  /** The address the code holds. */
  target: string;
  /** Event line. */
  name: string;
  /** "{page kind} By". */
  label: string;
}

/** Page words with a code of their own (C14.3, B2); `status` is the status page. */
export type QrWord = keyof typeof text.kinds;

/** The address without query, fragment, trailing slashes and its last part `/qr` (C14.2). */
function qrTarget(address: string): string {
  return address
    .replace(/[?#].*$/s, "")
    .replace(/\/+$/, "")
    .slice(0, -"/qr".length);
}

/** Target, event line and label; `year` is the year key of the address, null when it has none. */
export function qrLines(
  address: string,
  page: QrWord,
  event: string,
  year: string | null,
): QrLines {
  return {
    target: qrTarget(address),
    name: year === null || year === "" ? event : `${prettyYear(year)} ${event}`,
    label: text.qr.by(text.kinds[page]),
  };
}
