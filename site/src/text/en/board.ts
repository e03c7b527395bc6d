/** The boards above tables (pages.md C24), and what is found elsewhere, in English. */
import { counted, number } from "../intl";

export const board = {
  backyard: {
    name: "Backyard board",
    loop: (loop: number) => `Loop ${loop}`,
    bell: (time: string) => `Bell in ${time}`,
    starts: (time: string) => `Starts in ${time}`,
    whistles: { 3: "three whistles", 2: "two whistles", 1: "one whistle" },
    running: (count: number) => `${number(count)} out there`,
    corral: (count: number) => `${number(count)} in the corral`,
    out: (count: number) => `${number(count)} out`,
    waits: "No start read yet",
    unheard: (loop: number) =>
      `No times of loop ${loop} have come in yet. This is how loop ${loop - 1} ended.`,
    noneBack: "Nobody back yet",
    ranOut: (loop: number) =>
      `The hour of loop ${loop} is over and nobody is in the corral: it was stopped, nobody made it, or no times are coming in.`,
    over: "Race over",
    winner: (name: string, loops: number) =>
      `Winner: ${name}, ${counted(loops, { one: "loop", other: "loops" })}`,
    noWinner: "No winner",
    nobodyWon: "Nobody has won: no one finished a loop more than the others.",
    listed:
      "Nobody finished a loop more than the others. The lists go by places: hours completed, then time.",
    assist: (names: string[], loops: number) =>
      `Assist: ${names.join(", ")}, ${counted(loops, { one: "loop", other: "loops" })}`,
    lastTwo: (names: string[]) => `Last two standing: ${names.join(" and ")}`,
    lastOne: (name: string) => `Last one standing: ${name}`,
    headings: { running: "Out there", corral: "In the corral", out: "Out" },
    columns: {
      loops: "Loops",
      last: "Last loop",
      rest: "Rest",
      fastest: "Fastest",
      slowest: "Slowest",
      average: "Average",
    },
    folded: (fastest: string, slowest: string, average: string) =>
      `fastest ${fastest}, slowest ${slowest}, average ${average}`,
  },

  leader: {
    leads: (name: string) => `${name} leads`,
    lead: (names: string) => `${names} lead`,
    both: (names: string[]) => names.join(" and "),
    many: (count: number) => `${number(count)} runners`,
    leadsBy: (name: string, time: string) => `${name} leads by ${time}`,
    at: (point: string, time: string) => `${point} ${time}`,
  },

  timed: {
    name: "Laps so far",
    leads: (name: string, laps: number) =>
      `${name} leads with ${counted(laps, { one: "lap", other: "laps" })}`,
    lead: (names: string, laps: number) =>
      `${names} lead with ${counted(laps, { one: "lap", other: "laps" })}`,
    won: (name: string, laps: number) => `Most laps: ${name}, ${number(laps)}`,
    all: (runners: number, laps: number) =>
      `${counted(runners, { one: "runner", other: "runners" })}, ${counted(laps, { one: "lap", other: "laps" })}`,
    columns: { laps: "Laps", way: "Distance", average: "Average lap", projected: "May reach" },
    late: "last lap after time was up",
    folded: (average: string) => `average lap ${average}`,
    rule: "May reach: the laps so far, and more at the average lap time until the hours in the distance’s name are over.",
  },

  /** Who is still on course, on the status page (pages.md C5). */
  safety: {
    points: "By timing point",
    point: "Point",
    notRead: (point: string) => `${point} (not read)`,
    hardlyRead: (point: string) => `${point} (hardly read)`,
    passed: "Seen there or further on",
    expected: "Expected next",
    overdue: "Overdue",
    onCourse: (count: number) => `Still on the course (${number(count)})`,
    order: "Longest unseen first.",
    nobody: "Nobody is on the course.",
    lastSeen: "Last seen",
    unseen: "Unseen",
    expectedAt: "Expected",
    at: (point: string, time: string) => `${point}, ${time}`,
    unseenFor: (time: string) => `unseen for ${time}`,
    found: "Found",
  },
  elsewhere: {
    heading: (event: string) => `Elsewhere in ${event}`,
    inDistances: (count: number) =>
      `${counted(count, { one: "runner", other: "runners" })} in other distances.`,
    searchYears: (years: readonly string[]) =>
      years.length > 3
        ? `Search ${number(years.length)} other years`
        : `Search ${years.join(", ")} too`,
    searching: "Searching other years",
    inYears: (count: number) =>
      count === 0
        ? "Nobody in the other years."
        : `${counted(count, { one: "runner", other: "runners" })} in other years.`,
    failed: (years: string[]) => `Could not be searched: ${years.join(", ")}.`,
    offline: (years: string[]) => `You are offline. Could not be searched: ${years.join(", ")}.`,
  },
  stars: {
    remove: (name: string) => `Stop following ${name}`,
    absent: (bib: string) => `Bib ${bib}: no results`,
    seen: (segment: string, time: string) => `seen ${segment} ${time}`,
    yourTime: (time: string) => `${time} your time`,
    about: (time: string) => `~${time}`,
    expectedIn: (place: string, time: string) => `${place} in about ${time}`,
    /** Changes since the last visit, and its time. */
    since: (news: string[], time: string) => `${news.join(", ")} since ${time}`,
    moreSplits: (count: number) => `+${counted(count, { one: "split", other: "splits" })}`,
    moreLaps: (count: number) => `+${counted(count, { one: "lap", other: "laps" })}`,
    up: (places: number) => `up ${counted(places, { one: "place", other: "places" })}`,
    down: (places: number) => `down ${counted(places, { one: "place", other: "places" })}`,
    share: "Share this list",
    shareTitle: (event: string) => `Runners to follow: ${event}`,
    shared: "Runners shared with you",
    followAll: (count: number) => `Follow ${counted(count, { one: "runner", other: "runners" })}`,
    followNone: "No, thanks",
  },
};
