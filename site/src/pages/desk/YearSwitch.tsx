import { type ReactNode, useId } from "react";
import { Failure } from "../../api/failure";
import type { Year } from "../../api/types";
import { useOnline } from "../../lib/use-online";
import { readYearNow } from "../../session/events";
import { desk } from "../../text/desk";
import { FailureAlert } from "../parts/staff/FailureAlert";
import styles from "../parts/staff/Staff.module.css";
import { type Request, useRequest } from "../parts/staff/use-request";
import deskStyles from "./Desk.module.css";

/** A setting of a year that is changed at once; everything else stays as it is currently stored. */
interface YearChange {
  request: Request;
  change: (save: (stored: Year) => Promise<void>) => void;
}

/** Changes a year based on what is currently stored. */
export function useYearChange(slug: string, year: string): YearChange {
  const request = useRequest();
  const change = (save: (stored: Year) => Promise<void>) =>
    void request.run(async () => {
      const stored = await readYearNow(slug, year);
      if (stored === null) throw new Failure(404);
      await save(stored);
    });
  return { request, change };
}

/** A switch of a year, what its current state means, and why the last press failed. */
export function YearSwitch({
  id: anchor,
  name,
  year,
  checked,
  about,
  request: { busy, failure },
  onPress,
  children,
}: {
  id?: string | undefined;
  name: string;
  year: string;
  checked: boolean;
  /** Null when there is nothing to say. */
  about: string | null;
  request: Request;
  onPress: () => void;
  children?: ReactNode;
}) {
  const online = useOnline();
  const id = useId();
  return (
    <div>
      <button
        id={anchor}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-describedby={about === null ? undefined : `${id}-about`}
        aria-disabled={busy || undefined}
        disabled={!online}
        className={deskStyles.switch}
        onClick={onPress}
      >
        <span aria-hidden="true" className={deskStyles.knob} />
        {name} <span className="hidden">{year}</span>
      </button>
      {about !== null && (
        <p id={`${id}-about`} className={styles.note}>
          {about}
        </p>
      )}
      {children}
      {failure !== null && (
        <FailureAlert
          failure={failure}
          wordless={failure.status === 404 ? desk.form.gone : undefined}
        />
      )}
    </div>
  );
}
