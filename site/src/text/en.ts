/** Every text a visitor reads, in one place. Word for word from spec/product.md and pages.md where they say so. */

function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const text = {
  skip: "Skip to content",
  loading: "Loading",
  tryAgain: "Try again",
  toEvents: "All events",
  changed: "changed",

  nav: { label: "Main", events: "Events" },
  footer: (product: string) => `${product} · race results`,

  error: {
    title: "Error",
    offCourse: "You appear to be off course.",
    wrong: "Something went wrong. Please contact the site administrator for assistance.",
    reload: "Reload the page",
  },

  events: {
    title: (product: string) => `${product} - Events`,
    heading: "Events",
    search: "Search events",
    none: "No events found.",
    noMatch: "No event matches.",
    clear: "Clear search",
    found: (count: number) => plural(count, "event", "events"),
  },

  results: {
    loadingTitle: (product: string) => `${product} - Results`,
    title: (event: string) => `${event} Results`,
    heading: (event: string) => `${event} Results`,
    certification: (number: string, distance = "") =>
      `Course certification${distance === "" ? "" : ` (${distance})`}: ${number}`,
    none: "No results to display.",
    noMatch: "No runner matches.",
    clearSearch: "Clear search",
    showAll: "Show all",
    matchesElsewhere: (distance: string, count: number) => `${distance}: ${plural(count, "match", "matches")}`,
    all: "All runners",
    distances: "Distances",
    sort: "Sort",
    search: "Search by name or bib",
    searchHint: "Search",
    count: (shown: number, all: number) => `${shown.toLocaleString("en")} of ${plural(all, "runner", "runners")}`,
    caption: (event: string, year: string, distance: string, basis: string) =>
      [`${event} ${year}`, distance, `results by ${basis}`].filter((part) => part !== "").join(", "),
    legend: "Letters behind a place:",
    large: "Only the rows near the screen are drawn, so your browser’s own search sees only part of this list. Use the search box (press /), or",
    showAllRows: "Show all rows",
    allRows: "All rows are drawn.",
    backToTable: "Back to the table",
  },

  columns: {
    bib: "Bib",
    place: "Place",
    name: "Name",
    age: "Age",
    gender: "Gender",
    pl: "Pl",
    agePlace: "Age group place",
    genderPlace: "Gender place",
    lap: "Lap",
    hour: "Hour",
    sortBy: { ranking: "Sort by Ranking", gender: "Sort by Gender", age: "Sort by Age Group" },
  },

  folded: {
    bib: (bib: string) => `bib ${bib}`,
    age: (age: string) => `age ${age}`,
    inGroup: (place: string, group: string) => `${place} in ${group}`,
    time: (name: string, time: string) => `${name} ${time}`,
  },

  basis: {
    distance: { clock: "clock time", chip: "chip time" },
    backyardultra: { clock: "elapsed time", chip: "cumulative time" },
    time: { clock: "time", chip: "time" },
  },

  disclaimer: {
    distance: (ranks: string, other: string) => `*Places are ranked by ${ranks}. ${capital(other)} is shown for information.`,
    backyardultra: (ranks: string, other: string) =>
      `*Places are ranked by hours completed, then by ${ranks}. ${capital(other)} is shown for information.`,
    time: (_ranks: string, _other: string) => "Places are ranked by laps completed, then by time.",
    changed: (official: string) => `You have changed the ranking basis; official places are ranked by ${official}.`,
  },

  years: "Years",

  live: {
    badge: "LIVE",
    updated: (time: string) => `updated ${time}`,
    lost: (time: string) => `Connection lost. Showing results of ${time}.`,
    pause: "Pause updates",
    resume: "Resume updates",
    changes: (count: number) => plural(count, "change", "changes"),
  },

  print: {
    basis: (basis: string) => `Places by ${basis}`,
    filter: (parts: string[]) => `Shown: ${parts.join(", ")}`,
    search: (query: string) => `search “${query}”`,
    resultsOf: (time: string) => `Results of ${time}`,
    posted: (time: string) => `Posted at ${time}`,
  },
};
