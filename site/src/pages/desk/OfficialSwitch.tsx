import type { Year } from "../../api/types";
import { instantOf } from "../../format/date";
import { viewerTime } from "../../lib/clock";
import { useOnline } from "../../lib/use-online";
import { declareResults } from "../../session/events";
import { desk } from "../../text/desk";
import { Button } from "../../ui/Button";
import { useYearChange, YearSwitch } from "./YearSwitch";

/** Declares results official from now on, or unofficial, or neither, at once (pages.md C18). */
export function OfficialSwitch({
  id,
  slug,
  year,
  onChange,
}: {
  /** By which an address names the switch. */
  id: string | undefined;
  slug: string;
  year: Year;
  /** Called with the year as now stored, and what was done. */
  onChange: (year: Year, said: string) => void;
}) {
  const words = desk.years;
  const { request, change } = useYearChange(slug, year.year);
  const online = useOnline();
  const isOfficial = instantOf(year.official) !== null;
  const declare = (said: "now" | "unofficial" | "") =>
    change(async (stored) => {
      const done = { now: words.isOfficial, unofficial: words.isUnofficial, "": words.isUnsaid }[
        said
      ];
      onChange(await declareResults(slug, stored, said), done(year.year));
    });
  return (
    <YearSwitch
      id={id}
      name={words.official}
      year={year.year}
      checked={isOfficial}
      about={aboutOf(year.official)}
      request={request}
      onPress={() => declare(isOfficial ? "unofficial" : "now")}
    >
      <p>
        {year.official === "" && (
          <Button
            quiet
            disabled={!online}
            busy={request.busy}
            onClick={() => declare("unofficial")}
          >
            {words.sayUnofficial} <span className="hidden">{year.year}</span>
          </Button>
        )}
        {year.official !== "" && (
          <Button quiet disabled={!online} busy={request.busy} onClick={() => declare("")}>
            {words.sayNothing} <span className="hidden">{year.year}</span>
          </Button>
        )}
      </p>
    </YearSwitch>
  );
}

function aboutOf(official: string): string {
  const about = desk.years.officialAbout;
  if (instantOf(official) !== null) return about.since(viewerTime(official));
  return official === "" ? about.unsaid : about.unofficial;
}
