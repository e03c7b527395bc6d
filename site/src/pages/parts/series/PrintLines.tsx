import { formatDate } from "../../../format/date";
import type { SeriesEventYears } from "../../../race/series";
import { raceHeadings, type SeriesRace } from "../../../scoring/series-definition";
import { text } from "../../../text/text";
import { PrintCertification } from "../race/Certification";

/** A series' printout: days, certifications, what ranks, filter (pages.md D6). */
export function PrintLines({
  races,
  years,
  query,
}: {
  races: readonly SeriesRace[];
  years: SeriesEventYears;
  query: string;
}) {
  const headings = raceHeadings(races);
  const days = new Set(
    races
      .map(({ year }) => formatDate(years.get(year)?.head.eventYear.dateTime ?? ""))
      .filter((day) => day !== ""),
  );
  return (
    <div className="print-only">
      {days.size > 0 && <p>{[...days].join(" · ")}</p>}
      {races.map(({ year, name }, index) => {
        const head = years.get(year)?.head;
        const heading = headings[index] ?? name;
        return (
          head !== undefined && (
            <PrintCertification key={heading} head={head} distance={name} named={heading} />
          )
        );
      })}
      <p>{text.print.basis(text.series.basis)}</p>
      {query !== "" && <p>{text.print.filter([text.print.search(query)])}</p>}
    </div>
  );
}
