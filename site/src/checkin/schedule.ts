import type { Checkin } from "./checkin";

/**
 * How often others' changes are asked for while the page is in sight: everybody sees them within
 * five seconds.
 */
const POLL_MS = 4_000;
/** After a failure. */
const POLL_AGAIN_MS = 8_000;
const TICK_MS = 250;

/**
 * Keeps a check-in going until it is told to stop: asks what has changed, sends what waits, and
 * wakes with the network and when the page comes into sight.
 */
export function keepGoing(checkin: Checkin): () => void {
  let nextPoll = 0;
  let polling = false;
  const poll = async () => {
    const begun = Date.now();
    polling = true;
    await checkin.poll();
    polling = false;
    nextPoll = begun + (checkin.state().failure === null ? POLL_MS : POLL_AGAIN_MS);
  };
  const look = () => {
    if (isForbidden(checkin)) return;
    const now = Date.now();
    const next = checkin.nextTry();
    if (next > 0 && next <= now) void checkin.send().catch(() => undefined);
    if (!polling && now >= nextPoll && document.visibilityState === "visible") void poll();
  };
  const wake = () => {
    checkin.wake();
    nextPoll = 0;
    look();
  };
  const onVisible = () => {
    if (document.visibilityState === "visible") wake();
  };
  const timer = setInterval(look, TICK_MS);
  const stop = checkin.subscribe(look);
  window.addEventListener("online", wake);
  document.addEventListener("visibilitychange", onVisible);
  look();
  return () => {
    clearInterval(timer);
    stop();
    window.removeEventListener("online", wake);
    document.removeEventListener("visibilitychange", onVisible);
  };
}

/** The event is not for this account, or not there: nobody is asked again by itself. */
export function isForbidden(checkin: Checkin): boolean {
  return [401, 403, 404].includes(checkin.state().failure?.status ?? 0);
}
