/** The table that other pages embed: its address, and the line of HTML (pages.md C27). */

/** The settings of an embedded table, from its address. */
interface EmbedView {
  /** Name of the distance that the address names; "" if it is none of the race's. */
  distance: string;
  /** The maximum number of rows shown. */
  rows: number;
  /** Whether there is a search box. */
  searchable: boolean;
}

const USUAL_ROWS = 20;
/** The lines per board in the first file of a version (docs/decisions/snapshot-format.md). */
const MOST_ROWS = 100;

/**
 * Reads a query; `distances` in any order. Anything unknown falls back to its default.
 */
export function readEmbedQuery(query: string, distances: readonly string[]): EmbedView {
  const params = new URLSearchParams(query);
  const wanted = params.get("distance");
  const rows = /^\d{1,3}$/.test(params.get("rows") ?? "") ? Number(params.get("rows")) : USUAL_ROWS;
  return {
    distance: wanted !== null && distances.includes(wanted) ? wanted : "",
    rows: Math.min(Math.max(rows, 1), MOST_ROWS),
    searchable: params.get("search") !== "off",
  };
}

/**
 * The line of HTML, without quotes ({@link encoded}). `site` is the site's origin; without a `year`
 * ("") the latest is shown, without a `distance` the one with the most runners.
 */
export function embedLine(site: string, slug: string, year: string, distance = ""): string {
  return element("script", {
    src: `${site}/embed.js`,
    "data-race": raceOf(slug, year),
    ...(distance === "" ? {} : { "data-distance": encoded(distance) }),
    async: "",
  });
}

/** What ends a value without quotes, or is read as something else in it. */
const NOT_BARE = /[\s"'`=<>&]/g;

/** The same as a frame alone, for editors that remove scripts; its height is fixed. */
export function embedFrame(
  site: string,
  { slug, name }: { slug: string; name: string },
  year: string,
  distance = "",
): string {
  const query = distance === "" ? "" : `?distance=${encoded(distance)}`;
  return element("iframe", {
    src: `${site}/embed/${raceOf(slug, year)}${query}`,
    title: name.replace(NOT_BARE, (letter) => `&#${letter.charCodeAt(0)};`),
    width: "100%",
    height: "640",
    loading: "lazy",
  });
}

function element(name: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === "" ? attribute : `${attribute}=${value}`,
  );
  return `<${name} ${written.join(" ")}></${name}>`;
}

function raceOf(slug: string, year: string): string {
  return [slug, year]
    .filter((part) => part !== "")
    .map(encoded)
    .join("/");
}

/** Without anything that needs quotes: many editors make them typographic, which HTML ignores. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/'/g, "%27");
}
