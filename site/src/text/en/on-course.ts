import { elapsed } from "../intl";

export const onCourse = {
  lastSeen: (first: string, segment: string) =>
    `${first === "" ? "This runner" : first} was last seen at ${segment}`,
  between: (from: string, to: string) => `Between ${from} and ${to}.`,
  seen: (time: string, minutes: number | null) =>
    minutes === null
      ? `Seen at ${time}.`
      : `Seen at ${time}, ${minutes === 0 ? "less than a minute" : elapsed(minutes)} ago.`,
  expected: (name: string, when: string) => `Expected at ${name} ${when}.`,
  overdue: (name: string, when: string) => `Expected at ${name} ${when}, not seen yet.`,
  about: (time: string) => `about ${time}`,
  at: (time: string) => `at ${time}`,
  betweenTimes: (early: string, late: string) => `between ${early} and ${late}`,
  localRange: (early: string, late: string) => (early === late ? early : `${early} to ${late}`),
  chipRange: (early: number, late: number) =>
    early === late ? elapsed(early) : `${elapsed(early)} to ${elapsed(late)}`,
  was: "Was expected",
  notSeen: "not seen yet",
  byField: "Based on how other runners ran this stretch: about 8 in 10 arrive within this time.",
  course: "Course",
  passed: "passed",
  passedNotRead: "passed, not read",
  notRead: "not read",
  hardlyRead: "hardly read",
  ahead: "to come",
  currentPace: "Current Pace",
  overallPace: "Overall Pace",
  nextLocation: (name: string) => `Next location: ${name}`,
  chipEstimate: "Estimated chip time",
  localEstimate: "Estimated local time",
  map: (segment: string) => `Map of ${segment}`,
  openMap: (segment: string) => `Open the map of ${segment}`,
};
