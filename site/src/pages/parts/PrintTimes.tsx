import { instantOf } from "../../format/date";
import type { Head } from "../../race/head";
import { text } from "../../text/text";
import { timeInOffsetOf } from "../../ui/clock";

/** Of when the data is and when it was posted, for paper (pages.md D6). */
export function PrintTimes({ head, updatedAt, printedAt }: {
  head: Head;
  updatedAt: string;
  printedAt: number | null;
}) {
  const start = head.eventYear.dateTime;
  const made = instantOf(updatedAt);
  return (
    <>
      {made !== null && <p>{text.print.resultsOf(timeInOffsetOf(made, start))}</p>}
      {printedAt !== null && <p><b>{text.print.posted(timeInOffsetOf(printedAt, start))}</b></p>}
    </>
  );
}
