import type { Operation, Schema } from "../../api/openapi";
import { core, type Schemas } from "./schema";

/** Example values by field name. */
const KNOWN: Readonly<Record<string, unknown>> = {
  slug: "river-run",
  year: "2026",
  distance: "10 Mile",
  email: "you@example.org",
  bib: "12",
  phone: "9075550142",
};

/** Placeholders for the credential that a call needs. */
const CREDENTIAL: Readonly<Record<string, string>> = {
  key: "YOUR_KEY",
  session: "YOUR_ACCESS_TOKEN",
};

/** A value that the schema accepts: of an object the required fields, and whose it is. */
function exampleOf(schema: Schema, schemas: Schemas, above: readonly string[]): unknown {
  const found = core(schema, schemas);
  const [first] = found.schema.anyOf ?? found.schema.oneOf ?? [];
  if (first !== undefined) return exampleOf(first, schemas, above);
  if (above.includes(found.name) && found.name !== "") return {};
  const within = [...above, found.name];
  const [choice] = found.schema.enum ?? [];
  if (choice !== undefined) return choice;
  switch ([found.schema.type ?? []].flat().find((type) => type !== "null")) {
    case "string":
      return found.schema.format === "date-time" ? "2026-05-02T08:00:00-07:00" : "…";
    case "integer":
    case "number":
      return 0;
    case "boolean":
      return false;
    case "array":
      return [exampleOf(found.schema.items ?? {}, schemas, within)];
    default: {
      const fields = Object.entries(found.schema.properties ?? {}).filter(
        ([name]) =>
          found.schema.required?.includes(name) === true || name === "slug" || name === "year",
      );
      return Object.fromEntries(
        fields.map(([name, field]) => {
          const known = core(field, schemas).schema.type === "object" ? undefined : KNOWN[name];
          return [name, known ?? exampleOf(field, schemas, within)];
        }),
      );
    }
  }
}

/** Quotes any text for a shell. */
const quoted = (words: string) => `'${words.replaceAll("'", String.raw`'\''`)}'`;

/** A call as a shell command, at the address of this very host. */
export function curlOf(
  base: string,
  verb: string,
  path: string,
  operation: Operation,
  schemas: Schemas,
): string {
  const [media, request] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const credential = (operation.security ?? [])
    .flatMap((scheme) => Object.keys(scheme))
    .map((scheme) => CREDENTIAL[scheme])
    .find((one) => one !== undefined);
  const isSent = media === "application/json" && request?.schema !== undefined;
  return [
    `curl ${verb === (isSent ? "POST" : "GET") ? "" : `-X ${verb} `}${quoted(base + path)}`,
    credential === undefined ? "" : `-H ${quoted(`authorization: Bearer ${credential}`)}`,
    isSent ? `-H ${quoted(`content-type: ${media}`)}` : "",
    isSent ? `-d ${quoted(JSON.stringify(exampleOf(request.schema ?? {}, schemas, [])))}` : "",
  ]
    .filter((part) => part !== "")
    .join(" \\\n  ");
}
