/**
 * Runs golden cases: raw rows go through the Rust board first, as in production, then through the
 * TypeScript rule.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { askBoards, type BoardRequest } from "./boards";
import { AREAS as RUST_AREAS } from "./rust-areas";
import { AREAS as SITE_AREAS } from "./site-areas";
import type { Area } from "./area";
import { print } from "./print";
import { sameJson } from "./same-json";
import type { Board } from "../src/scoring/row";

interface Case {
  area: string;
  name: string;
  input: unknown;
  expected: unknown;
}

/** The repository's cases: `{area}.json` holds those of its area. */
export const OWN_CASES = fileURLToPath(new URL("cases", import.meta.url));
/** Areas whose numbers are rounded to two decimals (golden/README.md "Conventions"). */
const TOLERANT: ReadonlySet<string> = new Set(["ytp-scores", "ytp-csv"]);
const TOLERANCE = 0.005;

/**
 * Runs the repository's cases; true when all passed and every bound area has some, in the file of
 * its name.
 */
export function runOwn(): boolean {
  const files = readdirSync(OWN_CASES)
    .filter((file) => file.endsWith(".json"))
    .toSorted();
  const cases = files.flatMap((file) =>
    casesOf(join(OWN_CASES, file)).map((one) =>
      Object.assign(one, { file: basename(file, ".json") }),
    ),
  );
  const astray = cases
    .filter(({ area, file }) => area !== file)
    .map(({ area, file }) => `${file}.json holds a case of the area ${area}`);
  const areas = new Set(cases.map((one) => one.area));
  const bare = [...RUST_AREAS.keys(), ...SITE_AREAS.keys()]
    .filter((area) => !areas.has(area))
    .map((area) => `area ${area}: no case`);
  const complaints = [...new Set(astray), ...bare];
  complaints.forEach(print);
  return run(cases) && complaints.length === 0;
}

/** Runs the cases of a file with any areas and prints the failures; true when there are none. */
export function runFile(file: string): boolean {
  return run(casesOf(file));
}

function casesOf(file: string): Case[] {
  const cases: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!Array.isArray(cases) || cases.length === 0) throw new Error(`${file}: not a list of cases`);
  return cases as Case[];
}

function run(cases: readonly Case[]): boolean {
  const areas = ownedAreas(cases);
  const requests = cases.map((one) => areas.get(one.area)?.boards(one.input) ?? []);
  const boards = askBoards(requests.flat());
  let at = 0;
  let passed = 0;
  cases.forEach((one, index) => {
    const count = requests[index]?.length ?? 0;
    const own = boards.slice(at, at + count);
    at += count;
    const area = areas.get(one.area);
    if (area !== undefined && passes(one, area, requests[index] ?? [], own)) passed += 1;
  });
  print(`${passed} passed, ${cases.length - passed} failed`);
  return passed === cases.length;
}

/** The areas owned by exactly one side; prints those owned by neither or both, whose cases fail. */
function ownedAreas(cases: readonly Case[]): Map<string, Area> {
  const owned = new Map<string, Area>();
  for (const name of new Set(cases.map((one) => one.area))) {
    const sides = [RUST_AREAS.get(name), SITE_AREAS.get(name)].filter((area) => area !== undefined);
    const [area] = sides;
    if (sides.length === 1 && area !== undefined) owned.set(name, area);
    else print(`area ${name}: ${sides.length === 0 ? "not bound" : "bound on both sides"}`);
  }
  return owned;
}

function passes(
  one: Case,
  area: Area,
  requests: readonly BoardRequest[],
  boards: readonly Board[],
): boolean {
  if (boards.length < requests.length) return report(one, "no answer of the board command");
  let actual: unknown;
  try {
    actual = area.run(one.input, boards);
  } catch (error) {
    return report(one, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const same = sameJson(actual, one.expected, TOLERANT.has(one.area) ? TOLERANCE : 0);
  return same || report(one, JSON.stringify(actual));
}

function report(one: Case, actual: string): false {
  print(`FAILED ${one.area}: ${one.name}`);
  print(`  expected ${JSON.stringify(one.expected)}`);
  print(`  actual   ${actual}`);
  return false;
}
