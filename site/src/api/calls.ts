/**
 * What the OpenAPI documents say of a call, as types: api-types.test.ts holds `*-api.d.ts` to the
 * documents, and a field that they do not have does not compile here.
 */
import type { components } from "./account-api";

/** The shapes of the account host; those that the remote host has, too, are the same there. */
export type Schemas = components["schemas"];

export type Method = "get" | "post" | "put" | "delete";

/** Paths of an API that have a call of this method, without the slash in front. */
export type PathOf<Paths, M extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends { [Found in M]: object }
    ? Path extends `/${infer Rest}`
      ? Rest
      : never
    : never;
}[keyof Paths];

/** The call of a method to a path. */
export type CallOf<Paths, Path extends string, M extends Method> = `/${Path}` extends keyof Paths
  ? Paths[`/${Path}`] extends { [Found in M]: infer Call }
    ? Call
    : never
  : never;

/** What a call may say. */
export type RequestOf<Call> = Call extends {
  requestBody?: { content: { "application/json": infer Body } };
}
  ? Body
  : undefined;

/**
 * A value of an answer: a field may be missing as far as the site knows (pages.md B3.3), at any
 * depth.
 */
export type Wire<Value> = Value extends readonly (infer Item)[]
  ? readonly Wire<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]?: Wire<Value[Field]> }
    : Value;

/** The names of a shape's fields: for what is also read from published files. */
export type Fields<Name extends keyof Schemas> = {
  readonly [Field in keyof Schemas[Name]]?: unknown;
};

/** What a call answers with one of these statuses; nothing in an empty answer. */
export type AnswerOf<Call, Status extends number = 200> = [BodyOf<Call, Status>] extends [never]
  ? void
  : EitherOf<BodyOf<Call, Status>>;

type BodyOf<Call, Status extends number> = Status extends number
  ? Call extends {
      responses: { [Found in Status]: { content: { "application/json": infer Body } } };
    }
    ? Body
    : never
  : never;

/** Fields of any of several shapes. */
type EitherOf<Body> = {
  readonly [Field in Body extends unknown ? keyof Body : never]?: Body extends {
    [Found in Field]?: infer Value;
  }
    ? Wire<Value>
    : never;
};
