/** Texts of every page: frame, errors, freshness, paper. */
import { counted } from "../intl";

export const site = {
  skip: "Skip to content",
  loading: "Loading",
  tryAgain: "Try again",
  toEvents: "All events",
  changed: "changed",
  offline: {
    banner: (time: string) =>
      time === "" ? "You are offline." : `You are offline. Showing results of ${time}.`,
    neverLoaded: "You are offline, and this page has not been loaded before.",
    form: "This needs the network: you are offline.",
  },

  nav: {
    label: "Main",
    events: "Events",
    account: "Account",
    remote: "Remote",
    login: "Login",
    logout: "Logout",
  },
  apiDocsLink: "API",
  footer: (product: string, version: string) =>
    `${product}${version && ` ${version}`} · race results`,
  alertLinks: { terms: "Text alert terms", privacy: "Text alert privacy" },
  /** Each by its own name. */
  languages: { en: "English", es: "Español" },

  error: {
    title: "Error",
    offCourse: "You appear to be off course.",
    resultsOf: (year: string) => `Results ${year}`,
    noBib: (bib: string, race: string) => `Nobody in ${race} has bib ${bib}.`,
    searchRace: (race: string) => `Search ${race} for it`,
    wrong: "Something went wrong. Please contact the site administrator for assistance.",
    unreached: "The server cannot be reached. Please check your network.",
    reload: "Reload the page",
  },

  years: "Years",
  raceNav: {
    label: "Pages of this race",
    more: "More pages",
    website: "Website",
    pages: {
      results: "Results",
      awards: "Awards",
      status: "Status",
      pntf: "PNTF Rankings",
      "pntf-awards": "PNTF Awards",
      "ytp-awards": "YTP Awards",
      "ytp-series": "YTP Series",
      "pntf-youth": "PNTF Youth",
      "team-results": "Teams",
      series: "Series",
    },
  },

  live: {
    badge: "LIVE",
    clock: "Race clock",
    paused: "PAUSED",
    updated: (time: string) => `updated ${time}`,
    lost: (time: string) => `Connection lost. Showing results of ${time}.`,
    pause: "Pause updates",
    resume: "Resume updates",
    changes: (count: number) => counted(count, { one: "change", other: "changes" }),
  },

  /** The organiser's declaration about the results, and their corrections (pages.md B12). */
  official: {
    yes: "Official",
    no: "Unofficial",
    since: (time: string) => `since ${time}`,
    corrected: (time: string) => `corrected ${time}`,
    whatChanged: "What changed",
  },

  print: {
    basis: (basis: string) => `Places by ${basis}`,
    filter: (parts: string[]) => `Shown: ${parts.join(", ")}`,
    search: (query: string) => `search “${query}”`,
    resultsOf: (time: string) => `Results of ${time}`,
    version: (version: string, time: string) => `Version ${version}, results of ${time}`,
    code: "Scan to see whether this is still the latest version.",
    posted: (time: string) => `Posted at ${time}`,
  },
};
