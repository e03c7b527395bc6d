// `npm run golden -- FILE`: runs the golden cases of FILE (a list of {area, name, input, expected}).
import { fileURLToPath } from "node:url";
import { resolve } from "node:path";
import { runnerImport } from "vite";

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write("usage: npm run golden -- FILE\n");
  process.exit(2);
}
const main = fileURLToPath(new URL("main.ts", import.meta.url));
const { module } = await runnerImport(main, { configFile: false, logLevel: "error" });
const path = resolve(process.env.INIT_CWD ?? process.cwd(), file);
process.exitCode = module.runFile(path) ? 0 : 1;
