/** View settings that are carried from page to page of a race (pages.md D2 "Going along"). */
import { type Location, matchPath } from "react-router";
import { VIEW_KEYS, type ViewWord } from "../../../paths";

/**
 * Settings carried along in the history entry: all those of the pages on the way here, as a query.
 * Settings that a page does not understand are never in its address, which people share; the
 * history carries them through a page that has no use for them.
 */
export interface Carried {
  view: string;
  /** Whether the page here had nothing for the carried distance, which goes on to the next page. */
  nothing?: boolean;
}

/** The two addresses of the status page. */
const STATUS: readonly string[] = ["/results/:slug/:year?/status", "/status/:slug/:year"];

/** The page of an address, with or without a year; none for a runner's. */
export function pageOf(pathname: string): ViewWord | undefined {
  if (STATUS.some((path) => matchPath(path, pathname) !== null)) return "status";
  const word = matchPath("/:word/:slug/:year?", pathname)?.params.word;
  return word !== undefined && Object.hasOwn(VIEW_KEYS, word) ? (word as ViewWord) : undefined;
}

/** Settings carried to an address; null if the visitor did not come through a link of the race. */
export function cameWith(state: unknown): string | null {
  return typeof state === "object" &&
    state !== null &&
    "view" in state &&
    typeof state.view === "string"
    ? state.view
    : null;
}

/** Whether the page had nothing for the carried distance. */
export function hadNothing(state: unknown): boolean {
  return cameWith(state) !== null && (state as Carried).nothing === true;
}

/** Cached: a table has hundreds of links, and all carry the same. */
const cached = new WeakMap<Location, Carried>();

/** Settings carried on: those of this page, and those of earlier ones that it does not have. */
export function carriedFrom(location: Location): Carried {
  const carried = cached.get(location) ?? { view: viewFrom(location) };
  cached.set(location, carried);
  return carried;
}

function viewFrom({ pathname, search, state }: Location): string {
  const view = new URLSearchParams(cameWith(state) ?? "");
  const here = new URLSearchParams(search);
  const page = pageOf(pathname);
  for (const key of page === undefined ? [] : VIEW_KEYS[page]) {
    const value = here.get(key);
    if (value !== null) view.set(key, value);
    else if (key !== "distance" || !hadNothing(state)) view.delete(key);
  }
  return view.toString();
}

/** The part of a view that a page understands, as its query with "?"; "" if there is none. */
export function queryFor(page: ViewWord, view: string): string {
  const given = new URLSearchParams(view);
  const query = new URLSearchParams();
  for (const key of VIEW_KEYS[page]) {
    const value = given.get(key);
    if (value !== null) query.set(key, value);
  }
  const written = query.toString();
  return written === "" ? "" : `?${written}`;
}
