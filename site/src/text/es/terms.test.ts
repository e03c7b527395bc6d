/** One word for one thing: what other pages call otherwise is not in the Spanish texts. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL(".", import.meta.url);
const texts = readdirSync(folder)
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => [name, readFileSync(new URL(name, folder), "utf8")] as const);

test.each([
  ["carrera", /\beventos?\b/i],
  ["gestión de la carrera", /mesa (del|de la) (evento|carrera)/i],
  ["titular", /\bdueñ[oa]s?\b/i],
  ["género", /\bsexos?\b/i],
  ["categoría", /grupos? de edad/i],
  ["tiempo bruto", /tiempos? oficial(es)?\b/i],
  ["tiempo de chip", /tiempos? netos?\b/i],
  ["diploma", /\bcertificados?\b(?! del recorrido)/i],
  ["circuito", /(de|una|las) series?\b/i],
  ["subir", /\b(tus|ninguna) cargas?\b|que (cargaste|los cargues)/i],
  ["año, where it is chosen", /"Edición"/],
  ["entrega de dorsales", /\b(al|el) registro\b(?! en la salida)/i],
  ["aviso", /\balertas?\b/i],
  ["en vivo", /en directo/i],
])("it is called %s", (_, other) => {
  expect(texts.filter(([, text]) => other.test(text)).map(([name]) => name)).toEqual([]);
});
