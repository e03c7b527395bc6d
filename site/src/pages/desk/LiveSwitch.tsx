import { useId } from "react";
import { Failure } from "../../api/failure";
import type { Year } from "../../api/types";
import { useOnline } from "../../lib/use-online";
import { readYearNow, updateYear } from "../../session/events";
import { desk } from "../../text/desk";
import { FailureAlert } from "../parts/staff/FailureAlert";
import styles from "../parts/staff/Staff.module.css";
import { useRequest } from "../parts/staff/use-request";
import deskStyles from "./Desk.module.css";

/**
 * Switches a year live and off again, at once. All else about the year stays as it is stored now.
 */
export function LiveSwitch({
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
  const toggle = () =>
    request.run(async () => {
      const stored = await readYearNow(slug, year.year);
      if (stored === null) throw new Failure(404);
      const live = !year.live;
      onChange(
        await updateYear(slug, { ...stored, live }),
        live ? words.isLive(year.year) : words.isNotLive(year.year),
      );
    });
  return (
    <div>
      <button
        type="button"
        role="switch"
        aria-checked={year.live}
        aria-describedby={year.live ? `${id}-about` : undefined}
        aria-disabled={request.busy || undefined}
        disabled={!online}
        className={deskStyles.switch}
        onClick={() => void toggle()}
      >
        <span aria-hidden="true" className={deskStyles.knob} />
        {words.live} <span className="hidden">{year.year}</span>
      </button>
      {year.live && (
        <p id={`${id}-about`} className={styles.note}>
          {words.liveAbout}
        </p>
      )}
      {request.failure !== null && (
        <FailureAlert
          failure={request.failure}
          wordless={request.failure.status === 404 ? desk.form.gone : undefined}
        />
      )}
    </div>
  );
}
