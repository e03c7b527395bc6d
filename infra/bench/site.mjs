// The site's own code and its packages, for what measures them.
import { createRequire } from "node:module";
import { join } from "node:path";

export const SITE_FOLDER = join(import.meta.dirname, "../../site");
export const fromSite = createRequire(join(SITE_FOLDER, "package.json"));

/** Loads modules of the site by their paths (`ssrLoadModule`); to be closed at the end. */
export async function siteModules() {
  const { createServer } = await import(fromSite.resolve("vite"));
  return createServer({
    configFile: false,
    root: SITE_FOLDER,
    appType: "custom",
    logLevel: "error",
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false },
  });
}
