import { useId } from "react";
import { Failure } from "../../api/failure";
import type { Year } from "../../api/types";
import { instantOf } from "../../format/date";
import { viewerTime } from "../../lib/clock";
import { useOnline } from "../../lib/use-online";
import { declareResults, readYearNow } from "../../session/events";
import { desk } from "../../text/desk";
import { Button } from "../../ui/Button";
import { FailureAlert } from "../parts/staff/FailureAlert";
import styles from "../parts/staff/Staff.module.css";
import { useRequest } from "../parts/staff/use-request";
import deskStyles from "./Desk.module.css";

/**
 * Says that the results of a year are official from now on, or that they are not, or nothing of it,
 * at once (pages.md C18).
 */
export function OfficialSwitch({
  slug,
  year,
  onChange,
}: {
  slug: string;
  year: Year;
  /** The year as it is stored now, and what was done. */
  onChange: (year: Year, said: string) => void;
}) {
  const words = desk.years;
  const request = useRequest();
  const online = useOnline();
  const id = useId();
  const isOfficial = instantOf(year.official) !== null;
  const about = words.officialAbout;
  const declare = (said: "now" | "unofficial" | "") =>
    request.run(async () => {
      const stored = await readYearNow(slug, year.year);
      if (stored === null) throw new Failure(404);
      const done = { now: words.isOfficial, unofficial: words.isUnofficial, "": words.isUnsaid }[
        said
      ];
      onChange(await declareResults(slug, stored, said), done(year.year));
    });
  return (
    <div>
      <button
        type="button"
        role="switch"
        aria-checked={isOfficial}
        aria-describedby={`${id}-about`}
        aria-disabled={request.busy || undefined}
        disabled={!online}
        className={deskStyles.switch}
        onClick={() => void declare(isOfficial ? "unofficial" : "now")}
      >
        <span aria-hidden="true" className={deskStyles.knob} />
        {words.official} <span className="hidden">{year.year}</span>
      </button>
      <p id={`${id}-about`} className={styles.note}>
        {isOfficial
          ? about.since(viewerTime(year.official))
          : year.official === ""
            ? about.unsaid
            : about.unofficial}
      </p>
      <p>
        {year.official === "" && (
          <Button
            quiet
            disabled={!online}
            busy={request.busy}
            onClick={() => void declare("unofficial")}
          >
            {words.sayUnofficial} <span className="hidden">{year.year}</span>
          </Button>
        )}
        {year.official !== "" && (
          <Button quiet disabled={!online} busy={request.busy} onClick={() => void declare("")}>
            {words.sayNothing} <span className="hidden">{year.year}</span>
          </Button>
        )}
      </p>
      {request.failure !== null && (
        <FailureAlert
          failure={request.failure}
          wordless={request.failure.status === 404 ? desk.form.gone : undefined}
        />
      )}
    </div>
  );
}
