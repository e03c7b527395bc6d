import type { Plugin } from "vite";

/** Lists in the page what its first script imports, so that everything loads in parallel. */
export function preloadStart(): Plugin {
  return {
    name: "preload-start",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {}, chunk }) {
        const withImports = (file: string, found = new Set<string>()): Set<string> => {
          const part = bundle[file];
          if (part?.type !== "chunk" || found.has(file)) return found;
          found.add(file);
          for (const next of part.imports) withImports(next, found);
          return found;
        };
        // Vite already lists these.
        const first = withImports(chunk?.fileName ?? "");
        const later = new Set(chunk?.dynamicImports.flatMap((file) => [...withImports(file)]));
        return [...later]
          .filter((file) => !first.has(file))
          .map((file) => ({
            tag: "link",
            attrs: { rel: "modulepreload", crossorigin: true, href: `/${file}` },
            injectTo: "head",
          }));
      },
    },
  };
}
