/**
 * Scripts and styles use only what the oldest browsers of the site have (`browserslist` in
 * package.json), as far as MDN's compatibility data knows.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import bcd, { type Identifier } from "@mdn/browser-compat-data" with { type: "json" };
import { transform } from "lightningcss";
import { parse } from "postcss";
import ts from "typescript";
import { expect, test } from "vitest";
import { IN_WORDS, OLDEST } from "../oldest/browsers";
import { lackedBy } from "../oldest/compat";

const site = fileURLToPath(new URL("..", import.meta.url));

/** APIs that src/lib/polyfills.ts adds, or that are checked for before use. */
const THERE_ANYWAY = new Set([
  "Array.toSorted",
  "Array.toReversed",
  "Navigator.share",
  "Navigator.canShare",
  "Navigator.wakeLock",
  "WakeLock.request",
  "WakeLockSentinel",
  "WakeLockSentinel.released",
  "WakeLockSentinel.release",
]);

/** Features of looks only: a page works as well without them. */
const ONLY_LOOKS = new Set([
  // Lines of a heading that are as long as each other.
  "text-wrap",
  "text-wrap: balance",
  // A finger needs no pointer, no corner to pull and no bar.
  "cursor: default",
  "cursor: pointer",
  "resize",
  "resize: vertical",
  "scrollbar-width",
  "scrollbar-width: none",
  // The browser's own scrolling when rows are added, which Safari does not do.
  "overflow-anchor",
  "overflow-anchor: none",
  "overflow-clip-margin",
  // Paper: the visitor chooses the sheet in the dialog.
  "@page",
  "size",
  "break-after: avoid",
  // Firefox until 120, which is on desktops only by now: spaces and dashed borders.
  ":has",
]);

/** Collects what is lacked, once for each feature and file. */
function collector() {
  const lacked = new Set<string>();
  let looked = 0;
  return {
    look(name: string, feature: Identifier | undefined, file: string) {
      if (feature === undefined || !("__compat" in feature)) return;
      looked += 1;
      const browsers = lackedBy(feature);
      if (browsers.length > 0 && !THERE_ANYWAY.has(name) && !ONLY_LOOKS.has(name))
        lacked.add(`${file}: ${name} (${browsers.join(", ")})`);
    },
    lacked: () => [...lacked],
    looked: () => looked,
  };
}

/** The interface, namespace or constructor that a member of TypeScript's own libraries is in. */
function ownerOf({ parent }: ts.Declaration): string {
  if (ts.isInterfaceDeclaration(parent)) return parent.name.text;
  if (ts.isModuleBlock(parent)) return parent.parent.name.getText();
  return ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent)
    ? parent.parent.name.getText()
    : "";
}

const { builtins } = bcd.javascript;

/** A global, or a member of one, with its name. */
function featureOf(declaration: ts.Declaration, name: string): [string, Identifier | undefined] {
  if (ts.isVariableDeclaration(declaration) || ts.isFunctionDeclaration(declaration))
    return [name, builtins?.[name] ?? bcd.api[name] ?? bcd.api.Window?.[name]];
  const owner = ownerOf(declaration)
    .replace(/Constructor$/, "")
    .replace(/^Readonly(?=Array|Map|Set)/, "")
    .replace(/^(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array$/, "TypedArray");
  const [known, api] = [builtins?.[owner], bcd.api[owner]];
  return [`${owner}.${name}`, known?.[name] ?? api?.[`${name}_static`] ?? api?.[name]];
}

function scriptsLack(files: readonly string[], more: ts.CompilerOptions = {}) {
  const found = collector();
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(site, "tsconfig.app.json"), ts.sys.readFile).config,
    ts.sys,
    site,
  );
  const program = ts.createProgram(files, { ...options, allowJs: true, ...more });
  const checker = program.getTypeChecker();
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node))
      for (const declaration of checker.getSymbolAtLocation(node)?.declarations ?? []) {
        const source = declaration.getSourceFile();
        if (program.isSourceFileDefaultLibrary(source))
          found.look(...featureOf(declaration, node.text), node.getSourceFile().fileName);
      }
    ts.forEachChild(node, visit);
  };
  for (const source of program.getSourceFiles()) if (files.includes(source.fileName)) visit(source);
  return found;
}

