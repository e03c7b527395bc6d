/** The oldest browsers in MDN's compatibility data. */
import bcd, {
  type BrowserName,
  type Identifier,
  type SimpleSupportStatement,
} from "@mdn/browser-compat-data" with { type: "json" };
import { OLDEST } from "./browsers";

/** The names of browserslist that MDN's data calls otherwise. */
const CALLED: Readonly<Record<string, BrowserName>> = { ios_saf: "safari_ios" };

function isOlder(version: string, than: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [thanMajor = 0, thanMinor = 0] = than.replace("≤", "").split(".").map(Number);
  return major < thanMajor || (major === thanMajor && minor < thanMinor);
}

function isThere(
  {
    flags,
    prefix,
    alternative_name: otherName,
    version_added: added,
    version_removed: removed,
  }: SimpleSupportStatement,
  version: string,
): boolean {
  const asNamed = flags === undefined && prefix === undefined && otherName === undefined;
  if (!asNamed || typeof added !== "string" || added === "preview") return false;
  const isGone = typeof removed === "string" && !isOlder(version, removed);
  return !isOlder(version, added) && !isGone;
}

/** The browsers that lack a feature; none for one that the data does not know. */
export function lackedBy(feature: Identifier | undefined, oldest = OLDEST): string[] {
  const { __compat: known } = feature ?? {};
  if (known === undefined) return [];
  return oldest
    .filter(({ browser, version }) => {
      const statements = known.support[CALLED[browser] ?? (browser as BrowserName)];
      return ![statements ?? []].flat().some((statement) => isThere(statement, version));
    })
    .map(({ browser, version }) => `${browser} ${version}`);
}

/** A global, and which of its members; without one, itself. */
export type Lacked = [owner: string, member?: string];

/** The globals and members that a browser of the list lacks, of language and browser. */
export function lacked(browser: string): Lacked[] {
  const oldest = OLDEST.filter((each) => each.browser === browser);
  const isLacked = (feature: Identifier | undefined) => lackedBy(feature, oldest).length > 0;
  return [bcd.javascript.builtins ?? {}, bcd.api].flatMap((all) =>
    Object.entries(all as Record<string, Identifier>).flatMap(([owner, members]): Lacked[] =>
      isLacked(members)
        ? [[owner]]
        : Object.entries(members)
            .filter(([name, member]) => name !== "__compat" && isLacked(member as Identifier))
            .map(([name]): Lacked => [owner, name.replace(/_static$/, "")]),
    ),
  );
}
