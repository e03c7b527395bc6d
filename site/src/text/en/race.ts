/** Words of the sport that several pages share, and those that rules combine. */

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

export const race = {
  /** "May 4, 2024" (pages.md A11); month and day count from 1. */
  date: (year: number, month: number, day: number) => `${MONTHS[month - 1] ?? ""} ${day}, ${year}`,
  /** 1st, 2nd, 3rd, 4th, 11th, 111th (pages.md A10.4). */
  ordinal: (value: number, written: string) => {
    const lastTwo = Math.abs(value) % 100;
    if (lastTwo >= 11 && lastTwo <= 13) return `${written}th`;
    return `${written}${["th", "st", "nd", "rd"][lastTwo % 10] ?? "th"}`;
  },
  /** The place at a timing point, which is no final one. */
  placeAt: (ordinal: string, point: string) => `${ordinal} at ${point}`,
  /** A person without a name (pages.md A5.2). */
  bib: (bib: string) => `Bib ${bib}`,
  halfOfDay: { am: "am", pm: "pm" },
  yourTime: (there: string, here: string) => `${there} (${here} your time)`,

  /** By code and bucket (pages.md A6). */
  gender: {
    letters: { W: "W", M: "M", X: "X" },
    headings: { W: "Women", M: "Men", X: "Non-Binary" },
    persons: { W: "Woman", M: "Man", X: "Non-Binary" },
  },
  /** A race's own words; other languages know those of timing programs (pages.md B1.6). */
  point: (name: string) => name,
  /** Where somebody is, in a column of times. */
  atPoint: (name: string) => `at ${name}`,
  ageGroup: (group: string) => group,
  /** Bands defined by the site. */
  bands: { under20: "Under 20", under8: "8/under" },
  /** "Women 30-39". */
  group: (heading: string, group: string) => `${heading} ${group}`,
  /** "1st Women 9-10": a place and the group it is in, as a table cell. */
  placeIn: (place: string, group: string) => `${place} ${group}`,

  /** Shown instead of a time (pages.md A8.3). */
  out: { dnf: "DNF", dns: "DNS" },
  lap: (lap: number) => `Lap ${lap}`,
  hour: (hour: number) => `Hour ${hour}`,
  /** The start of a backyard’s loop, in the column of hours (pages.md C2). */
  loopStarted: (loop: number) => `Hour ${loop} started`,
  /** Letters after places (pages.md A10.3). */
  suffixes: {
    e: "early start",
    u: "unofficial",
    d: "changed distance (drop)",
    v: "virtual",
    l: "late start",
  },

  /** The box, and the headings of the two time columns (pages.md A13). */
  rankBy: {
    distance: {
      boxes: { clock: "Rank by Clock Time", chip: "Rank by Chip Time" },
      headings: { clock: "Clock Time", chip: "Chip Time" },
    },
    backyardultra: {
      boxes: { clock: "Rank by Elapsed Time", chip: "Rank by Cumulative Time" },
      headings: { clock: "Elapsed", chip: "Cumulative" },
    },
    time: "Time",
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
    showOnly: (group: string) => `Show Only: ${group}`,
  },

  folded: {
    bib: (bib: string) => `bib ${bib}`,
    age: (age: string) => `age ${age}`,
    /** "5th woman": `person` is the word for one person, `heading` that for all. */
    ofGender: (place: string, { person }: { person: string; heading: string }) =>
      `${place} ${person}`,
    inGroup: (place: string, group: string) => `${place} in ${group}`,
    time: (name: string, time: string) => `${name} ${time}`,
    /** One word before the time that does not rank. */
    basis: { clock: "Clock", chip: "Chip" },
  },

  basis: {
    distance: { clock: "clock time", chip: "chip time" },
    backyardultra: { clock: "elapsed time", chip: "cumulative time" },
    time: { clock: "time", chip: "time" },
  },

  disclaimer: {
    /** The ranking rule, by type of event. */
    rule: {
      distance: (ranks: string) => `Places are ranked by ${ranks}.`,
      backyardultra: (ranks: string) => `Places are ranked by hours completed, then by ${ranks}.`,
    },
    other: (other: string) => `${capital(other)} is shown for information.`,
    changed: (official: string) =>
      `You have changed the ranking basis; official places are ranked by ${official}.`,
  },

  /** By the page word of the address (pages.md B2, C14.3). */
  kinds: {
    results: "Results",
    status: "Status",
    awards: "Awards",
    arrivals: "Arrivals",
    checkin: "Registration",
    pntf: "PNTF Championship Rankings",
    "pntf-awards": "PNTF Championship Awards",
    "ytp-awards": "YTP Awards",
    "ytp-series": "YTP Series",
    "pntf-youth": "PNTF Youth Championship Results",
    "team-results": "Team Results",
    series: "Results",
  },

  qr: {
    loadingTitle: (product: string) => `${product} - QR Code`,
    loading: "Verifying event exists.",
    title: (name: string, kind: string) => `${name} ${kind} QR Code`,
    by: (kind: string) => `${kind} By`,
    label: (target: string) => `QR code for ${target}`,
  },
};
