/**
 * The browser tests: `node e2e/run.mjs [ARGUMENTS OF VITEST]`. Four browsers and a server share a
 * small machine, and now and then one of many hundred tests fails because of timing. So a file with
 * a failure is run once more by itself: what fails again is a failure; what passes is listed at the
 * end with its message, so that somebody looks into it.
 */
import { parseCLI, startVitest } from "vitest/node";

/** More failing files than this are not a coincidence. */
const MOST = 3;

const { filter, options } = parseCLI([
  "vitest",
  "run",
  "--config",
  "vitest.e2e.config.ts",
  ...process.argv.slice(2),
]);
const first = await run(filter);
if (first.length > 0 && first.length <= MOST) {
  process.stdout.write(`\nOnce more, by itself: ${first.join(", ")}\n`);
  process.exitCode = 0;
  const again = await run(first);
  const passed = first.filter((file) => !again.includes(file));
  if (passed.length > 0)
    process.stdout.write(
      `\nFailed once, and passed by itself; see above what it said: ${passed.join(", ")}\n`,
    );
}
// Anything a test has left open must not keep the process running.
process.exit();

/** Runs files (all when none are named), and returns those with a failure, as paths from here. */
async function run(files) {
  const vitest = await startVitest("test", files, { ...options, run: true, watch: false });
  const failed = vitest.state.getTestModules().filter((module) => !module.ok());
  const unhandled =
    vitest.state.getUnhandledErrors().length > 0 || vitest.state.getTestModules().length === 0;
  await vitest.close();
  if (unhandled && failed.length === 0) process.exit(1);
  return failed.map((module) => module.relativeModuleId);
}
