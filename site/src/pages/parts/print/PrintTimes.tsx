import { instantOf } from "../../../format/date";
import { timeInOffsetOf } from "../../../lib/clock";
import type { Head } from "../../../race/head";
import type { LiveRace } from "../../../race/use-feed";
import { number } from "../../../text/intl";
import { text } from "../../../text/text";

/** The version, the time of the data and the time of printing, for paper (pages.md D6). */
export function PrintTimes({
  head,
  race: { edition, updatedAt },
  printedAt,
}: {
  head: Head;
  race: LiveRace;
  printedAt: number | null;
}) {
  const start = head.eventYear.dateTime;
  const made = instantOf(updatedAt);
  return (
    <>
      {made !== null && (
        <p>
          {edition === null || edition.number === 0
            ? text.print.resultsOf(timeInOffsetOf(made, start))
            : text.print.version(number(edition.number), timeInOffsetOf(made, start))}
        </p>
      )}
      {printedAt !== null && (
        <p>
          <b>{text.print.posted(timeInOffsetOf(printedAt, start))}</b>
        </p>
      )}
    </>
  );
}
