import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = dirname(fileURLToPath(import.meta.url));

/** Folders that each may import from, besides itself. Pages also use the files directly in `src`. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  style: ["pages", "race", "lists", "scoring", "ui", "lib", "api", "text", "."],
  pages: [
    "checkin",
    "session",
    "race",
    "csv",
    "planner",
    "address",
    "lists",
    "checks",
    "scoring",
    "ui",
    "lib",
    "api",
    "format",
    "text",
    ".",
  ],
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

const WRITTEN = /(?<!\.test)\.tsx?$/;

function sources(folder: string, names = WRITTEN): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

const files = sources(root).filter((file) => !relative(root, file).startsWith("test/"));

/** The folder of `src` that a file is in; "." for files directly in `src`. */
function layer(file: string): string {
  const [first = ".", second] = relative(root, file).split("/");
  return second === undefined ? "." : first;
}

function imports(file: string): string[] {
  return [
    ...readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']*)["']/g),
  ].map(([, path]) => resolve(dirname(file), path ?? ""));
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

test("no module imports itself by way of others, not even for a type", () => {
  const imported = new Map(files.map((file) => [file.replace(/\.tsx?$/, ""), imports(file)]));
  const finished = new Set<string>();
  const circleFrom = (path: string, way: readonly string[]): readonly string[] => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    for (const next of finished.has(path) ? [] : (imported.get(path) ?? [])) {
      const circle = circleFrom(next, [...way, path]);
      if (circle.length > 0) return circle;
    }
    finished.add(path);
    return [];
  };
  const circle = [...imported.keys()].flatMap((path) => circleFrom(path, []));
  expect(circle.map((path) => relative(root, path))).toEqual([]);
});

test("only race and api talk to the network", () => {
  const wrong = files
    .filter((file) => !["race", "api"].includes(layer(file)))
    .filter((file) =>
      /\bfetch\s*\(|XMLHttpRequest|EventSource|WebSocket/.test(readFileSync(file, "utf8")),
    )
    .map((file) => relative(root, file));
  expect(wrong).toEqual([]);
});

test("lib has no components", () => {
  expect(
    files
      .filter((file) => layer(file) === "lib" && file.endsWith("x"))
      .map((file) => relative(root, file)),
  ).toEqual([]);
});

test("ui, lib and rules know no router", () => {
  const wrong = files
    .filter((file) =>
      ["ui", "lib", "csv", "address", "lists", "checks", "scoring", "format"].includes(layer(file)),
    )
    .filter((file) => /from "react-router/.test(readFileSync(file, "utf8")))
    .map((file) => relative(root, file));
  expect(wrong).toEqual([]);
});

/** The room of a file of `pages`: that of a page, `parts`, or undefined directly in `pages`. */
function roomOf(file: string): string | undefined {
  const [top, room, name] = relative(root, file).split("/");
  return top === "pages" && name !== undefined ? room : undefined;
}

const pageFiles = files.filter((file) => layer(file) === "pages");
const isPage = (file: string) => /Page(?:\.tsx)?$/.test(file) && layer(file) === "pages";

/**
 * It gathers the pages behind the login, so that they are fetched together; the other pages are
 * fetched by `routes.tsx`.
 */
const GATHERS = "pages/staff-pages.ts";

test("a page is the file pages/<room>/<Name>Page.tsx that an address fetches, and beside the rooms lies nothing", () => {
  const fetched = ["routes.tsx", GATHERS]
    .flatMap((file) => imports(join(root, file)))
    .filter((path) => roomOf(path) !== undefined && roomOf(path) !== "parts");
  const pages = pageFiles.filter(isPage).map((file) => file.replace(/\.tsx$/, ""));
  expect(pages.length).toBeGreaterThan(20);
  expect([...new Set(fetched)].toSorted()).toEqual(pages.toSorted());
  expect(pages.filter((page) => relative(root, page).split("/").length !== 3)).toEqual([]);
  expect(
    readdirSync(join(root, "pages"), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name),
  ).toEqual(["staff-pages.ts"]);
});

test("no page imports a page, and nothing below a page imports one", () => {
  const wrong = pageFiles
    .filter((file) => relative(root, file) !== GATHERS)
    .flatMap((file) =>
      imports(file)
        .filter(isPage)
        .map((path) => `${relative(root, file)} imports ${relative(root, path)}`),
    );
  expect(wrong).toEqual([]);
});

test("a room is its page's own: what two rooms share lies in parts, and parts import nothing of a room", () => {
  const styles = readdirSync(join(root, "pages"), { withFileTypes: true, recursive: true })
    .filter(({ name }) => name.endsWith(".css"))
    .map((entry) => join(entry.parentPath, entry.name));
  const wrong = [...pageFiles, ...styles]
    .filter((file) => relative(root, file) !== GATHERS)
    .flatMap((file) =>
      imports(file)
        .filter(
          (path) =>
            layer(path) === "pages" && roomOf(path) !== roomOf(file) && roomOf(path) !== "parts",
        )
        .map((path) => `${relative(root, file)} imports ${relative(root, path)}`),
    );
  expect(wrong).toEqual([]);
});

/** Lines of a file apart from imports, comments and blank ones. */
function linesOf(file: string): number {
  return readFileSync(file, "utf8")
    .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$|^import\b[^;]*;$/gm, "")
    .split("\n")
    .filter((line) => line.trim() !== "").length;
}

/** A file with no more than this belongs into its only user, or into another file beside it. */
const FEW_LINES = 12;

/** Short, and needed by one file at most, but has to be a file of its own. */
const APART = [
  // `index.html` starts with it.
  "main.tsx",
  // Every text that a visitor reads is in `text`.
  "text/unstarted.ts",
];

test("a file of a dozen lines, unless it is a page, is imported from more than one (tests count)", () => {
  const importers = new Map<string, number>();
  for (const file of [...sources(root, /\.tsx?$/), ...sources(join(root, "../golden"))])
    for (const path of new Set(imports(file))) importers.set(path, (importers.get(path) ?? 0) + 1);
  const wrong = files
    .filter((file) => !isPage(file))
    .filter((file) => (importers.get(file.replace(/\.tsx?$/, "")) ?? 0) < 2)
    .filter((file) => linesOf(file) <= FEW_LINES)
    .map((file) => relative(root, file));
  expect(wrong.toSorted()).toEqual(APART);
});

test("nothing is named as a file or folder beside it but for letters in upper case", () => {
  const folders = new Map<string, string[]>();
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true }))
    folders.set(entry.parentPath, [...(folders.get(entry.parentPath) ?? []), entry.name]);
  const wrong = [...folders].flatMap(([folder, names]) => {
    const stems = [...new Set(names.map((name) => name.replace(/\..*$/, "")))];
    return stems
      .filter((stem) =>
        stems.some((other) => other !== stem && other.toLowerCase() === stem.toLowerCase()),
      )
      .map((stem) => join(relative(root, folder), stem));
  });
  expect(wrong).toEqual([]);
});

test("no browser test waits for a promise: waitForFunction would take it for a yes (e2e/network.ts)", () => {
  const folder = join(root, "..", "e2e");
  const waits = readdirSync(folder).filter(
    (name) =>
      name.endsWith(".ts") &&
      /waitForFunction\(\s*async/.test(readFileSync(join(folder, name), "utf8")),
  );
  expect(waits).toEqual([]);
});
