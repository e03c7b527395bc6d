/** The oldest browsers that show the site: "browserslist" in package.json. */
import site from "../package.json" with { type: "json" };

/** A browser by its name in browserslist, and the oldest version. */
export interface Oldest {
  browser: string;
  version: string;
}

export const OLDEST: readonly Oldest[] = site.browserslist.map((line) => {
  const [browser = "", version = ""] = line.split(" ");
  return { browser, version };
});

/** Targets of the build of scripts and styles, as esbuild names them. */
export const BUILD_TARGETS: string[] = OLDEST.map(
  ({ browser, version }) => `${browser === "ios_saf" ? "ios" : browser}${version}`,
);

const NAMES: Readonly<Record<string, string>> = {
  safari: "Safari",
  ios_saf: "iOS",
  chrome: "Chrome",
  edge: "Edge",
  firefox: "Firefox",
};

/** "Safari / iOS 16.4, Chrome / Edge 109, Firefox 115": the same in every language. */
export const IN_WORDS = [...new Set(OLDEST.map(({ version }) => version))]
  .map((version) => {
    const browsers = OLDEST.filter((oldest) => oldest.version === version);
    return `${browsers.map(({ browser }) => NAMES[browser] ?? browser).join(" / ")} ${version}`;
  })
  .join(", ");
