/** Runners who are corrected by hand. */
import { counted } from "../intl";

export const byHand = {
  correct: "Correct",
  next: {
    button: "Correct a runner",
    on: "Now choose the runner. Press again to end.",
  },
  title: (product: string) => `${product} - Corrections`,
  heading: (event: string, year: string) => `${event} ${year} Corrections`,
  ofBib: (bib: string, event: string, year: string) => `Correct bib ${bib}, ${event} ${year}`,
  whose: "This event belongs to another account. Its owner and administrators can correct results.",
  noYears: "The event has no years yet. Add one at the event desk first.",
  toDesk: "Back to the event desk",
  toRunner: "Back to the runner",
  toList: "All corrections",
  toTable: "Back to the list you came from",
  year: "Year",

  about:
    "What is corrected here holds whatever the timing program uploads afterwards. If it uploads yet another value, you find it here and decide.",
  find: {
    label: "Bib of the runner to correct",
    missing: "Please enter a bib.",
    button: "Correct",
  },
  none: "Nobody is corrected.",
  conflicts: (count: number) =>
    count === 0
      ? "No upload contradicts a correction."
      : `${counted(count, { one: "correction is", other: "corrections are" })} contradicted. Until you decide, the correction holds, but not while somebody else is uploaded with the bib of a result made by hand.`,
  absent: "Nobody with this bib and name is uploaded. The correction waits for them.",
  conflict: "Another value was uploaded or entered since.",
  worn: "Somebody else is uploaded with this bib, or the runner has another bib by now. Correct a bib, or take this correction back and correct the runner anew.",
  by: (name: string, time: string) => `Corrected by ${name}, ${time}`,
  why: (reason: string) => `Why: ${reason}`,
  change: (field: string, value: string, uploaded: string) =>
    `${field}: ${value} (uploaded: ${uploaded})`,
  changeEntered: (field: string, value: string, entered: string) =>
    `${field}: ${value} (entered: ${entered})`,
  keep: "Keep the correction",
  take: "Take the upload",
  takeBack: "Take back",
  edit: "Change",
  kept: (who: string) => `The correction of ${who} holds.`,
  taken: (who: string) => `The uploaded value of ${who} holds.`,
  takenBack: (who: string) => `The correction of ${who} is taken back.`,
  unknown: "The server cannot be asked now. What stands here may be old.",

  listOvertaken:
    "Somebody else has decided this meanwhile, or it was uploaded anew. The list is up to date now: please look at it again.",
  listWordless: "The server cannot be reached: try again.",

  nobody: (bib: string) =>
    `Nobody has bib ${bib}, neither in the results nor among the participants.`,
  which: "Which runner with this bib?",
  bibs: "No other runner of the year may have the bib. Two who swapped bibs: give the first one a bib that nobody has, then the second one the free bib, then the first one theirs.",
  fields: {
    bib: "Bib",
    first: "First name",
    last: "Last name",
    gender: "Gender",
    age: "Age",
    age_group: "Age group",
    division: "Division or team",
    distance: "Distance",
    status: "Status",
    clock_ms: "Clock time",
    chip_ms: "Chip time",
  },
  statuses: {
    finished: "Finished",
    dnf: "DNF: did not finish",
    dns: "DNS: did not start",
    dsq: "Disqualified (readers see DNF)",
    none: "No finish, or this finish is not theirs",
  },
  timeHint: "As 45:11.9 or 1:02:03",
  uploaded: (value: string) => `Uploaded: ${value}`,
  entered: (value: string) => `Entered: ${value}`,
  soFar: (value: string) => `Corrected so far: ${value}`,
  takeUpload: "Take it",
  empty: "nothing",
  reason: "Why (only staff see it)",
  wrong: {
    time: "Write a time as 45:11.9 (minutes and seconds) or 1:02:03.",
    noTime: "Who finished has a time: write clock time, chip time or both.",
    age: "An age is a whole number from 0 to 130; leave it empty if it is not known.",
    noName: "Please enter a first or a last name.",
    taken: (bib: string, distance: string) =>
      distance === ""
        ? `Somebody else has bib ${bib}.`
        : `Somebody else has bib ${bib}, in ${distance}.`,
  },

  preview: {
    label: "What changes for readers",
    unchanged: "Nothing is changed yet.",
    same: "Nothing changes for readers.",
    looking: "Looking up what moves…",
    wrong: (field: string) => `Look at “${field}” first.`,
    chipAbove: "The chip time is above the clock time.",
    moves: (runners: number, medals: number) =>
      [
        runners === 0
          ? "Nobody else gets another place"
          : counted(runners, { one: "other runner gets", other: "other runners get" }) +
            " another place",
        medals === 0
          ? "the first three stay"
          : counted(medals, {
              one: "place among the first three",
              other: "places among the first three",
            }) + (medals === 1 ? " changes" : " change"),
      ].join("; ") + ".",
    place: (where: string, place: string, before: string, after: string) =>
      `${where}, place ${place}: ${before} → ${after}`,
    nobody: "nobody",
    who: (name: string, bib: string) => `${name} (${bib})`,
  },
  publish: "Publish",
  tryAgain: "Try again",
  published: "Published. Readers see it within seconds.",
  undo: "Undo",
  undone: "Undone. Readers see it within seconds.",
  takenBackHere: "The correction is taken back. Readers see it within seconds.",
  overtaken:
    "Somebody else has changed this runner meanwhile, or it was uploaded anew. The values are up to date now, and what you typed is still here. Look at it and publish again.",
  nothingDone:
    "Somebody else has changed this runner meanwhile, or it was uploaded anew, so nothing was done. The values are up to date now.",
  busy: "The server is busy. Nothing is lost: please try again in a moment.",
  wordless: "The server cannot be reached. What you typed is still here; try again.",
};
