import { useCallback } from "react";
import { Link } from "react-router";
import { Failure } from "../../../api/failure";
import { prettyYear } from "../../../format/date";
import { useLoaded } from "../../../lib/use-loaded";
import { paths } from "../../../paths";
import { publishedYears } from "../../../race/years";
import { text } from "../../../text/text";
import { ErrorScreen } from "./ErrorScreen";

const UNKNOWN_ADDRESS = new Failure(404);

/** The 404 screen of an unknown address (pages.md B3.4). */
export function NotFound() {
  return <ErrorScreen failure={UNKNOWN_ADDRESS} />;
}

/** The 404 screen of a year that an event does not have: lists the years it has. */
export function YearNotFound({ failure, slug }: { failure: Failure; slug: string }) {
  const { data: years } = useLoaded(useCallback(() => publishedYears(slug), [slug]));
  const ways = years?.map((year) => (
    <Link key={year} to={paths.results(slug, year)}>
      {text.error.resultsOf(prettyYear(year))}
    </Link>
  ));
  return <ErrorScreen failure={failure} ways={ways} />;
}

/** The 404 screen of a bib that is not in a race, with a search for it. */
export function BibNotFound({
  slug,
  year,
  race,
  bib,
}: {
  slug: string;
  year: string;
  race: string;
  bib: string;
}) {
  const searched = `${paths.results(slug, year)}?${new URLSearchParams({ q: bib }).toString()}`;
  return (
    <ErrorScreen
      failure={UNKNOWN_ADDRESS}
      line={text.error.noBib(bib, race)}
      ways={<Link to={searched}>{text.error.searchRace(race)}</Link>}
    />
  );
}
