import { viewerTime } from "../lib/clock";
import { useOnline } from "../lib/use-online";
import { text } from "../text/text";
import { Button } from "./Button";
import styles from "./LiveLine.module.css";

/**
 * How recent the page is: live or not, when it was updated, whether the connection is lost, and the
 * button that pauses it (pages.md D1.3 to D1.6).
 */
export function LiveLine({
  live,
  lost,
  paused,
  updatedAt,
  announcement,
  onPause,
  onResume,
}: {
  live: boolean;
  lost: boolean;
  paused: boolean;
  updatedAt: string;
  announcement: { changes: number; id: number };
  /** Give both callbacks or neither; without them there is no button. */
  onPause?: () => void;
  onResume?: () => void;
}) {
  const online = useOnline();
  const time = viewerTime(updatedAt, !live);
  if (time === "" && !live) return null;
  return (
    <div className={`${styles.line} no-print`}>
      {live && online && !lost && (
        <strong className={styles.badge} data-paused={paused}>
          {paused ? text.live.paused : text.live.badge}
        </strong>
      )}
      {!online && <strong role="status">{text.offline.banner(viewerTime(updatedAt, true))}</strong>}
      {online && time !== "" && (
        <span className={lost ? styles.lost : undefined}>
          {lost ? text.live.lost(time) : text.live.updated(time)}
        </span>
      )}
      {live && onPause !== undefined && (
        <Button quiet onClick={paused ? onResume : onPause}>
          {paused ? text.live.resume : text.live.pause}
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
