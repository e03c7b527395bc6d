import { type ReactNode, Suspense } from "react";
import type { RaceEvent } from "../../../api/types";
import { optional } from "../../../lib/optional";
import { PageHeading } from "../frame/PageHeading";
import styles from "./RaceTitle.module.css";

/** Fetched only for a race with logo, colour or sponsors; space for a logo is reserved. */
const Face = optional(() => import("./Face"));

/** The heading of a race's page, with the race's own face (pages.md B11). */
export function RaceTitle({ event, children }: { event: RaceEvent; children: ReactNode }) {
  if (event.accentColor + event.logo + event.sponsor === "")
    return <PageHeading>{children}</PageHeading>;
  return (
    <div className={styles.title}>
      <PageHeading>{children}</PageHeading>
      <Suspense fallback={event.logo !== "" && <span className={styles.logo} />}>
        <Face event={event} />
      </Suspense>
      {event.sponsor !== "" && <p className={styles.sponsor}>{event.sponsor}</p>}
    </div>
  );
}
