import { useId } from "react";
import { viewerTime } from "../../../lib/clock";
import type { Edition } from "../../../race/head";
import { numberOf } from "../../../scoring/revisions";
import { revisions } from "../../../text/revisions";
import { number } from "../../../text/intl";
import { Button } from "../../../ui/Button";
import notice from "../../../ui/Notice.module.css";
import line from "../race/VersionLine.module.css";

/** Whether a printed sheet is the latest, and what changed since (pages.md D6). */
export default function HeldVersion({
  held,
  edition,
  updatedAt,
  onShow,
}: {
  /** The version on the sheet. */
  held: number;
  edition: Edition;
  /** When the newest version was made (ISO). */
  updatedAt: string;
  onShow: () => void;
}) {
  const id = useId();
  const heldNumber = numberOf(held, edition);
  if (heldNumber === null) return null;
  const time = viewerTime(updatedAt, true, { seconds: false });
  const newest = number(edition.number);
  const words = revisions.held;
  const isLatest = held === edition.version;
  const isCorrected = edition.corrected !== null && edition.corrected.version > held;
  return (
    <section aria-labelledby={id} className={`${notice.warning} ${line.wide} no-print`}>
      <h2 id={id} className="hidden">
        {words.heading}
      </h2>
      <p role="status">
        {isLatest ? words.latest(newest, time) : words.older(number(heldNumber), newest, time)}
        {!isLatest && ` ${isCorrected ? words.corrected : words.uncorrected}`}
      </p>
      {!isLatest && isCorrected && <Button onClick={onShow}>{words.show}</Button>}
    </section>
  );
}
