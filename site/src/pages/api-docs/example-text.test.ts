import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ApiDocument } from "../../api/openapi";
import { curlOf } from "./example-text";
import { core } from "./schema";

const read = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), "utf8"),
  ) as ApiDocument;

/** The words that a shell makes of a line after `curl`. */
function wordsOf(line: string): string[] {
  const program = `curl() { printf '%s\\0' "$@"; }\n${line}`;
  return execFileSync("bash", ["-c", program], { encoding: "utf8" }).split("\0").slice(0, -1);
}

test("an example is one call for a shell, with whose data it is and what proves it", () => {
  const {
    paths,
    components: { schemas },
  } = read("openapi.json");
  const results = paths["/results"]?.post;
  expect(
    results && wordsOf(curlOf("https://example.org/api", "POST", "/results", results, schemas)),
  ).toEqual([
    "https://example.org/api/results",
    "-H",
    "authorization: Bearer YOUR_KEY",
    "-H",
    "content-type: application/json",
    "-d",
    '{"slug":"river-run","year":"2026"}',
  ]);
  const health = paths["/health"]?.get;
  expect(
    health && wordsOf(curlOf("https://example.org/api", "GET", "/health", health, schemas)),
  ).toEqual(["https://example.org/api/health"]);
});

test.each(["openapi.json", "openapi-remote.json"])(
  "every call of %s has an example with all that it requires, and no quote of it ends the words",
  (name) => {
    const {
      paths,
      components: { schemas },
    } = read(name);
    for (const [path, verbs] of Object.entries(paths)) {
      for (const [verb, operation] of Object.entries(verbs)) {
        const words = wordsOf(
          curlOf("https://it's.example.org", verb.toUpperCase(), path, operation, schemas),
        );
        expect(words).toContain(`https://it's.example.org${path}`);
        const schema = operation.requestBody?.content?.["application/json"]?.schema;
        if (schema === undefined) continue;
        const body = JSON.parse(words.at(-1) ?? "") as object;
        expect(Object.keys(body), path).toEqual(
          expect.arrayContaining([...(core(schema, schemas).schema.required ?? [])]),
        );
      }
    }
  },
);
