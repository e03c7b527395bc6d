import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { expect, test } from "vitest";

interface Chunk {
  file: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
}

const KB = 1000;
const INITIAL_BUDGET = 110 * KB;
const ROUTE_BUDGET = 30 * KB;
/** What the first script imports by itself (src/main.tsx). */
const START = "src/start.tsx";
const RESULTS = "src/pages/Results.tsx";
const SPANISH = "src/text/es.ts";

const dist = join(dirname(fileURLToPath(import.meta.url)), "../dist");
const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8")) as Record<string, Chunk>;

function chunk(key: string): Chunk {
  const found = manifest[key];
  if (found === undefined) throw new Error(`${key} is not in the manifest`);
  return found;
}

/** A chunk and everything it imports at once. */
function closure(key: string, seen = new Set<string>()): Set<string> {
  if (!seen.has(key)) {
    seen.add(key);
    for (const next of chunk(key).imports ?? []) closure(next, seen);
  }
  return seen;
}

/** Bytes of the scripts, brotli at its best. */
function weigh(keys: Iterable<string>): number {
  let bytes = 0;
  for (const key of keys) {
    const script = readFileSync(join(dist, chunk(key).file));
    bytes += brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  }
  return bytes;
}

const keys = Object.keys(manifest);
const entry = keys.filter((key) => chunk(key).isEntry === true);
const routes = keys.filter((key) => chunk(key).isDynamicEntry === true);
const shell = new Set<string>();
for (const key of [...entry, START]) closure(key, shell);

test("all scripts of the shell are named in the page", () => {
  const page = readFileSync(join(dist, "index.html"), "utf8");
  expect([...shell].map((key) => chunk(key).file).filter((file) => !page.includes(`"/${file}"`))).toEqual([]);
});

test(`a results page starts with at most ${INITIAL_BUDGET / KB} KB of scripts`, () => {
  const bytes = weigh(new Set([...shell, ...closure(RESULTS)]));
  process.stdout.write(`results page: ${(bytes / KB).toFixed(1)} KB of scripts, of which the shell ${(weigh(shell) / KB).toFixed(1)} KB\n`);
  expect(bytes).toBeLessThanOrEqual(INITIAL_BUDGET);
});

test("no language but English is among the first scripts", () => {
  expect(routes).toContain(SPANISH);
  expect([...shell, ...closure(RESULTS)]).not.toContain(SPANISH);
});

test.each(routes)(`%s adds at most ${ROUTE_BUDGET / KB} KB`, (route) => {
  const bytes = weigh([...closure(route)].filter((key) => !shell.has(key)));
  process.stdout.write(`${route}: ${(bytes / KB).toFixed(1)} KB\n`);
  expect(bytes).toBeLessThanOrEqual(ROUTE_BUDGET);
});
