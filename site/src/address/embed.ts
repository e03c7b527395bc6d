/**
 * The table that other pages embed: what its address says, and the line of HTML that embeds it
 * (pages.md C27).
 */

/** What the address of an embedded table chooses. */
export interface EmbedView {
  /** Name of the shown distance; "" where there is none. */
  distance: string;
  /** The maximum number of rows shown. */
  rows: number;
  /** Whether there is a search box. */
  searchable: boolean;
}

const USUAL_ROWS = 20;
/**
 * The number of lines per board in the first file of a version (docs/decisions/snapshot-format.md).
 */
const MOST_ROWS = 100;

/**
 * Reads a query; `distances` in the order of their tabs. Anything unknown falls back to its
 * default.
 */
export function readEmbedQuery(query: string, distances: readonly string[]): EmbedView {
  const params = new URLSearchParams(query);
  const wanted = params.get("distance");
  const rows = /^\d{1,3}$/.test(params.get("rows") ?? "") ? Number(params.get("rows")) : USUAL_ROWS;
  return {
    distance: wanted !== null && distances.includes(wanted) ? wanted : (distances[0] ?? ""),
    rows: Math.min(Math.max(rows, 1), MOST_ROWS),
    searchable: params.get("search") !== "off",
  };
}

/**
 * The line of HTML. `site` is the site's origin; without a `year` ("") the latest is shown, without
 * a `distance` the first.
 */
export function embedLine(site: string, slug: string, year: string, distance = ""): string {
  const attributes = {
    src: `${site}/embed.js`,
    "data-race": year === "" ? slug : `${slug}/${year}`,
    ...(distance === "" ? {} : { "data-distance": distance }),
  };
  const written = Object.entries(attributes).map(
    ([name, value]) => `${name}="${attribute(value)}"`,
  );
  return `<script ${written.join(" ")} async></script>`;
}

function attribute(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/"/g, "&quot;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;");
}
