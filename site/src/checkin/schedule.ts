import { type Checkin, isForbidden } from "./checkin";

/** How often to ask for changes: everybody sees them within five seconds. */
const POLL_MS = 4_000;
/** The same after a failure. */
const POLL_AGAIN_MS = 8_000;
const TICK_MS = 250;

/**
 * Keeps a check-in going until it is stopped: asks for changes, sends what is waiting, and resumes
 * when the network returns or the page becomes visible.
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
    // The list is not asked for again automatically.
    if (isForbidden(checkin.state().failure)) return;
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
