/** Awards, rankings, series and status. */
import { counted, number } from "../intl";

function inLoops(loops: number): string {
  return counted(loops, { one: "loop", other: "loops" });
}

export const lists = {
  awards: {
    loadingTitle: (product: string) => `${product} - Awards`,
    heading: (year: string, event: string) => `${year} ${event} Awards`,
    none: "No awards to display.",
    options: "Awards settings",
    unfold: "Settings",
    overallAwards: "Overall awards",
    ageGroupAwards: "Age group awards",
    include: "Include overall in age groups?",
    masters: "Display Masters Group?",
    grandMasters: "Display Grand Masters Group?",
    print: "Print for the announcer",
    groups: { overall: "Overall", masters: "Masters", grandMasters: "Grand Masters" },
    ages: { masters: "(40 and over)", mastersOnly: "(40-59)", grandMasters: "(60 and over)" },
    list: (heading: string, group: string) => `${heading} ${group}`,
    tie: "tie",
    of: {
      distance: (count: number) => `Of ${counted(count, { one: "finisher", other: "finishers" })}`,
      time: (count: number) =>
        `Of ${counted(count, { one: "runner with a lap", other: "runners with a lap" })}`,
      backyardultra: (count: number) =>
        `Of ${counted(count, { one: "starter", other: "starters" })}`,
    },
    noGender: (group: string) => `${group} (gender not given)`,
    /**
     * The links from the awards to the desk and to the arrivals; their own texts are in
     * announcer.ts.
     */
    desk: {
      open: "Awards desk",
      arrivals: "Arrivals",
    },
    settings: ({
      overall,
      ageGroup,
      includeOverall,
    }: {
      overall: number;
      ageGroup: number;
      includeOverall: boolean;
    }) =>
      `${overall} overall, ${ageGroup} per age group, overall winners ${includeOverall ? "also" : "not"} in age groups`,
  },

  /** Follows the sentence that there is nothing to show. */
  expected: {
    live: "The race is under way: they appear here as they come in.",
    ahead: "The race has not started yet.",
    over: "What is published later appears here.",
  },

  ranking: {
    loadingTitle: (product: string, kind: string) => `${product} - ${kind}`,
    heading: (year: string, event: string, kind: string) => `${year} ${event} ${kind}`,
    masters: "Masters",
    overall: "Overall",
    ageGroup: "Age Group",
    mastersPlace: (place: string) => `${place} master`,
    overallPlace: (place: string) => `${place} overall`,
    /** Tables of the championship (pages.md C11), by gender bucket. */
    open: { W: "Women's Open", M: "Men's Open", X: "Non-Binary Open" },
    mastersOf: { W: "Women's Masters", M: "Men's Masters", X: "Non-Binary Masters" },
    other: "Other",
  },

  series: {
    loadingTitle: (product: string) => `${product} - Series`,
    heading: (event: string, year: number) => `${event} Series Results ${year}`,
    missing: { "no-file": "No information file found.", "no-year": "Not Found" },
    rule: (best: number) =>
      `Sum of the best ${best} places among those who ran at least ${best} races.`,
    who: "One name, whatever its capitals, accents and hyphens, is one person, unless gender or age differ. Namesakes that cannot be told apart are not joined.",
    place: "Pl",
    placeName: "Place",
    points: "Pts",
    pointsName: "Points",
    pace: "Pace",
    paceName: "Average pace",
    ageGroup: "Age Grp",
    counts: "counts",
    basis: "points; in each race by clock time",
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
    why: {
      button: (total: string, name: string) => `Total ${total}: why? ${name}`,
      none: (name: string) => `No total: why? ${name}`,
    },
  },

  status: {
    loadingTitle: (product: string) => `${product} - Status`,
    title: (year: string, event: string) => `${year} ${event} Status`,
    none: "No status information to display.",
    notNumber: "Non-number bib found. Unable to process.",
    key: "Key",
    inState: (count: number, state: string) => `${number(count)} ${state}`,
    /** By the state of a cell. */
    cells: {
      0: { letter: "N", words: "not started", inKey: "DNS" },
      1: { letter: "S", words: "started", inKey: "Started" },
      2: { letter: "F", words: "finished", inKey: "Finished" },
      3: { letter: "X", words: "did not finish", inKey: "DNF" },
    },
    cell: (bib: string, state: string) => `Bib ${bib}, ${state}`,
    runners: (count: number) => counted(count, { one: "runner", other: "runners" }),
    caption: (event: string, year: string, distance: string) =>
      [`${event} ${year}`, distance, "status by bib"].filter((part) => part !== "").join(", "),
    range: (from: number, to: number) => `${from} to ${to}`,
    noRunner: "nobody",
    nobody: (from: number, to: number) => `${from} to ${to}: nobody`,
    bibs: "Bibs",
    everyBib: "All bibs",
    backyard: {
      letters: { absent: "N", running: "L", corral: "C", out: "X", winner: "W" },
      key: {
        absent: "Not started",
        running: "On a loop",
        corral: "In the corral",
        out: "Out",
        winner: "Winner",
      },
      absent: "not started",
      running: (loop: number) => `on loop ${loop}`,
      corral: "in the corral",
      out: (loops: number) => (loops === 0 ? "DNF, no loop" : `out after ${inLoops(loops)}`),
      winner: (loops: number) => `winner, ${inLoops(loops)}`,
    },
    large:
      "Only the numbers near the screen are drawn, so your browser’s own search sees only part of them.",
    showAll: "Show all numbers",
    allDrawn: "All numbers are drawn.",
  },
};
