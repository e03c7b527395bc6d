/**
 * The calls of the OpenAPI documents as types: api-types.test.ts keeps `*-api.d.ts` in line with
 * the documents, and a field that they do not have does not compile here.
 */
import type { components } from "./account-api";

/** The shapes of the account host; those that the remote host shares are the same there. */
export type Schemas = components["schemas"];

export type Method = "get" | "post" | "put" | "delete";

/** Paths of an API that have a call with this method, without the leading slash. */
export type PathOf<Paths, M extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends { [Found in M]: object }
    ? Path extends `/${infer Rest}`
      ? Rest
      : never
    : never;
}[keyof Paths];

export type CallOf<Paths, Path extends string, M extends Method> = `/${Path}` extends keyof Paths
  ? Paths[`/${Path}`] extends { [Found in M]: infer Call }
    ? Call
    : never
  : never;

export type RequestOf<Call> = Call extends {
  requestBody?: { content: { "application/json": infer Body } };
}
  ? Body
  : undefined;

/** A value of an answer: to the site, any field may be missing (pages.md B3.3), at any depth. */
export type Wire<Value> = Value extends readonly (infer Item)[]
  ? readonly Wire<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]?: Wire<Value[Field]> }
    : Value;

/** The field names of a shape, for data that is also read from published files. */
export type Fields<Name extends keyof Schemas> = {
  readonly [Field in keyof Schemas[Name]]?: unknown;
};

/** The answer of a call with one of these statuses; nothing for an empty answer. */
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

/** The fields of any of several shapes. */
type EitherOf<Body> = {
  readonly [Field in Body extends unknown ? keyof Body : never]?: Body extends {
    [Found in Field]?: infer Value;
  }
    ? Wire<Value>
    : never;
};
