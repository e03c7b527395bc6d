/** Which map links may be shown in a frame (pages.md C6 "Map"). */

/**
 * True only for https addresses of exactly www.google.com with a path of `/maps` or below, without
 * user name, password or port. Anything with a backslash, an inner blank or a control character is
 * refused.
 */
export function isMapLink(link: string): boolean {
  if (/[\\\p{Cc}]/u.test(link) || /\s/.test(link.trim())) return false;
  const url = urlOf(link.trim());
  return (
    url?.protocol === "https:" &&
    url.host === "www.google.com" &&
    url.username === "" &&
    url.password === "" &&
    (url.pathname === "/maps" || url.pathname.startsWith("/maps/"))
  );
}

function urlOf(link: string): URL | null {
  try {
    return new URL(link);
  } catch {
    return null;
  }
}