/** The version as lightningcss writes it. */
const TARGETS = Object.fromEntries(
  OLDEST.map(({ browser, version }) => {
    const [major = 0, minor = 0] = version.split(".").map(Number);
    return [browser, (major << 16) | (minor << 8)];
  }),
);

function stylesLack(file: string, written: string) {
  const found = collector();
  // As the build makes them: with the prefixes that the oldest browsers need.
  const { code } = transform({
    filename: file,
    code: Buffer.from(written),
    targets: TARGETS,
    cssModules: true,
  });
  const { properties, selectors, types, "at-rules": atRules } = bcd.css;
  const look = (name: string, feature: Identifier | undefined) => found.look(name, feature, file);
  parse(code.toString()).walk((node) => {
    if (node.type === "decl") {
      const { prop, value, parent } = node;
      if (parent?.some((other) => other.type === "decl" && other.prop === `-webkit-${prop}`))
        return;
      look(prop, properties?.[prop]);
      for (const [word] of value.matchAll(/[a-z][a-z-]*/g))
        look(`${prop}: ${word}`, properties?.[prop]?.[word]);
      for (const [, name = ""] of value.matchAll(/([a-z][a-z-]*)\(/g))
        look(`${name}()`, types?.[name] ?? types?.color?.[name]);
    } else if (node.type === "rule") {
      if (node.selector.includes("&")) look("&", selectors?.nesting);
      for (const [, name = ""] of node.selector.matchAll(/::?([a-z-]+)/g))
        look(`:${name}`, selectors?.[name]);
    } else if (node.type === "atrule") {
      look(`@${node.name}`, atRules?.[node.name]);
      for (const [, name = ""] of node.params.matchAll(/\(([a-z-]+)/g))
        look(`@${node.name} ${name}`, atRules?.[node.name]?.[name]);
    }
  });
  return found;
}

function sources(folder: string, names: RegExp): string[] {
  return readdirSync(join(site, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/\/src\/(?:test|style)\/|[.]test[.]|[.]d[.]ts$/.test(file));
}

test("scripts use only what the oldest browsers have", () => {
  const found = scriptsLack([...sources("src", /[.]tsx?$/), join(site, "offline/worker.js")]);
  expect(found.lacked()).toEqual([]);
  expect(found.looked()).toBeGreaterThan(5_000);
});

test("styles use only what the oldest browsers have, or look a little different there", () => {
  for (const file of sources("src", /[.]css$/))
    expect(stylesLack(file, readFileSync(file, "utf8")).lacked()).toEqual([]);
});

test("the probe lets in all of them, and nobody much older", () => {
  const asked = [
    bcd.api.DecompressionStream,
    bcd.css.types?.length?.viewport_percentage_units_dynamic,
  ];
  expect(asked.map((feature) => lackedBy(feature))).toEqual([[], []]);
  const before = OLDEST.map(({ browser, version }) => ({
    browser,
    version: String(Number.parseFloat(version) - (browser.includes("saf") ? 1 : 3)),
  }));
  expect(
    before.filter((old) => asked.every((feature) => lackedBy(feature, [old]).length === 0)),
  ).toEqual([]);
});

test("README names them", () => {
  expect(readFileSync(join(site, "../README.md"), "utf8")).toContain(IN_WORDS);
});

test("APIs newer than the oldest browsers are reported", () => {
  const sample = join(site, "src/sample.ts");
  const code = `URL.canParse("a"); structuredClone(1); Object.groupBy([], String); new Set().union(new Set()); new Uint8Array(1).toSorted();`;
  const host = ts.sys.readFile;
  ts.sys.readFile = (path, encoding) => (path === sample ? code : host(path, encoding));
  const seen = scriptsLack([sample], { lib: ["lib.esnext.d.ts", "lib.dom.d.ts"] }).lacked();
  ts.sys.readFile = host;
  expect(seen.map((line) => line.replace(/^.*: (\S+) .*/, "$1"))).toEqual([
    "URL.canParse",
    "Object.groupBy",
    "Set.union",
    "TypedArray.toSorted",
  ]);
  const sheet = `.a { float: inline-start; color: light-dark(red, blue); text-wrap: pretty; } .a:user-invalid { --b: 1 } @view-transition { navigation: auto }`;
  expect(stylesLack("a.css", sheet).lacked().length).toBeGreaterThan(3);
});
