/** `npm run api-types`: the types of both APIs, from the OpenAPI documents; a test checks them. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Document and types of each host. */
export const HOSTS = [
  { document: at("../docs/openapi.json"), types: at("src/api/account-api.d.ts") },
  { document: at("../docs/openapi-remote.json"), types: at("src/api/remote-api.d.ts") },
];

/** The types of a document. */
export async function typesOf(document) {
  return `// Made by \`npm run api-types\`.\n${astToString(await openapiTS(JSON.parse(readFileSync(document, "utf8"))))}`;
}

if (process.argv[1] === at("api-types.mjs")) {
  for (const { document, types } of HOSTS) writeFileSync(types, await typesOf(document));
}
