/** All words that a visitor reads are in src/text, and are looked up when something is rendered. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Attributes that are read out or shown. */
const SPOKEN = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-placeholder",
  "aria-roledescription",
  "aria-valuetext",
  "caption",
  "error",
  "heading",
  "hint",
  "label",
  "message",
  "name",
  "none",
  "placeholder",
  "summary",
  "text",
  "title",
]);
/** Attributes of these elements with such names that are meant for machines. */
const MACHINE = new Set(["meta.name", "link.title", "input.name", "TextField.name"]);

/**
 * Words that only programs read, or that come from elsewhere: names on the wire, headings of a
 * file, keys, selectors, fonts, the product.
 */
const NOT_READ = new Set([
  "Relationship",
  "Id",
  "Target",
  "Finish",
  "Bearer ",
  "Quotes",
  "tiger score",
  "seward score",
  "highest score",
  "Failure",
  "Chute",
  "AES-GCM",
  "select, input",
  "Enter",
  "Escape",
  "Woman",
  "Man",
  "gap before ",
  "gap at the end",
  "input, select, textarea, [contenteditable]",
  "system-ui, 'Segoe UI', Roboto, Arial, sans-serif",
  "Fraunces",
  "path, text, image",
  "@media screen{:root{",
  "@media screen and (prefers-color-scheme:dark){:root{",
  "@media print{:root{--band:",
]);

function sources(): string[] {
  return (
    readdirSync(root, { withFileTypes: true, recursive: true })
      .filter(
        (entry) =>
          entry.isFile() &&
          /\.tsx?$/.test(entry.name) &&
          !/\.test\.tsx?$|\.d\.ts$/.test(entry.name),
      )
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      // No visitor sees the page of all parts.
      .filter((file) => !["text/", "test/", "style/"].some((folder) => file.startsWith(folder)))
  );
}

/** Every node of a file for which `look` returns something, as "file:line: result". */
function found(file: string, code: string, look: (node: ts.Node) => string | null): string[] {
  const source = ts.createSourceFile(
    file,
    code,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const all: string[] = [];
  const visit = (node: ts.Node) => {
    const answer = look(node);
    if (answer !== null)
      all.push(
        `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${answer}`,
      );
    ts.forEachChild(node, visit);
  };
  visit(source);
  return all;
}

const HAS_WORD = /\p{L}{2}/u;

/** Words between tags, and in attributes and properties that are shown or read out. */
function drawn(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return HAS_WORD.test(node.text) ? node.text.trim() : null;
  if (
    !ts.isStringLiteralLike(node) &&
    !ts.isTemplateHead(node) &&
    !ts.isTemplateMiddleOrTemplateTail(node)
  )
    return null;
  if (!HAS_WORD.test(node.text)) return null;
  const place = placeOf(node);
  return place !== null &&
    (place === "child" || (SPOKEN.has(place.split(".").at(-1) ?? "") && !MACHINE.has(place)))
    ? node.text
    : null;
}

/**
 * "child" for text between tags, "element.attribute" for an attribute, ".property" for a property
 * of an object; null elsewhere.
 */
function placeOf(node: ts.Node): string | null {
  for (let at = node; ; at = at.parent) {
    const { parent } = at;
    if (ts.isJsxAttribute(parent))
      return `${parent.parent.parent.tagName.getText()}.${parent.name.getText()}`;
    if (ts.isJsxExpression(parent) && !ts.isJsxAttribute(parent.parent)) return "child";
    if (ts.isPropertyAssignment(parent))
      return parent.initializer === at ? `.${parent.name.getText()}` : null;
    const passes =
      ts.isJsxExpression(parent) ||
      ts.isParenthesizedExpression(parent) ||
      ts.isTemplateExpression(parent) ||
      ts.isTemplateSpan(parent);
    const chosen = ts.isConditionalExpression(parent) && parent.condition !== at;
    const joined =
      ts.isBinaryExpression(parent) &&
      [
        ts.SyntaxKind.PlusToken,
        ts.SyntaxKind.QuestionQuestionToken,
        ts.SyntaxKind.BarBarToken,
        ts.SyntaxKind.AmpersandAmpersandToken,
      ].includes(parent.operatorToken.kind);
    if (!passes && !chosen && !joined) return null;
  }
}

/**
 * Sentences and headings anywhere else: two words, or one that begins with a capital letter, unless
 * a program reads them.
 */
function worded(node: ts.Node): string | null {
  if (
    !ts.isStringLiteralLike(node) &&
    !ts.isTemplateHead(node) &&
    !ts.isTemplateMiddleOrTemplateTail(node)
  )
    return null;
  if (NOT_READ.has(node.text) || !/^[A-Z][a-z]+(?:$|[ :])|[a-z]{2}[,.]? [a-z]{2,}/.test(node.text))
    return null;
  return forPrograms(node) ? null : node.text;
}

/** Types, imports, keys, class names and CSS, errors for developers, keys that are pressed. */
function forPrograms(node: ts.Node): boolean {
  const { parent } = node;
  if (
    ts.isLiteralTypeNode(parent) ||
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent)
  )
    return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  for (let at: ts.Node = node; at.parent !== undefined; at = at.parent) {
    if (ts.isNewExpression(at) && at.expression.getText().endsWith("Error")) return true;
    if (ts.isJsxAttribute(at)) return !SPOKEN.has(at.name.getText());
  }
  return false;
}

