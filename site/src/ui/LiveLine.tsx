import type { ReactNode } from "react";
import { viewerTime } from "../lib/clock";
import { useSmall } from "../lib/use-media";
import { useOnline } from "../lib/use-online";
import { text } from "../text/text";
import { Button } from "./Button";
import styles from "./LiveLine.module.css";

/**
 * How recent the page is: live or not, when it was updated, whether the connection is lost, and the
 * button that pauses it (pages.md D1.3 to D1.6). On phones the time and the button are without words,
 * so that there is room for it beside the date.
 */
export function LiveLine({
  live,
  lost,
  paused,
  updatedAt,
  announcement,
  clock,
  onPause,
  onResume,
}: {
  live: boolean;
  lost: boolean;
  paused: boolean;
  updatedAt: string;
  announcement: { changes: number; id: number };
  /** The race's clock, shown beside the badge. */
  clock?: ReactNode;
  /** Give both callbacks or neither; without them there is no button. */
  onPause?: () => void;
  onResume?: () => void;
}) {
  const online = useOnline();
  const small = useSmall();
  // The seconds run beside it.
  const seconds = !small || clock === undefined || clock === false;
  const time = viewerTime(updatedAt, !live, { seconds });
  if (time === "" && !live) return null;
  return (
    <div className={`${styles.line} no-print`}>
      {live && online && !lost && (
        <strong className={styles.badge} data-paused={paused}>
          {paused ? text.live.paused : text.live.badge}
        </strong>
      )}
      {live && clock}
      {!online && <strong role="status">{text.offline.banner(viewerTime(updatedAt, true))}</strong>}
      {online && time !== "" && (
        <span className={lost ? styles.lost : undefined}>
          {lost ? text.live.lost(time) : small && live ? time : text.live.updated(time)}
        </span>
      )}
      {live && onPause !== undefined && (
        <Button
          quiet
          aria-label={paused ? text.live.resume : text.live.pause}
          onClick={paused ? onResume : onPause}
        >
          {paused ? text.live.resume : small ? <span className={styles.bars} /> : text.live.pause}
        </Button>
      )}
      <span role="status" className="hidden">
        {announcement.changes > 0 && (
          <span key={announcement.id}>{text.live.changes(announcement.changes)}</span>
        )}
      </span>
    </div>
  );
}
