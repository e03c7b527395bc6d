import { Suspense, useState } from "react";
import { useLocation } from "react-router";
import { heldVersion } from "../../../address/version";
import { instantOf } from "../../../format/date";
import { timeInOffsetOf, viewerTime } from "../../../lib/clock";
import { optional } from "../../../lib/optional";
import type { RaceBoard } from "../../../race/boards";
import type { Edition, Head } from "../../../race/head";
import { withRevisionsText } from "../../../text/revisions";
import { text } from "../../../text/text";
import { Button } from "../../../ui/Button";
import live from "../../../ui/LiveLine.module.css";
import styles from "./VersionLine.module.css";

/** Fetched on demand. */
const WhatChanged = optional(() => withRevisionsText(() => import("../revisions/WhatChanged")));

/** Fetched for visitors who come from a printed sheet. */
const HeldVersion = optional(() => withRevisionsText(() => import("../revisions/HeldVersion")));

/** Whether results are official, the last correction, a sheet's state (pages.md B12). */
export function VersionLine({
  edition,
  updatedAt,
  head,
  boards,
}: {
  edition: Edition | null;
  /** When that version was made (ISO). */
  updatedAt: string;
  head: Head;
  /** The source of names. */
  boards: readonly RaceBoard[];
}) {
  const held = heldVersion(useLocation().search);
  /** Since which version the changes are shown; null while they are hidden. */
  const [shown, show] = useState<number | null>(null);
  const corrected = edition?.corrected ?? null;
  return (
    <>
      {(head.eventYear.official !== "" || corrected !== null) && (
        <div className={`${live.line} ${styles.wide}`}>
          <OfficialBadge edition={edition} head={head} />
          {corrected !== null && (
            <span className="no-print">
              <Button quiet onClick={() => show(0)}>
                {text.official.whatChanged}
              </Button>
            </span>
          )}
        </div>
      )}
      {held !== null && edition !== null && (
        <Suspense>
          <HeldVersion
            held={held}
            edition={edition}
            updatedAt={updatedAt}
            onShow={() => show(held)}
          />
        </Suspense>
      )}
      {shown !== null && edition !== null && (
        <Suspense>
          <WhatChanged
            edition={edition}
            head={head}
            boards={boards}
            since={shown}
            onClose={() => show(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** "Official since 4:12 PM, corrected 4:40 PM"; undeclared, only what was corrected. */
export function OfficialBadge({ edition, head }: { edition: Edition | null; head: Head }) {
  const { official, dateTime } = head.eventYear;
  const since = instantOf(official);
  const corrected = edition?.corrected ?? null;
  const at = instantOf(corrected?.at ?? "");
  const isLater = at !== null && (since === null || at >= since);
  return (
    <>
      {official !== "" && (
        <strong className={styles.badge}>
          {since === null ? text.official.no : text.official.yes}
        </strong>
      )}
      {since !== null && (
        <Time iso={official} at={since} start={dateTime} say={text.official.since} />
      )}
      {corrected !== null && at !== null && isLater && (
        <Time iso={corrected.at} at={at} start={dateTime} say={text.official.corrected} />
      )}
    </>
  );
}

/** A moment in the viewer's time zone; on paper in the event's own offset. */
function Time({
  iso,
  at,
  start,
  say,
}: {
  iso: string;
  at: number;
  start: string;
  say: (time: string) => string;
}) {
  return (
    <>
      <span className="no-print">{say(viewerTime(iso, false, { seconds: false }))}</span>
      <span className="print-only">{say(timeInOffsetOf(at, start))}</span>
    </>
  );
}
