import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { expect, test } from "vitest";

interface Chunk {
  file: string;
  name?: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

const KB = 1000;
const INITIAL_BUDGET = 108 * KB;
const ROUTE_BUDGET = 30 * KB;
/**
 * The limit for a page behind the login: the people who work with it fetch it once and stay on it
 * all day.
 */
const STAFF_ROUTE_BUDGET = 40 * KB;
const SPANISH = "src/text/es.ts";
/** The only chunk through which the login and the pages behind it are reached. */
const STAFF = "src/pages/staff-pages.ts";
/** Every public page loads it. */
const STYLE_BUDGET = 10 * KB;

const dist = join(dirname(fileURLToPath(import.meta.url)), "../dist");
const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8")) as Record<
  string,
  Chunk
>;

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

/** Bytes of files, with brotli's best compression. */
function weighFiles(files: Iterable<string>): number {
  let bytes = 0;
  for (const file of files)
    bytes += brotliCompressSync(readFileSync(join(dist, file)), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
    }).length;
  return bytes;
}

/** Size in bytes of the scripts. */
function weigh(keys: Iterable<string>): number {
  return weighFiles([...keys].map((key) => chunk(key).file));
}

/** A chunk and everything it ever imports, except the pages of the staff. */
function publicParts(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key) || key === STAFF) return seen;
  seen.add(key);
  for (const next of [...(chunk(key).imports ?? []), ...(chunk(key).dynamicImports ?? [])])
    publicParts(next, seen);
  return seen;
}

const keys = Object.keys(manifest);
/** The code that the first script imports by itself (src/main.tsx), with the results page. */
const START = keys.find((key) => chunk(key).name === "start") ?? "";
const entry = keys.filter((key) => chunk(key).isEntry === true);
const routes = keys.filter((key) => chunk(key).isDynamicEntry === true);
const shell = new Set<string>();
for (const key of [...entry, START]) closure(key, shell);

test("all scripts of the shell are named in the page", () => {
  const page = readFileSync(join(dist, "index.html"), "utf8");
  expect(
    [...shell].map((key) => chunk(key).file).filter((file) => !page.includes(`"/${file}"`)),
  ).toEqual([]);
});

test(`a results page starts with at most ${INITIAL_BUDGET / KB} KB of scripts`, () => {
  const bytes = weigh(shell);
  process.stdout.write(`results page: ${(bytes / KB).toFixed(1)} KB of scripts\n`);
  expect(bytes).toBeLessThanOrEqual(INITIAL_BUDGET);
});

test("no language but English is among the first scripts", () => {
  expect(routes).toContain(SPANISH);
  expect([...shell]).not.toContain(SPANISH);
});

test(`public pages load one file of styles, of at most ${STYLE_BUDGET / KB} KB, and none that staff pages alone have`, () => {
  const page = readFileSync(join(dist, "index.html"), "utf8");
  const named = [...page.matchAll(/href="\/(assets\/[^"]+\.css)"/g)].map(([, file = ""]) => file);
  const open = new Set<string>();
  for (const key of entry) publicParts(key, open);
  const staff = new Set(
    keys.filter((key) => !open.has(key)).flatMap((key) => chunk(key).css ?? []),
  );
  process.stdout.write(
    `styles: ${(weighFiles(named) / KB).toFixed(1)} KB, of staff pages alone ${(weighFiles(staff) / KB).toFixed(1)} KB\n`,
  );
  expect(named).toHaveLength(1);
  expect([...open].flatMap((key) => chunk(key).css ?? [])).toEqual(named);
  expect([...staff].filter((file) => named.includes(file))).toEqual([]);
  expect(staff.size).toBeGreaterThan(0);
  expect(weighFiles(named)).toBeLessThanOrEqual(STYLE_BUDGET);
});

test("nothing of the page of all parts is built", () => {
  expect(keys.filter((key) => key.startsWith("src/style/"))).toEqual([]);
  const sources = fileURLToPath(new URL("../src/style", import.meta.url));
  const sentence =
    /<p>(Every part[^&<]+)/.exec(readFileSync(join(sources, "StylePage.tsx"), "utf8"))?.[1] ?? "";
  const city =
    /"(Maximiliane-Alexandrina)"/.exec(readFileSync(join(sources, "sample.ts"), "utf8"))?.[1] ?? "";
  expect([sentence.length, city.length].every((length) => length > 10)).toBe(true);
  const built = readdirSync(join(dist, "assets")).map(
    (file) => [file, readFileSync(join(dist, "assets", file), "latin1")] as const,
  );
  expect(built.length).toBeGreaterThan(20);
  expect(
    built
      .filter(([, text]) => text.includes(sentence) || text.includes(city))
      .map(([file]) => file),
  ).toEqual([]);
});

/** Chunks that have loaded in any case when a page or a part of one is asked for. */
function alreadyThere(route: string): ReadonlySet<string> {
  const openers = keys.filter((key) => chunk(key).dynamicImports?.includes(route) === true);
  const [first = new Set<string>(), ...others] = openers.map((key) => closure(key));
  return new Set([...shell, ...[...first].filter((key) => others.every((all) => all.has(key)))]);
}

const staffRoutes = new Set(chunk(STAFF).dynamicImports);

test.each(
  routes.map(
    (route) => [route, staffRoutes.has(route) ? STAFF_ROUTE_BUDGET : ROUTE_BUDGET] as const,
  ),
)("%s adds at most %i bytes", (route, budget) => {
  const there = alreadyThere(route);
  const bytes = weigh([...closure(route)].filter((key) => !there.has(key)));
  process.stdout.write(`${route}: ${(bytes / KB).toFixed(1)} KB\n`);
  expect(bytes).toBeLessThanOrEqual(budget);
});
