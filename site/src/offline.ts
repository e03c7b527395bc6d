/** Registers the worker behind the offline shell (pages.md D8; offline/worker.js). */

/** Tells the worker what this visit has loaded without it. */
function handOver(worker: ServiceWorker): void {
  const observer = new PerformanceObserver((list) => {
    const past = list
      .getEntries()
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.workerStart === 0);
    const urls = past
      .map(({ name }) => name)
      .filter((name) => name.startsWith(window.location.origin));
    if (urls.length > 0) worker.postMessage({ kind: "keep", urls });
  });
  observer.observe({ type: "resource", buffered: true });
}

/** Runs after the page has loaded, so that nothing waits for it. */
export function registerOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  // A version of the site that arrives during this visit is used from the next one on: until then
  // this page needs the files of the current one.
  const { controller } = serviceWorker;
  const register = async () => {
    await serviceWorker.register("/sw.js", { updateViaCache: "none" });
    const { active } = await serviceWorker.ready;
    if (active === null) return;
    if (controller === null) handOver(active);
    (controller ?? active).postMessage({ kind: "visit" });
  };
  const begin = () => void register().catch(() => undefined);
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin, { once: true });
}
