import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Writes `sw.js`: the worker with the names of all built files; their hash is its version. */
export function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle(_options, bundle) {
      // The code reader is as large as all the rest, and few visitors need it or the typefaces of
      // certificates: these are cached only once they were used.
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith("assets/") && !/[.](?:wasm|woff2)$/.test(name))
        .map((name) => `/${name}`)
        .toSorted();
      const worker = readFileSync(new URL("worker.js", import.meta.url), "utf8");
      const version = createHash("sha256")
        .update(worker)
        .update(files.join())
        .digest("hex")
        .slice(0, 12);
      const head = `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(files)};\n`;
      this.emitFile({
        type: "asset",
        fileName: "sw.js",
        source: head + worker.replace("/* global FILES, VERSION */\n", ""),
      });
    },
  };
}
