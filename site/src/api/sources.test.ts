import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SOURCES } from "./sources";

test("the sources are those that the API names", () => {
  const api = JSON.parse(readFileSync("../docs/openapi.json", "utf8")) as {
    components: { schemas: { EarlierOut: { properties: { next: { description: string } } } } };
  };
  const { description } = api.components.schemas.EarlierOut.properties.next;
  expect([...description.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)).toEqual([...SOURCES]);
});
