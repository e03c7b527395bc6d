/** The second run of a file of browser tests: the failures that it hides, and those it does not. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";

const RUN = fileURLToPath(new URL("run.mjs", import.meta.url));

let folder: string;

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Tests written to a folder, and the line that fails once: the first time it is reached. */
const FAILS_ONCE = 'if (once()) throw new Error("too slow");';
const HEAD = `import { existsSync, writeFileSync } from "node:fs";
const once = () => !existsSync("seen") && (writeFileSync("seen", ""), true);
`;

/** Runs one file of tests. Returns the exit code and the file of flakes, "" if there is none. */
async function run(file: string): Promise<{ code: number | null; flakes: string }> {
  folder = mkdtempSync(join(tmpdir(), "chute-run-"));
  const config = 'export default { test: { globals: true, include: ["*.e2e.mjs"] } };';
  writeFileSync(join(folder, "vitest.e2e.config.ts"), config);
  writeFileSync(join(folder, "some.e2e.mjs"), HEAD + file);
  const env = { ...process.env, CHUTE_FLAKES: join(folder, "flakes") };
  const child = spawn(process.execPath, [RUN], { cwd: folder, env, stdio: "ignore" });
  const code = await new Promise<number | null>((resolve) => {
    child.on("close", resolve);
  });
  let flakes = "";
  try {
    flakes = readFileSync(env.CHUTE_FLAKES, "utf8");
  } catch {
    // none was recorded
  }
  return { code, flakes };
}

test("a test that passes by itself is recorded with its name and message", async () => {
  const { code, flakes } = await run(`
    describe("a page", () => test("in time", () => { ${FAILS_ONCE} }));
    test("always", () => expect(1).toBe(1));
  `);
  expect(code).toBe(0);
  expect(JSON.parse(flakes)).toEqual({
    file: "some.e2e.mjs",
    test: "a page > in time",
    message: "too slow",
  });
});

test("so is a setup that passes by itself", async () => {
  const { code, flakes } = await run(`
    beforeAll(() => { ${FAILS_ONCE} });
    test("in time", () => undefined);
  `);
  expect(code).toBe(0);
  expect(JSON.parse(flakes)).toMatchObject({ test: "", message: "too slow" });
});

test.each([
  ["a failure that comes again", `test("never", () => { throw new Error("broken"); });`],
  [
    "an unhandled error beside a failure that does not come again",
    `test("in time", async () => {
      if (!once()) return;
      setTimeout(() => { throw new Error("outside"); });
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new Error("too slow");
    });`,
  ],
  [
    "a file that cannot be loaded, once",
    `${FAILS_ONCE}
     test("in time", () => undefined);`,
  ],
])("%s counts, and is not recorded", async (_what, file) => {
  expect(await run(file)).toEqual({ code: 1, flakes: "" });
});
