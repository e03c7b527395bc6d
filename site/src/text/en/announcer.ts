/** The awards desk, the arrivals and the kiosk, in English (pages.md C4 "Desk", C23, C25). */
import { counted, number } from "../intl";

export const announcer = {
  desk: {
    counts: (given: number, absent: number) =>
      `${counted(given, { one: "medal", other: "medals" })} handed out${absent > 0 ? `, ${number(absent)} absent` : ""}.`,
    changes: (count: number) =>
      `${counted(count, { one: "place", other: "places" })} changed since.`,
    kept: "Kept on this device only. The link hands it to another one.",
    notKept:
      "This browser keeps nothing: leave the page open. The link hands it to another device.",
    share: "Share what was handed out",
    shareTitle: (event: string) => `Awards handed out: ${event}`,
    shared: "Awards handed out at another device",
    sharedCount: (count: number) =>
      `Another device handed out or noted ${counted(count, { one: "award", other: "awards" })} that are not here yet.`,
    takeOver: "Take over",
    leave: "No, thanks",
    handedOut: "Handed out",
    handOut: (name: string, list: string) => `Handed out: ${name}, ${list}`,
    absent: "Absent",
    absentName: (name: string, list: string) => `Absent: ${name}, ${list}`,
    isAbsent: "Absent: the next move up, at this desk only.",
    movesUp: (place: string) => `Gets the award for ${place}: somebody before is absent.`,
    nowAnother: (given: string, now: string) =>
      `Changed: was handed the award for ${given}, is ${now} now.`,
    takenBy: (place: string, name: string) =>
      `Changed: the award for ${place} was handed to ${name}.`,
    gone: (name: string, place: string) =>
      `Changed: ${name} was handed the award for ${place} and is not on this list any more.`,
    nobodys: (bib: string, place: string) =>
      `${bib} was handed the award for ${place}, and nobody has this bib any more: another bib and name by now?`,
    isSame: (place: string, bib: string) =>
      `${bib}, which nobody has any more, was handed the award for ${place}: the same person?`,
    same: "Yes, the same",
    takenBack: "Taken back",
    readOut: (names: string) => `Read out: ${names}.`,
    kiosk: "Kiosk for the tent",
  },
  /** Whether a list can still change (pages.md C4 "Final"). */
  final: {
    now: "Final: announce now",
    seen: "Nobody seen so far can change it. There is no entry list: make sure that nobody is still to start.",
    next: "Not final yet: wait for the next finisher.",
    open: "Not final:",
    unstarted: (count: number) => `${counted(count, { one: "has", other: "have" })} not started.`,
    rivals: (count: number, named: string[]) =>
      `${counted(count, { one: "runner", other: "runners" })} could still change it: ${named.join(", ")}${count > named.length ? ` and ${number(count - named.length)} more` : ""}.`,
  },
  arrivals: {
    loadingTitle: (product: string) => `${product} - Arrivals`,
    heading: (year: string, event: string) => `${year} ${event} Arrivals`,
    none: "No results to display.",
    keys: "Tab goes to the runners, arrow keys move among them, Enter marks one as announced.",
    coming: (point: string) => `Coming in, seen at ${point}`,
    nobodyComing: "Nobody between this point and the finish.",
    finished: "At the finish",
    nobodyFinished: "Nobody has come in yet.",
    expected: (clock: string) => `about ${clock} on the clock`,
    inSeconds: (seconds: number) => `in ${number(seconds)} s`,
    inTime: (time: string) => `in ${time}`,
    now: "now",
    late: (minutes: number) => `${number(minutes)} min late`,
    first: (groups: string) => `first: ${groups}`,
    clock: "Race clock",
    wave: (wave: number) => `Wave ${number(wave)}`,
    scheduled: "Since the scheduled start: no read has told when the clock began.",
    asleep: "This browser lets the screen go dark: switch that off on the device.",
    overdue: "expected earlier, not seen yet",
    announced: "announced",
  },
  kiosk: {
    loadingTitle: (product: string) => `${product} - Kiosk`,
    title: (year: string, event: string) => `${year} ${event} Kiosk`,
    search: "Your name or bib",
    found: (count: number) =>
      `${counted(count, { one: "runner", other: "runners" })} found. Touch yours, or press Enter for the first.`,
    nobody: "Nobody has this name or bib.",
    more: (count: number) => `and ${number(count)} more: type more of the name.`,
    seen: "So far",
    print: "Print a slip",
    again: "New search",
    returns: (seconds: number) => `The search comes back in ${number(seconds)} s.`,
    noSplits: "The splits cannot be loaded now.",
  },
};
