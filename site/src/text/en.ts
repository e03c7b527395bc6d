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

  offline: {
    banner: (time: string) => (time === "" ? "You are offline." : `You are offline. Showing results of ${time}.`),
    neverLoaded: "You are offline, and this page has not been loaded before.",
    form: "This needs the network: you are offline.",
  },

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

  individual: {
    loadingTitle: (product: string) => `${product} - Individual Results`,
    title: (year: string, event: string, name: string) => `${year} ${event} Results - ${name}`,
    heading: (year: string, event: string) => `${year} ${event} Results`,
    back: {
      results: "Back to results",
      status: "Back to status",
      awards: "Back to awards",
      pntf: "Back to the rankings",
      "pntf-awards": "Back to awards",
      "ytp-awards": "Back to awards",
      "ytp-series": "Back to the series",
      "pntf-youth": "Back to results",
      "team-results": "Back to the teams",
      series: "Back to the series",
    } as Readonly<Record<string, string>>,
    bib: (bib: string) => `Bib ${bib}`,
    others: (bib: string) => `Bib ${bib} is worn by more than one runner:`,
    dnf: "DNF",
    dns: "DNS",
    status: "Status",
    time: "Time",
    pace: "Pace",
    completed: "Completed",
    elapsed: "Elapsed",
    cumulative: "Cumulative",
    startTime: "Start Time",
    clockTime: "Clock Time",
    placings: "Placings",
    started: "Started",
    noResults: "No results yet.",
    lastSeen: (first: string, segment: string) => `${first === "" ? "This runner" : first} was last seen at ${segment}`,
    currentPace: "Current Pace",
    overallPace: "Overall Pace",
    nextLocation: (name: string) => `Next location: ${name}`,
    chipEstimate: "Estimated chip time",
    localEstimate: "Estimated local time",
    map: (segment: string) => `Map of ${segment}`,
    partials: "Partial Times",
    laps: "Lap Times",
    columns: {
      segment: "Segment",
      agePl: "Age Pl",
      genderPl: "Gender Pl",
      lapTime: "Lap Time",
      totalTime: "Total Time",
      elapsed: "Elapsed Time",
      cumulative: "Cumulative Time",
      loop: "Loop Time",
    },
    overall: (place: string) => `${place} overall`,
  },

  kinds: {
    pntf: "PNTF Championship Rankings",
    "pntf-awards": "PNTF Championship Awards",
    "ytp-awards": "YTP Awards",
    "ytp-series": "YTP Series",
    "pntf-youth": "PNTF Youth Championship Results",
    "team-results": "Team Results",
  },

  awards: {
    loadingTitle: (product: string) => `${product} - Awards`,
    heading: (year: string, event: string) => `${year} ${event} Awards`,
    none: "No awards to display.",
    options: "Awards settings",
    overallAwards: "Overall awards",
    ageGroupAwards: "Age group awards",
    include: "Include overall in age groups?",
    masters: "Display Masters Group?",
    grandMasters: "Display Grand Masters Group?",
    print: "Print for the announcer",
    noGender: (group: string) => `${group} (gender not given)`,
    overall: (heading: string) => `${heading} Overall`,
    settings: ({ overall, ageGroup, includeOverall }: { overall: number; ageGroup: number; includeOverall: boolean }) =>
      `${overall} overall, ${ageGroup} per age group, overall winners ${includeOverall ? "also" : "not"} in age groups`,
  },

  ranking: {
    loadingTitle: (product: string, kind: string) => `${product} - ${kind}`,
    heading: (year: string, event: string, kind: string) => `${year} ${event} ${kind}`,
    masters: "Masters",
    overall: "Overall",
    ageGroup: "Age Group",
    mastersPlace: (place: string) => `${place} master`,
    overallPlace: (place: string) => `${place} overall`,
    inAgeGroup: (group: string) => group,
  },

  qr: {
    loadingTitle: (product: string) => `${product} - QR Code`,
    loading: "Verifying event exists.",
    title: (name: string, label: string) => `${name} ${label.replace(/ By$/, "")} QR Code`,
    label: (target: string) => `QR code for ${target}`,
  },

  certificate: {
    title: "Finisher Certificate",
    none: "There is no finisher certificate for this participant.",
    heading: "FINISHER CERTIFICATE",
    completed: "has completed the",
    time: (time: string) => `in a time of ${time}`,
    date: (date: string) => `on ${date}`,
    download: "Download Finisher Certificate",
    failed: "The certificate could not be made.",
    spoken: ({ name, event, time, date, text: more }: { name: string; event: string; time: string; date: string; text: string }) =>
      `Finisher certificate: ${name} has completed the ${event} in a time of ${time} on ${date}.${more === "" ? "" : ` ${more}.`}`,
  },

  stars: {
    heading: "My runners",
    follow: (name: string) => `Follow ${name}`,
    remove: (name: string) => `Stop following ${name}`,
    absent: (bib: string) => `Bib ${bib}: no results`,
    place: (place: string) => `Place ${place}`,
    at: (segment: string, time: string) => `${segment} in ${time}`,
  },

  csv: { agePlace: "Age Group Place", genderPlace: "Gender Place" },

  tools: { csv: "Download CSV", share: "Share", copied: "Link copied." },

  why: {
    button: (place: string, name: string) => `Place ${place}: why? ${name}`,
    title: (place: string, name: string) => `Place ${place}: ${name}`,
    time: (basis: string, time: string) => `${capital(basis)}: ${time}.`,
    laps: (laps: string, basis: string, time: string) => `${laps}, ${basis} ${time}.`,
    uploaded: (basis: string) => `The race timer gave this place, by ${basis}.`,
    rebuilt: (basis: string) => `You chose to rank by ${basis}: this place is not the official one.`,
    overall: (place: string, placed: number) => `${place} of ${plural(placed, "placed runner", "placed runners")}.`,
    among: (place: string, count: number, group: string) => `${place} of ${count.toLocaleString("en")} in ${group}.`,
    first: "Nobody is ahead.",
    last: "Nobody with a place is behind.",
    behindOf: (name: string, gap: string) => `Behind ${name} by ${gap}.`,
    aheadOf: (name: string, gap: string) => `Ahead of ${name} by ${gap}.`,
    otherLaps: "laps, not time",
    tieUploaded: "Another runner has exactly the same time: the race timer decided the order.",
    tieRebuilt: "Another runner has exactly the same time: the uploaded place decides, then the bib.",
  },

  alerts: {
    signUp: "Text alerts: follow a runner by phone",
    removal: "End text alerts",
    participant: "Participant",
    choose: "Choose a participant from the list.",
    more: (count: number) => `and ${count.toLocaleString("en")} more: type on`,
    phone: "Phone",
    submit: "Submit",
    over: "The time to subscribe to text alerts is over.",
    warning: "Warning",
    consent: (product: string, name: string, event: string) => [
      `By pressing Subscribe you confirm that this phone is yours, or that its owner has given you permission.`,
      `${product} will send texts about ${name} to it for ${event}: one when you subscribe, then one at each timing point and at the finish.`,
      "Message and data rates may apply. Reply STOP to end, HELP for help.",
      "The number is used for nothing else, is given to nobody but the carrier, and is erased 30 days after the event.",
    ],
    subscribe: "Subscribe",
    cancel: "Cancel",
    close: "Close",
    subscribed: "You've successfully subscribed.",
    failed: "There was an error subscribing to text alerts. Please try again.",
    unsubscribe: "Unsubscribe from text alerts",
    unsubscribed: "You've successfully unsubscribed.",
    notUnsubscribed: "Error unsubscribing.",
  },

  mail: {
    unsubscribeTitle: (product: string) => `${product} - Unsubscribe`,
    subscribeTitle: (product: string) => `${product} - Subscribe`,
    success: "Success!",
    blocked: (email: string) => `We will no longer send emails to you at ${email}.`,
    subscribeAgain: "Subscribe again",
    notBlocked: "Something went wrong and we were unable to add you to our list of people not to email.",
    unblocked: (email: string) => `Thanks for letting us send you emails at ${email}.`,
    unsubscribe: "Unsubscribe",
    notUnblocked: "Something went wrong and we were unable to remove you from our list of people not to email.",
  },

  series: {
    loadingTitle: (product: string) => `${product} - Series`,
    heading: (event: string, year: number) => `${event} Series Results ${year}`,
    missing: { "no-file": "No information file found.", "no-year": "Not Found" },
    search: "Search by name",
    rule: (best: number) => `Sum of the best ${best} places among those who ran at least ${best} races.`,
    place: "Pl",
    placeName: "Place",
    points: "Pts",
    pointsName: "Points",
    pace: "Pace",
    paceName: "Average pace",
    ageGroup: "Age Grp",
    counts: "counts",
  },

  youthSeries: {
    tiger: "Tiger",
    seward: "Seward",
    highest: "Highest",
    cougar: "Cougar",
    total: "Total",
    limit: "Limit display",
    byGender: "Display gender results",
    rule: "Total = Cougar + Highest, if there are both. Cougar = 100 × the fastest time ÷ the runner’s clock time, at most 100; the fastest time is that of the runners in the standings, for women that of the women.",
  },

  teams: {
    name: "Team Name",
    points: "Points",
    short: ["1 W", "2 W", "3", "4"],
    members: ["First woman", "Second woman", "Third runner", "Fourth runner"],
    rule: "Runners of the teams below are numbered by place, and nobody else. Points are the numbers of a team’s two best women and its two best other runners added up; fewer points win, and a tie goes to the team with the best runner.",
    disclaimer: "Places are ranked by clock time.",
  },

  status: {
    loadingTitle: (product: string) => `${product} - Status`,
    title: (year: string, event: string) => `${year} ${event} Status`,
    heading: (year: string, event: string) => `${year} ${event} Status`,
    key: "Key",
    keyWords: ["DNS", "Started", "Finished", "DNF"],
    letters: ["–", "S", "F", "X"],
    words: ["not started", "started", "finished", "did not finish"],
    cell: (bib: string, state: string) => `Bib ${bib}, ${state}`,
    runners: (count: number) => plural(count, "runner", "runners"),
    caption: (event: string, year: string, distance: string) =>
      [`${event} ${year}`, distance, "status by bib"].filter((part) => part !== "").join(", "),
    range: (from: number, to: number) => `${from} to ${to}`,
    nobody: (from: number, to: number) => `${from} to ${to}: nobody`,
    bibs: "Bibs",
    notNumbers: "Bibs that are not numbers",
    numbers: "Other bibs",
    large: "Only the numbers near the screen are drawn, so your browser’s own search sees only part of them.",
    showAll: "Show all numbers",
    allDrawn: "All numbers are drawn.",
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

  raceNav: {
    label: "Pages of this race",
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
