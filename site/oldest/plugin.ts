import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { TOO_OLD } from "../src/text/too-old";
import { IN_WORDS } from "./browsers";

/** A script of this folder with constants; not minified, so that old browsers understand it. */
function script(
  file: string,
  constants: Record<string, unknown>,
): { name: string; source: string } {
  const written = readFileSync(join(import.meta.dirname, file), "utf8");
  const source = Object.entries(constants).reduce(
    (code, [name, value]) =>
      code.replaceAll(new RegExp(`\\b${name}\\b`, "g"), () => JSON.stringify(value)),
    written.replaceAll(/^\s*(?:\/[/*].*)?\n|^ +/gm, ""),
  );
  const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
  return { name: file.replace(".js", `-${hash}.js`), source };
}

/** The message to an old browser, in all languages, as it has loaded none. */
export const words = script("too-old.js", { WORDS: TOO_OLD, BROWSERS: IN_WORDS });

/** Asks every browser whether it is too old. */
export const probe = script("probe.js", { FILE: `/assets/${words.name}` });

/** Puts the probe before the first script, as a file: the site's policy refuses inline scripts. */
export function oldest(): Plugin {
  return {
    name: "oldest",
    apply: "build",
    generateBundle: {
      order: "pre",
      handler() {
        for (const { name, source } of [probe, words])
          this.emitFile({ type: "asset", fileName: `assets/${name}`, source });
      },
    },
    // Module scripts wait until the page was read, and so for this one.
    transformIndexHtml: () => [
      { tag: "script", attrs: { src: `/assets/${probe.name}` }, injectTo: "body" },
    ],
  };
}
