// `npm run golden`: runs the golden cases of golden/cases; `npm run golden -- FILE` those of FILE,
// a list of {area, name, input, expected}.
import { fileURLToPath } from "node:url";
import { resolve } from "node:path";
import { runnerImport } from "vite";

const [file] = process.argv.slice(2);
const main = fileURLToPath(new URL("main.ts", import.meta.url));
const { module } = await runnerImport(main, { configFile: false, logLevel: "error" });
const passed =
  file === undefined
    ? module.runOwn()
    : module.runFile(resolve(process.env.INIT_CWD ?? process.cwd(), file));
process.exitCode = passed ? 0 : 1;
