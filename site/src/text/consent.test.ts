/**
 * The evidence of consent that operators give carriers is exactly the text that visitors agree to,
 * and the messages that are sent (docs/text-alerts.md).
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { consent } from "./en/consent";
import { consent as consentInSpanish } from "./es/consent";

function lines(document: string): string[] {
  return readFileSync(new URL(`../../../docs/${document}`, import.meta.url), "utf8").split("\n");
}

const evidence = lines("text-alerts.md");

test("the wording that is registered is the form's, with its id", () => {
  const quoted = evidence.filter((line) => /^> ./.test(line)).map((line) => line.slice(2));
  expect(quoted).toEqual([
    consent.box("River Timing LLC", "Ana Ruiz", "River 10K"),
    consent.disclosure("20").join(" "),
  ]);
  expect(evidence.join("\n")).toContain(`id \`${consent.wording}\``);
});

test("the sample messages are the contract's", () => {
  const contract = lines("contract/api.md").join("\n");
  const samples = evidence
    .filter((line) => line.startsWith("    River 10K: "))
    .map((line) => line.trim());
  expect(samples.length).toBeGreaterThan(1);
  expect(samples.filter((sample) => !contract.includes(`\`${sample}\``))).toEqual([]);
});

test("a wording id always means the same consent text: another text gets another id here", () => {
  const digests = [consent, consentInSpanish].map(({ wording, box, disclosure, chosenRunner }) => {
    const words = [box("A", "B", "C"), chosenRunner, ...disclosure("4"), ...disclosure(null)].join(
      "\n",
    );
    return [wording, createHash("sha256").update(words).digest("hex").slice(0, 16)];
  });
  expect(digests).toEqual([
    ["2026-11-en", "e3b5d78089704424"],
    ["2026-11-es", "6b56a5dcf9474498"],
  ]);
});
