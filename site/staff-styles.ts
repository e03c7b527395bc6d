import type { Plugin, Rolldown } from "vite";

/** Everything imported from here on is never opened by visitors of a race. */
const STAFF_PAGES = "/src/pages/staff-pages.ts";

/**
 * Puts the styles of all public pages into one file, which the page itself links: every request
 * costs a phone time. Styles used only by the login and the pages behind it are loaded with their
 * scripts.
 */
export function staffStyles(): Plugin {
  return {
    name: "staff-styles",
    apply: "build",
    generateBundle: {
      order: "pre",
      handler(_options, bundle) {
        const chunks = publicChunks(bundle);
        const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const source = styles.map((file) => sourceOf(bundle[file])).join("");
        for (const { viteMetadata } of chunks) viteMetadata?.importedCss.clear();
        for (const file of styles) delete bundle[file];
        const file = this.getFileName(this.emitFile({ type: "asset", name: "style.css", source }));
        chunks.find(({ isEntry }) => isEntry)?.viteMetadata?.importedCss.add(file);
      },
    },
  };
}

/**
 * The scripts that public pages load, in the order in which their styles follow each other:
 * imported files before those that import them, pages last.
 */
function publicChunks(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>();
  const seen = new Set<string>();
  const later = new Set<string>();
  const collect = (file: string) => {
    const chunk = bundle[file];
    if (
      seen.has(file) ||
      chunk?.type !== "chunk" ||
      chunk.facadeModuleId?.endsWith(STAFF_PAGES) === true
    )
      return;
    seen.add(file);
    for (const next of chunk.imports) collect(next);
    for (const next of chunk.dynamicImports) later.add(next);
    found.add(chunk);
  };
  for (const [file, chunk] of Object.entries(bundle))
    if (chunk.type === "chunk" && chunk.isEntry) collect(file);
  for (const file of later) collect(file);
  return [...found];
}

/** Vite's own mark at the beginning of a style file; Vite itself removes one per file. */
const MARK = /\/\*\$vite\$:\d+\*\//;

function sourceOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string {
  return file?.type === "asset" ? String(file.source).replace(MARK, "").trim() : "";
}
