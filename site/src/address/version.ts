/** The version in an address, as on printed sheets (pages.md B12). */

/** The version that an address names (`v`), as on printed sheets; null where it names none. */
export function heldVersion(search: string): number | null {
  const held = new URLSearchParams(search).get("v") ?? "";
  return /^[0-9]{1,15}$/.test(held) ? Number(held) : null;
}

/** A query with the version added, as in printed addresses. */
export function withVersion(search: string, version: number): string {
  const others = search
    .replace(/^\?/, "")
    .split("&")
    .filter((pair) => pair !== "" && !/^v(=|$)/.test(pair));
  return `?${[...others, `v=${version}`].join("&")}`;
}
