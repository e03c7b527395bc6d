import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Writes `sw.js`: the worker with the names of all built files, whose hash is its version. */
export function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle(_options, bundle) {
      // The reader of codes weighs as much as all the rest, and few need it or the faces of
      // certificates: they are kept where they were used.
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
