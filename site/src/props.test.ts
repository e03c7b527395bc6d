import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const root = dirname(fileURLToPath(import.meta.url));

/** Primitives are like HTML elements: every prop passed to one of them is used. */
const PRIMITIVES = "ui/";

/** With more props, some of them belong together in one, or the component should be two. */
const MOST_PROPS = 8;

const sources = new Map(
  readdirSync(root, { withFileTypes: true, recursive: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.(?:test\.tsx?|d\.ts)$/.test(name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map(
      (file) =>
        [
          file,
          ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true),
        ] as const,
    ),
);

type Declared = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

/**
 * The declaration of a type, in the file itself or where it is imported from; undefined for types
 * of React and other packages.
 */
function declarationOf(name: string, file: ts.SourceFile): Declared | undefined {
  for (const statement of file.statements) {
    if (
      (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) &&
      statement.name.text === name
    )
      return statement;
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
      continue;
    const bindings = statement.importClause?.namedBindings;
    const found =
      bindings !== undefined && ts.isNamedImports(bindings)
        ? bindings.elements.find((element) => element.name.text === name)
        : undefined;
    const path = resolve(dirname(file.fileName), statement.moduleSpecifier.text);
    const from = found && (sources.get(`${path}.ts`) ?? sources.get(`${path}.tsx`));
    if (from !== undefined)
      return declarationOf((found?.propertyName ?? found?.name)?.text ?? name, from);
  }
  return undefined;
}

function namesOf(members: ts.NodeArray<ts.TypeElement>): string[] {
  return members.flatMap(({ name }) => (name === undefined ? [] : [name.getText()]));
}

/** The names in a union of string literals, as passed to `Pick` and `Omit`. */
function texts(type: ts.TypeNode | undefined): string[] {
  if (type === undefined) return [];
  if (ts.isUnionTypeNode(type)) return type.types.flatMap(texts);
  return ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? [type.literal.text] : [];
}

function named(name: string, given: readonly ts.TypeNode[], file: ts.SourceFile): string[] {
  const [first, second] = given;
  if (name === "Pick") return texts(second);
  if (name === "Omit") return propsOf(first, file).filter((prop) => !texts(second).includes(prop));
  if (["Partial", "Readonly", "Required", "PropsWithChildren"].includes(name))
    return propsOf(first, file);
  const declared = declarationOf(name, file);
  if (declared === undefined) return [];
  const from = declared.getSourceFile();
  if (ts.isTypeAliasDeclaration(declared)) return propsOf(declared.type, from);
  const above = declared.heritageClauses?.flatMap(({ types }) => types) ?? [];
  return [
    ...namesOf(declared.members),
    ...above.flatMap((one) => named(one.expression.getText(), one.typeArguments ?? [], from)),
  ];
}

/**
 * The names of the props of a type. Attributes of an HTML element that a component passes on as a
 * whole are not counted.
 */
function propsOf(type: ts.TypeNode | undefined, file: ts.SourceFile): string[] {
  if (type === undefined) return [];
  if (ts.isTypeLiteralNode(type)) return namesOf(type.members);
  if (ts.isIntersectionTypeNode(type) || ts.isUnionTypeNode(type))
    return type.types.flatMap((one) => propsOf(one, file));
  if (ts.isParenthesizedTypeNode(type)) return propsOf(type.type, file);
  return ts.isTypeReferenceNode(type)
    ? named(type.typeName.getText(), type.typeArguments ?? [], file)
    : [];
}

/** Each component of a file: a function or a class with a capitalised name. */
function components(file: ts.SourceFile): { name: string; props: Set<string> }[] {
  const found: { name: string; props: Set<string> }[] = [];
  const add = (name: string | undefined, type: ts.TypeNode | undefined, taken?: ts.BindingName) => {
    if (name === undefined || !/^[A-Z]/.test(name)) return;
    const own =
      taken !== undefined && ts.isObjectBindingPattern(taken)
        ? taken.elements
            .filter((one) => one.dotDotDotToken === undefined)
            .map((one) => (one.propertyName ?? one.name).getText())
        : [];
    found.push({ name, props: new Set([...propsOf(type, file), ...own]) });
  };
  const visit = (node: ts.Node) => {
    if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node))
      add(node.name?.text, node.parameters[0]?.type, node.parameters[0]?.name);
    if (
      ts.isVariableDeclaration(node) &&
      node.initializer !== undefined &&
      ts.isArrowFunction(node.initializer)
    ) {
      const [props] = node.initializer.parameters;
      add(node.name.getText(), props?.type, props?.name);
    }
    if (ts.isClassDeclaration(node)) {
      const base = node.heritageClauses
        ?.flatMap(({ types }) => types)
        .find(({ expression }) => expression.getText() === "Component");
      if (base !== undefined) add(node.name?.text, base.typeArguments?.[0]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test(`no component has more than ${MOST_PROPS} props`, () => {
  const all = [...sources.values()]
    .filter(({ fileName }) => fileName.endsWith("x"))
    .flatMap((file) =>
      components(file).map(({ name, props }) => ({
        name: `${relative(root, file.fileName)} ${name}`,
        props: [...props],
      })),
    );
  expect(all.length).toBeGreaterThan(300);
  const wrong = all
    .filter(({ props }) => props.length > MOST_PROPS)
    .map(({ name, props }) => `${name}: ${props.join(", ")}`);
  expect(wrong).toEqual([]);
});

/** A component, and for each prop that it only passes on: to which component, and as which prop. */
interface Handing {
  name: string;
  on: Map<string, { to: string; as: string }[]>;
}

/**
 * The file and name of the component that a capitalised name was imported from, or the local one.
 */
function idOf(name: string, file: ts.SourceFile): string {
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
      continue;
    const bindings = statement.importClause?.namedBindings;
    const found =
      bindings !== undefined && ts.isNamedImports(bindings)
        ? bindings.elements.find((element) => element.name.text === name)
        : undefined;
    if (found !== undefined)
      return `${relative(root, resolve(dirname(file.fileName), statement.moduleSpecifier.text))}.tsx ${(found.propertyName ?? found.name).text}`;
  }
  return `${relative(root, file.fileName)} ${name}`;
}

/** One use of a prop: passed on unchanged, or null for anything else. */
type Use = { to: string; as: string } | null;

type FunctionWithBody = (ts.FunctionDeclaration | ts.FunctionExpression) & { body: ts.Block };

/**
 * `taken` holds the props of each component: one that a spread passes to a component without such a
 * prop is not handed on by it.
 */
function handings(file: ts.SourceFile, taken: ReadonlyMap<string, Set<string>>): Handing[] {
  const found: Handing[] = [];
  const visit = (node: ts.Node) => {
    if (
      (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node)) &&
      node.body !== undefined &&
      /^[A-Z]/.test(node.name?.text ?? "")
    ) {
      const on: Handing["on"] = new Map();
      for (const [prop, uses] of usesOfProps(node as FunctionWithBody, file, taken)) {
        const handed = uses.filter((use) => use !== null);
        if (uses.length > 0 && handed.length === uses.length) on.set(prop, handed);
      }
      found.push({ name: `${relative(root, file.fileName)} ${node.name?.text ?? ""}`, on });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The uses of each prop of a component, whether it is destructured or part of an object. */
function usesOfProps(
  { parameters, body }: FunctionWithBody,
  file: ts.SourceFile,
  taken: ReadonlyMap<string, Set<string>>,
): Map<string, Use[]> {
  const found = new Map<string, Use[]>();
  const add = (prop: string, uses: readonly Use[]) =>
    found.set(prop, [...(found.get(prop) ?? []), ...uses]);
  const destructured = ({ elements }: ts.ObjectBindingPattern, props: readonly string[]) => {
    const others = new Set(props);
    for (const { name, propertyName, dotDotDotToken } of elements) {
      if (dotDotDotToken !== undefined) {
        object(name.getText(), [...others]);
        continue;
      }
      const prop = (propertyName ?? name).getText();
      others.delete(prop);
      add(
        prop,
        ts.isIdentifier(name) ? usesOf(name.text, body).map((use) => handedTo(use, file)) : [null],
      );
    }
  };
  const object = (name: string, props: readonly string[]) => {
    for (const use of usesOf(name, body)) {
      const { parent } = use;
      if (ts.isJsxSpreadAttribute(parent))
        for (const prop of props) add(prop, spreadTo(parent, prop, file, taken));
      else if (ts.isPropertyAccessExpression(parent))
        add(parent.name.text, [handedTo(parent, file)]);
      else if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name))
        destructured(parent.name, props);
      else for (const prop of props) add(prop, [null]);
    }
  };
  const [first] = parameters;
  if (first === undefined) return found;
  const props = propsOf(first.type, file);
  if (ts.isObjectBindingPattern(first.name)) destructured(first.name, props);
  else object(first.name.getText(), props);
  return found;
}

/** Where a name is used as a value. */
function usesOf(name: string, within: ts.Node): ts.Identifier[] {
  const uses: ts.Identifier[] = [];
  const visit = (node: ts.Node) => {
    const isKey =
      (ts.isPropertyAccessExpression(node.parent) ||
        ts.isPropertyAssignment(node.parent) ||
        ts.isJsxAttribute(node.parent)) &&
      node.parent.name === node;
    const isDeclared = ts.isBindingElement(node.parent) && node.parent.initializer !== node;
    if (ts.isIdentifier(node) && node.text === name && !isKey && !isDeclared) uses.push(node);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(within, visit);
  return uses;
}

function isComponent(tag: string): boolean {
  return /^[A-Z]\w*$/.test(tag);
}

/** The component that receives a value unchanged; null if anything else is done with it. */
function handedTo(use: ts.Expression, file: ts.SourceFile): Use {
  const attribute =
    ts.isJsxExpression(use.parent) && ts.isJsxAttribute(use.parent.parent)
      ? use.parent.parent
      : undefined;
  const tag = attribute?.parent.parent.tagName.getText() ?? "";
  return attribute !== undefined && isComponent(tag)
    ? { to: idOf(tag, file), as: attribute.name.getText() }
    : null;
}

/** The uses of a prop by a spread: none if a later attribute replaces it, or nobody takes it. */
function spreadTo(
  spread: ts.JsxSpreadAttribute,
  prop: string,
  file: ts.SourceFile,
  taken: ReadonlyMap<string, Set<string>>,
): Use[] {
  const { properties } = spread.parent;
  const tag = spread.parent.parent.tagName.getText();
  if (!isComponent(tag)) return [null];
  const isReplaced = properties
    .slice(properties.indexOf(spread))
    .some((later) => ts.isJsxAttribute(later) && later.name.getText() === prop);
  const to = idOf(tag, file);
  return isReplaced || taken.get(to)?.has(prop) === false ? [] : [{ to, as: prop }];
}

/** By component, the props that it only passes on. */
function allHandings(files: readonly ts.SourceFile[]): Map<string, Handing["on"]> {
  const taken = new Map(
    files.flatMap((file) =>
      components(file).map(
        ({ name, props }) => [`${relative(root, file.fileName)} ${name}`, props] as const,
      ),
    ),
  );
  return new Map(files.flatMap((file) => handings(file, taken)).map((one) => [one.name, one.on]));
}

/** Each prop that a component only hands on to one that only hands it on again. */
function secondHops(all: ReadonlyMap<string, Handing["on"]>): string[] {
  const further = (to: string, as: string) =>
    all
      .get(to)
      ?.get(as)
      ?.filter((next) => !next.to.startsWith(PRIMITIVES)) ?? [];
  return [...all].flatMap(([name, on]) =>
    [...on].flatMap(([prop, handed]) =>
      handed.flatMap(({ to, as }) =>
        further(to, as).map((next) => `${name}: ${prop} → ${to}: ${as} → ${next.to}`),
      ),
    ),
  );
}

test("no component hands on a prop to one that only hands it on again", () => {
  const all = allHandings([...sources.values()].filter(({ fileName }) => fileName.endsWith("x")));
  expect(all.size).toBeGreaterThan(300);
  expect(secondHops(all)).toEqual([]);
});

/** A file in which `First` may hand on its props to `Second`, which hands on all of its own. */
function planted(first: string): ts.SourceFile {
  const text = `
    interface Props { a: string; b: string }
    function Last({ a, b }: Props) { return <p>{a + b}</p> }
    function Second(props: Props) { return <Last {...props} /> }
    function First${first}
  `;
  return ts.createSourceFile(
    join(root, "planted.tsx"),
    text,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
}

/** The finding if `First` hands on a prop. */
function hop(prop: string): string {
  return `planted.tsx First: ${prop} → planted.tsx Second: ${prop} → planted.tsx Last`;
}

test.each([
  ["by name", "({ a, b }: Props) { return <p>{b}<Second a={a} b={b} /></p> }", ["a"]],
  ["as a whole", "(props: Props) { return <Second {...props} /> }", ["a", "b"]],
  ["the others", "({ b, ...rest }: Props) { return <Second {...rest} b={b + 1} /> }", ["a"]],
  ["of the whole", "(props: Props) { return <p>{props.b}<Second a={props.a} b='' /></p> }", ["a"]],
  [
    "the others, in the body",
    "(props: Props) { const { b, ...rest } = props; return <Second {...rest} b={b + 1} /> }",
    ["a"],
  ],
  ["not if replaced", "(props: Props) { return <Second {...props} a='' b='' /> }", []],
  ["not if used", "(props: Props) { useThem(props); return <Second {...props} /> }", []],
  ["not in one hop", "(props: Props) { return <Last {...props} /> }", []],
])("a second hop is found: %s", (_, first, props) => {
  expect(secondHops(allHandings([planted(first)]))).toEqual(props.map(hop));
});
