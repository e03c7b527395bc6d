/**
 * The browser tests: `node e2e/run.mjs [ARGUMENTS OF VITEST]`. Four browsers and a server share a
 * small machine, and now and then one of many hundred tests fails because of timing. So a file with
 * a failed test is run once more by itself: what fails again is a failure; what passes is printed
 * at the end and added to the file CHUTE_FLAKES, a line of JSON for each test, so that somebody
 * looks into it. An error outside tests always counts: no second run proves that it was chance.
 */
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseCLI, startVitest } from "vitest/node";

/** More failing files than this are not a coincidence. */
const MOST = 3;
const FLAKES = resolve(process.env.CHUTE_FLAKES || "../.build/flakes.jsonl");

const { filter, options } = parseCLI([
  "vitest",
  "run",
  "--config",
  "vitest.e2e.config.ts",
  ...process.argv.slice(2),
]);
const first = await run(filter);
const files = [...new Set(first.failures.map(({ file }) => file))];
if (first.sound && files.length > 0 && files.length <= MOST) {
  process.stdout.write(`\nOnce more, by itself: ${files.join(", ")}\n`);
  process.exitCode = 0;
  const again = await run(files);
  const failed = new Set(again.failures.map(({ file }) => file));
  const flakes = first.failures.filter(({ file }) => !failed.has(file));
  if (again.sound && flakes.length > 0) {
    const lines = flakes.map((flake) => `${JSON.stringify(flake)}\n`).join("");
    mkdirSync(dirname(FLAKES), { recursive: true });
    appendFileSync(FLAKES, lines);
    process.stdout.write(`\nFailed once, and passed by itself:\n${lines}`);
  }
}
// Anything a test has left open must not keep the process running.
process.exit();

/**
 * Runs files, all when none are named. Returns what failed within a file, and whether nothing
 * failed outside: a file that cannot be loaded, an unhandled error, no file at all.
 */
async function run(named) {
  const vitest = await startVitest("test", named, { ...options, run: true, watch: false });
  const modules = vitest.state.getTestModules();
  const sound =
    modules.length > 0 &&
    modules.every((module) => module.ok() || module.children.size > 0) &&
    vitest.state.getUnhandledErrors().length === 0;
  await vitest.close();
  if (!sound) process.exitCode = 1;
  return { sound, failures: modules.filter((module) => !module.ok()).flatMap(failuresOf) };
}

/** The failed tests of a file and, without a name, those of its hooks. */
function failuresOf(module) {
  const file = module.relativeModuleId;
  const hooks = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  const tests = [...module.children.allTests("failed")];
  return [
    ...hooks.slice(0, 1).map(({ message }) => ({ file, test: "", message })),
    ...tests.map((test) => ({
      file,
      test: test.fullName,
      message: test.result().errors?.[0]?.message ?? "",
    })),
  ];
}
