import { viewerTime } from "../../lib/clock";
import type { ServerClock } from "../../session/events";
import { desk } from "../../text/desk";
import { elapsed } from "../../text/intl";

/** What is wrong with the server's clock, and what goes by it; nothing if nothing is. */
export function ClockFault({ clock }: { clock: ServerClock | null }) {
  if (clock === null || clock.fault === "") return null;
  const words = desk.clock;
  const shown = viewerTime(new Date(clock.now * 1000).toISOString(), true);
  const by = elapsed(Math.ceil(clock.by / 60));
  return (
    <p role="status">
      <strong>{words[clock.fault](shown, by)}</strong> {words.about}
    </p>
  );
}
