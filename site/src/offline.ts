/** Registers the worker behind the offline shell (pages.md D8; offline/worker.js). */

/** Hands the worker what this visit has loaded before it was there. */
function handOver(worker: ServiceWorker): void {
  const urls = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.startsWith(window.location.origin));
  worker.postMessage({ kind: "keep", urls });
}

/** After the page is loaded, so that nothing of it waits. Without the worker the site works as well, but not offline. */
export function registerOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const first = serviceWorker.controller === null;
  const register = async () => {
    await serviceWorker.register("/sw.js", { updateViaCache: "none" });
    const { active } = await serviceWorker.ready;
    if (active === null) return;
    if (first) handOver(active);
    active.postMessage({ kind: "visit" });
  };
  const begin = () => void register().catch(() => undefined);
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin, { once: true });
}