/** The objects that the texts are read from. */
const TEXTS = new Set(["text", "staff", "desk", "organiser", "checkin", "consent", "onCourse"]);

/** Texts read while a file is being loaded: the language is not there yet. */
function early(node: ts.Node): string | null {
  const reads =
    ts.isIdentifier(node) &&
    TEXTS.has(node.text) &&
    ts.isPropertyAccessExpression(node.parent) &&
    node.parent.expression === node;
  const taken =
    ts.isIdentifier(node) &&
    TEXTS.has(node.text) &&
    ts.isVariableDeclaration(node.parent) &&
    node.parent.initializer === node;
  if (!reads && !taken) return null;
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent)
    if (ts.isFunctionLike(at)) return null;
  return node.parent.getText();
}

const files = sources().map((file) => ({ file, code: readFileSync(join(root, file), "utf8") }));

test("no words between tags or in what is read out", () => {
  expect(files.flatMap(({ file, code }) => found(file, code, drawn))).toEqual([]);
});

test("no sentences and headings in rules and pages", () => {
  expect(files.flatMap(({ file, code }) => found(file, code, worded))).toEqual([]);
});

test("no text is read before the language is there", () => {
  const users = files.filter(({ code }) =>
    /import \{[^}]*\b(text|staff|desk|organiser|checkin|consent|onCourse)\b[^}]*\} from "[^"]*text\/\1"/.test(
      code,
    ),
  );
  expect(users.length).toBeGreaterThan(50);
  expect(users.flatMap(({ file, code }) => found(file, code, early))).toEqual([]);
});

function see(code: string, look: (node: ts.Node) => string | null): number {
  return found("a.tsx", code, look).length;
}

test("the checks find planted sentences", () => {
  expect(see(`const a = <p>Hello there</p>;`, drawn)).toBe(1);
  expect(see(`const a = <p>{on ? "hello" : word}</p>;`, drawn)).toBe(1);
  expect(see('const a = <b aria-label={`bib ${bib}`} className="two words" />;', drawn)).toBe(1);
  expect(see(`const column = { key: "place", heading: "Place" };`, drawn)).toBe(1);
  expect(see(`const a = <p>{words.one} · {count}</p>;`, drawn)).toBe(0);
  expect(
    see(
      `const LABEL = "Rank by Chip Time"; const MONTHS = ["January"]; say("sorted by name");`,
      worded,
    ),
  ).toBe(3);
  expect(
    see(
      `import a from "./Some File"; throw new Error("not good at all"); const b = <i className="one two" />; const c: "Big" = x;`,
      worded,
    ),
  ).toBe(0);
  expect(
    see(`const words = text.results; const { a } = text; function f() { return text.a; }`, early),
  ).toBe(2);
  expect(see(`const words = staff.login; function f() { return staff.login; }`, early)).toBe(1);
});
