// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HOSTS, typesOf } from "../../api-types.mjs";

test.each(HOSTS)(
  "$types is made from its document: npm run api-types",
  async ({ document, types }) => {
    expect(readFileSync(types, "utf8") === (await typesOf(document))).toBe(true);
  },
);
