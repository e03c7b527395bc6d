import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** The page's icon; it is also published for clients that request it. */
const ICON = "/favicon.svg";

/** Inlines the page's icon, two hundred bytes: a race's first view has one request less. */
export function inlineIcon(): Plugin {
  return {
    name: "inline-icon",
    apply: "build",
    transformIndexHtml(html) {
      const svg = readFileSync(join(import.meta.dirname, "public", ICON), "utf8").trim();
      if (!html.includes(`href="${ICON}"`)) throw new Error(`index.html names no ${ICON}`);
      return html.replace(
        `href="${ICON}"`,
        `href="data:image/svg+xml,${encodeURIComponent(svg)
          .replaceAll(/%20|%3D|%2F|%3A/g, decodeURIComponent)
          .replaceAll("%22", "'")}"`,
      );
    },
  };
}
