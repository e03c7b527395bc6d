import type { ApiDocument, Schema } from "../../api/openapi";

export type Schemas = ApiDocument["components"]["schemas"];

const nameOf = (reference: string) => reference.split("/").at(-1) ?? "";

/** The schema itself: with its reference resolved and "or null" removed. */
export function core(
  schema: Schema,
  schemas: Schemas,
): { name: string; schema: Schema; nullable: boolean } {
  const forms = schema.oneOf?.filter((form) => form.type !== "null");
  const [only] = forms ?? [];
  if (only !== undefined && forms?.length === 1 && schema.oneOf?.length === 2)
    return { ...core(only, schemas), nullable: true };
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return { ...core(schemas[name] ?? {}, schemas), name };
  }
  return { name: "", schema, nullable: Array.isArray(schema.type) && schema.type.includes("null") };
}
