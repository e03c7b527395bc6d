/** Every address of the site. Nothing else joins address parts. */

const part = encodeURIComponent;

/** Page words of an individual result's address (pages.md B4.4). */
export const PAGE_WORDS = [
  "results",
  "awards",
  "pntf",
  "pntf-awards",
  "ytp-awards",
  "ytp-series",
  "pntf-youth",
  "team-results",
  "series",
  "status",
] as const;

export type PageWord = (typeof PAGE_WORDS)[number];

/**
 * Words that are never a year or a bib in an address (pages.md B4.1). `offline/worker.js`, `card.rs`
 * and SitePath in template.yaml know those of a year, too.
 */
export const RESERVED_WORDS: readonly string[] = ["qr", "status"];

/** Whether a word of the address is a page word. */
export function isPageWord(word: string | undefined): word is PageWord {
  return (PAGE_WORDS as readonly string[]).includes(word ?? "");
}

/** Page words whose own page is `/{word}/{slug}/{year?}`: every one but "status". */
export type ListWord = Exclude<PageWord, "status">;

/** Pages of an event year that have view settings in their address. */
export type ViewWord = PageWord | "arrivals";

/** Parts of an event's desk that other pages lead to. */
export const DESK_PARTS = ["publication", "official"] as const;

type DeskPart = (typeof DESK_PARTS)[number];

/** The view settings of each page, in order (pages.md D2); a key means the same everywhere. */
export const VIEW_KEYS: Readonly<Record<ViewWord, readonly string[]>> = {
  results: ["distance", "sort", "show", "q", "rank"],
  awards: ["ov", "ag", "inc", "mas", "gmas", "distance", "desk"],
  status: ["distance"],
  arrivals: ["distance"],
  pntf: ["distance", "q"],
  "pntf-awards": ["distance", "q"],
  "ytp-awards": ["distance"],
  "ytp-series": ["distance", "limit", "gender"],
  "pntf-youth": ["distance"],
  "team-results": ["distance"],
  series: ["q"],
};

export const paths = {
  events: () => "/",
  page: (word: ListWord, slug: string, year?: string) =>
    `/${word}/${part(slug)}${year === undefined ? "" : `/${part(year)}`}`,
  results: (slug: string, year?: string) => paths.page("results", slug, year),
  /** `distance` is needed for a bib that is worn in several distances. */
  runner: (page: PageWord, slug: string, year: string, bib: string, distance?: string) =>
    `/${page}/${part(slug)}/${part(year)}/${part(bib)}${distance === undefined ? "" : `?${new URLSearchParams({ distance }).toString()}`}`,
  /** The awards with their desk open. */
  awardsDesk: (slug: string, year?: string) => `${paths.page("awards", slug, year)}?desk=true`,
  status: (slug: string, year?: string) => `${paths.results(slug, year)}/status`,
  statusByWord: (slug: string, year: string) => `/status/${part(slug)}/${part(year)}`,
  arrivals: (slug: string, year?: string) =>
    `/arrivals/${part(slug)}${year === undefined ? "" : `/${part(year)}`}`,
  /** The screen in the results tent. */
  kiosk: (slug: string, year?: string) =>
    `/kiosk/${part(slug)}${year === undefined ? "" : `/${part(year)}`}`,
  /** Results embedded in other pages, in a frame. */
  embed: (slug: string, year?: string) =>
    `/embed/${part(slug)}${year === undefined ? "" : `/${part(year)}`}`,
  /** A file of a year, below the downloads host; with `distance`, the file of that distance. */
  file: (slug: string, year: string, name: string, distance?: string) =>
    `results/${part(slug)}/${part(year)}/${distance === undefined ? "" : `${part(distance)}/`}${name}`,
  /** The public events as a calendar, below the downloads host. */
  calendar: () => "results/calendar.ics",
  certificate: (slug: string, year: string, bib: string, distance?: string) =>
    `/certificate/${part(slug)}/${part(year)}/${part(bib)}${distance === undefined ? "" : `?${new URLSearchParams({ distance }).toString()}`}`,
  subscribe: (email: string) => `/subscribe/${part(email)}`,
  apiDocs: () => "/api-docs",
  alertTerms: () => "/text-alerts/terms",
  alertPrivacy: () => "/text-alerts/privacy",
  unsubscribe: (email: string) => `/unsubscribe/${part(email)}`,
  checkin: (slug: string, year?: string) =>
    `/checkin/${part(slug)}${year === undefined ? "" : `/${part(year)}`}`,
  /** The page with the printable QR code of another page, by that page's address. */
  qr: (path: string) => `${path}/qr`,
  checkinImport: (slug: string, year: string) => `${paths.checkin(slug, year)}/import`,
  login: () => "/login",
  accountLogin: () => "/account/login",
  remoteLogin: () => "/remote/login",
  logout: () => "/logout",
  remoteLogout: () => "/remote/logout",
  account: () => "/account",
  newEvent: () => "/account/events/new",
  desk: (slug: string) => `/account/events/${part(slug)}`,
  /** A part of an event's desk that is looked for often. */
  deskPart: (slug: string, name: DeskPart) => `${paths.desk(slug)}#${name}`,
  eventFiles: (slug: string) => `${paths.desk(slug)}/files`,
  resultsImport: (slug: string) => `${paths.desk(slug)}/results-import`,
  /** Runners corrected by hand; with `bib` the form of its runners. */
  corrections: (slug: string, year?: string, bib?: string) =>
    [`${paths.desk(slug)}/corrections`, year, bib]
      .filter((one) => one !== undefined)
      .map((one, index) => (index === 0 ? one : part(one)))
      .join("/"),
  remote: () => "/remote",
};

/**
 * The bib in a runner's address: its last part, decoded once. The router decodes a part with an
 * encoded slash twice, so that the bib "1%2F2" would be read as "1/2". "" if it cannot be decoded.
 */
export function bibOf(pathname: string): string {
  const last = pathname.replace(/\/+$/, "").split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return "";
  }
}

/** Where an individual page leads back to, by its page word. */
export function backFrom(page: PageWord, slug: string, year: string): string {
  return page === "status" ? paths.status(slug, year) : paths.page(page, slug, year);
}
