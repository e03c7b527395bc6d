import type { Schema } from "../../api/openapi";
import { pages } from "../../text/pages";
import styles from "./ApiDocs.module.css";
import { Prose } from "./Prose";
import { core, type Schemas } from "./schema";

const NONE: readonly string[] = [];

/** A type in a few words: "list of Result or null". */
function typeOf(schema: Schema, schemas: Schemas): string {
  const found = core(schema, schemas);
  const type = [found.schema.type ?? []].flat().find((one) => one !== "null") ?? pages.apiDocs.any;
  const words = () => {
    if (type === "array") return pages.apiDocs.listOf(typeOf(found.schema.items ?? {}, schemas));
    const values = found.schema.additionalProperties;
    if (typeof values === "object") return pages.apiDocs.mapOf(typeOf(values, schemas));
    if (found.schema.properties !== undefined && found.name !== "") return found.name;
    return found.schema.format === "date-time" ? pages.apiDocs.time : type;
  };
  return found.nullable ? pages.apiDocs.orNull(words()) : words();
}

/** The constraints of a text, in a few words. */
function limits({ maxLength, pattern, enum: values }: Schema): string {
  return [
    maxLength === undefined ? "" : pages.apiDocs.upTo(maxLength),
    pattern ?? "",
    values === undefined ? "" : values.filter((value) => value !== null).join(", "),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/** The objects that a field leads to: through lists, maps and choices. */
function within(schema: Schema, schemas: Schemas): { name: string; schema: Schema }[] {
  const found = core(schema, schemas);
  const forms = found.schema.anyOf ?? found.schema.oneOf;
  if (forms !== undefined) return forms.flatMap((form) => within(form, schemas));
  if (found.schema.items !== undefined) return within(found.schema.items, schemas);
  if (typeof found.schema.additionalProperties === "object")
    return within(found.schema.additionalProperties, schemas);
  return found.schema.properties === undefined ? [] : [found];
}

/** The fields of an object, and the objects in it, each once and collapsed. */
export function SchemaView({
  schema,
  schemas,
  above = NONE,
}: {
  schema: Schema;
  schemas: Schemas;
  above?: readonly string[];
}) {
  return within(schema, schemas).map((object) => (
    <Fields
      key={object.name}
      object={object.schema}
      schemas={schemas}
      above={[...above, object.name]}
    />
  ));
}

function Fields({
  object,
  schemas,
  above,
}: {
  object: Schema;
  schemas: Schemas;
  above: readonly string[];
}) {
  const fields = Object.entries(object.properties ?? {});
  return (
    <dl className={styles.fields}>
      {fields.map(([name, field]) => {
        const inner = within(field, schemas).filter((found) => !above.includes(found.name));
        const { schema: meant } = core(field, schemas);
        return (
          <div key={name}>
            <dt>
              <code>{name}</code> <span className={styles.type}>{typeOf(field, schemas)}</span>
            </dt>
            <dd>
              <Prose>
                {field.description ??
                  field.oneOf?.find((form) => form.description !== undefined)?.description ??
                  meant.description ??
                  ""}
              </Prose>
              {limits(meant) !== "" && <span className={styles.limits}>{limits(meant)}</span>}
              {inner.length > 0 && (
                <details>
                  <summary>
                    {inner.map((found) => found.name || pages.apiDocs.fields).join(", ")}
                  </summary>
                  <SchemaView schema={field} schemas={schemas} above={above} />
                </details>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
