import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = dirname(fileURLToPath(import.meta.url));

/** What each folder may import from, besides itself. Pages also use the files directly in `src`. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  style: ["pages", "race", "scoring", "ui", "lib", "api", "text", "."],
  pages: ["checkin", "session", "race", "csv", "planner", "address", "lists", "checks", "scoring", "ui", "lib", "api", "format", "text", "."],
  checkin: ["session", "lists", "scoring", "api", "format"],
  session: ["api"],
  race: ["lists", "scoring", "lib", "api", "format"],
  csv: ["scoring", "api", "format"],
  planner: [],
  address: ["lists", "scoring", "format", "text"],
  lists: ["scoring", "format", "text"],
  checks: ["scoring", "format", "text"],
  scoring: ["format", "text"],
  ui: ["lib", "format", "text"],
  lib: ["api", "format", "text"],
  api: ["format"],
  format: ["text"],
  text: [],
};

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

const files = sources(root).filter((file) => !relative(root, file).startsWith("test/"));

/** The folder of `src` a file lies in; "." for files directly in it. */
function layer(file: string): string {
  const [first = ".", second] = relative(root, file).split("/");
  return second === undefined ? "." : first;
}

function imports(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']*)["']/g)]
    .map(([, path]) => resolve(dirname(file), path ?? ""));
}

test("imports point one way: pages → checkin → session, race, csv, planner, address → lists, checks → scoring, ui → lib → api → format → text", () => {
  const wrong = files.flatMap((file) => {
    const from = layer(file);
    const allowed = MAY_IMPORT[from];
    if (allowed === undefined) return [];
    return imports(file)
      .map(layer)
      .filter((to) => to !== from && !allowed.includes(to))
      .map((to) => `${relative(root, file)} imports from ${to}`);
  });
  expect(wrong).toEqual([]);
});

test("only race and api talk to the network", () => {
  const wrong = files
    .filter((file) => !["race", "api"].includes(layer(file)))
    .filter((file) => /\bfetch\s*\(|XMLHttpRequest|EventSource|WebSocket/.test(readFileSync(file, "utf8")))
    .map((file) => relative(root, file));
  expect(wrong).toEqual([]);
});

test("what lies in lib draws nothing", () => {
  expect(files.filter((file) => layer(file) === "lib" && file.endsWith("x")).map((file) => relative(root, file))).toEqual([]);
});

test("ui, lib and rules know no router", () => {
  const wrong = files
    .filter((file) => ["ui", "lib", "csv", "address", "lists", "checks", "scoring", "format"].includes(layer(file)))
    .filter((file) => /from "react-router/.test(readFileSync(file, "utf8")))
    .map((file) => relative(root, file));
  expect(wrong).toEqual([]);
});

/** A page is a file of `pages`; `staff-pages` gathers those behind the login, so that they are fetched together. */
const GATHERS = new Set(["pages/staff-pages.ts"]);

/**
 * What pages borrow from the folder of another page. Parts of several pages belong into `pages/parts`; these do not lie there yet. The list only
 * gets shorter: a pair that nothing needs any more fails the test, too.
 */
const BORROWS: Record<string, readonly string[]> = {
  awards: ["my-runners", "rankings"],
  checkin: ["csv", "portal", "session"],
  csv: ["portal"],
  desk: ["portal", "session"],
  embed: ["results"],
  events: ["results"],
  files: ["csv", "portal", "rankings", "series", "session"],
  individual: ["alerts", "certificate", "corrections", "privacy"],
  kiosk: ["individual"],
  parts: ["corrections", "face", "portal"],
  portal: ["session"],
  rankings: ["my-runners"],
  results: ["alerts", "board", "my-runners"],
  "results-import": ["checkin", "csv", "portal", "session"],
  session: ["portal"],
};

/** The page of a file below `pages`, or the folder of a page's parts; none for what lies directly in `pages` and is no page. */
function folderOf(file: string): string | undefined {
  const [top, first, second] = relative(root, file).split("/");
  return top === "pages" && second !== undefined ? first : undefined;
}

const pageFiles = files.filter((file) => layer(file) === "pages");
const pages = new Set(pageFiles.filter((file) => folderOf(file) === undefined && file.endsWith(".tsx")).map((file) => file.replace(/\.tsx$/, "")));

test("no page imports a page, and nothing below a page imports one", () => {
  const wrong = pageFiles
    .filter((file) => !GATHERS.has(relative(root, file)))
    .flatMap((file) => imports(file).filter((path) => pages.has(path)).map((path) => `${relative(root, file)} imports ${relative(root, path)}`));
  expect(pages.size).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

test("a page's parts are its own but for those listed by name", () => {
  const borrowed = new Map<string, Set<string>>();
  for (const file of pageFiles) {
    const from = folderOf(file);
    for (const to of from === undefined ? [] : imports(file).map(folderOf)) {
      if (from !== undefined && to !== undefined && to !== from && to !== "parts") borrowed.set(from, (borrowed.get(from) ?? new Set()).add(to));
    }
  }
  expect(Object.fromEntries([...borrowed].map(([from, to]) => [from, [...to].toSorted()]))).toEqual(BORROWS);
});
