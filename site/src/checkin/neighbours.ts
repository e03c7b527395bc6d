import type { Neighbours, News } from "./checkin";

/** How long another tab may hold the queue: the system may have suspended it meanwhile. */
const PATIENCE_MS = 25_000;

/** The tabs of this browser with the same event year and account; `hear` gets their messages. */
export function neighboursOf(
  name: string,
  hear: (news: News) => void,
): Neighbours & { leave: () => void } {
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name);
  channel?.addEventListener("message", ({ data }: MessageEvent<News>) => hear(data));
  let waitingSince = 0;
  return {
    tell: (news) => channel?.postMessage(news),
    alone: async (act) => {
      // Only secure origins have locks. The queue is right without them (store.ts).
      if (!("locks" in navigator)) return act();
      await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        const now = Date.now();
        if (lock === null) waitingSince ||= now;
        if (lock === null && now - waitingSince < PATIENCE_MS) return;
        waitingSince = 0;
        await act();
      });
    },
    leave: () => channel?.close(),
  };
}
