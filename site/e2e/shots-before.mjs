/**
 * The site of an earlier commit in place of the running one, with the running stack's data and
 * answers; and its pictures beside the current ones.
 */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

const repository = new URL("../../", import.meta.url).pathname;

/**
 * Builds the site of `commit` outside this checkout, with its packages. Returns the folder of the
 * built files, and a function that removes them.
 */
export function buildAt(commit) {
  const folder = mkdtempSync(join(tmpdir(), "chute-shots-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const archive = join(folder, "commit.tar");
    execFileSync("git", ["archive", "--output", archive, commit], { cwd: repository });
    execFileSync("tar", ["-xf", archive], { cwd: folder });
    const site = join(folder, "site");
    symlinkSync(join(repository, "site/node_modules"), join(site, "node_modules"));
    execFileSync("npx", ["vite", "build", "--logLevel", "error"], {
      cwd: site,
      stdio: ["ignore", "ignore", "inherit"],
    });
    return { dist: join(site, "dist"), remove };
  } catch (reason) {
    remove();
    throw reason;
  }
}

/**
 * Serves the built files of `dist` to all pages of a visitor. What the stack answers (data, its
 * settings, link preview pictures) still comes from the stack.
 */
export async function showFrom(context, site, dist) {
  const { content_types: types } = JSON.parse(
    readFileSync(join(repository, "site/files.json"), "utf8"),
  );
  await context.route(
    (url) => url.origin === new URL(site).origin,
    (route) => {
      const { pathname } = new URL(route.request().url());
      if (/^\/(api|remote-api|downloads|card)\/|^\/config\.json$/.test(pathname))
        return route.fallback();
      const named = join(dist, decodeURIComponent(pathname));
      const path =
        named.startsWith(dist) && existsSync(named) && statSync(named).isFile()
          ? named
          : join(dist, "index.html");
      return route.fulfill({
        body: readFileSync(path),
        contentType: types[extname(path).slice(1)] ?? "application/octet-stream",
      });
    },
  );
}

const sheet = `
  body { margin: 24px; font: 16px/1.5 system-ui, sans-serif; background: #777; color: #fff; }
  section { margin-bottom: 48px; }
  div { display: flex; gap: 16px; align-items: flex-start; }
  img { max-width: 48vw; }
  a { color: #fff; }`;

/**
 * A page of all pairs, before on the left and now on the right. `names`: the pictures that differ;
 * `same`: how many do not.
 */
export function writePairs(folder, commit, names, same) {
  const pair = (name) =>
    `<section id="${name}"><h2>${name}</h2><div><img src="before/${name}.png" alt="before" loading="lazy"><img src="${name}.png" alt="now" loading="lazy"></div></section>`;
  const heading = `${commit} and now: ${names.length} pictures differ, ${same} are the same`;
  const file = join(folder, "pairs.html");
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>${heading}</title><style>${sheet}</style><h1>${heading}</h1>${names.map(pair).join("\n")}\n`,
  );
  return file;
}
