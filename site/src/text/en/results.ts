/** The results page and its panels. */
import { counted, number } from "../intl";

export const results = {
  results: {
    loadingTitle: (product: string) => `${product} - Results`,
    title: (event: string) => `${event} Results`,
    certification: (certificate: string, distance = "") =>
      `Course certification${distance === "" ? "" : ` (${distance})`}: ${certificate}`,
    none: "No results to display.",
    noMatch: "No runner matches.",
    clearSearch: "Clear search",
    showAll: "Show all",
    matchesElsewhere: (distance: string, count: number) =>
      `${distance}: ${counted(count, { one: "match", other: "matches" })}`,
    all: "All runners",
    distances: "Distances",
    sort: "Sort",
    settings: "Sort and filter",
    unset: (setting: string) => `Remove: ${setting}`,
    found: "Runners found",
    moreFound: (count: number) => `and ${number(count)} more`,
    search: "Search by name or bib",
    searchHint: "Search",
    count: (shown: number, all: number) =>
      `${number(shown)} of ${counted(all, { one: "runner", other: "runners" })}`,
    caption: (event: string, year: string, distance: string, basis: string) =>
      [`${event} ${year}`, distance, `results by ${basis}`]
        .filter((part) => part !== "")
        .join(", "),
    legend: "Letters behind a place:",
    large:
      "Only the rows near the screen are drawn, so your browser’s own search sees only part of this list. Use the search box (press /), or",
    largeUnsearched:
      "Only the rows near the screen are drawn, so your browser’s own search sees only part of this list.",
    showAllRows: "Show all rows",
    allRows: "All rows are drawn.",
    backToTable: "Back to the table",
  },

  csv: { agePlace: "Age Group Place", genderPlace: "Gender Place" },
  tools: {
    csv: "Download CSV",
    failed: "The file could not be made. Please try again.",
    share: "Share",
    print: "Print",
    qr: "Print a code",
    others: "Data and embedding",
    copied: "Link copied.",
    copyThis: (address: string) => `This is the link: ${address}`,
  },
  stars: {
    heading: "My runners",
    follow: (name: string) => `Follow ${name}`,
    place: (place: string) => `Place ${place}`,
    at: (segment: string, time: string) => `${segment} in ${time}`,
  },

  elsewhere: {
    all: (count: number) => `All ${number(count)} in the list`,
  },

  why: {
    button: (place: string, name: string) => `Place ${place}: why? ${name}`,
    number: (name: string, value: string) => `${name} ${value}: why?`,
  },

  alerts: {
    /** The second half is for screen readers only. */
    signUp: ["Text alerts", ": follow a runner by phone"],
    removal: "End text alerts",
    close: "Close",
  },
};
