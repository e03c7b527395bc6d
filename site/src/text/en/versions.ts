/** Earlier versions of results, at the event desk. */
import { counted } from "../intl";
import { revisions } from "./revisions";

const results = (count: number) => counted(count, { one: "result", other: "results" });

const byHand = (count: number) =>
  counted(count, { one: "correction by hand", other: "corrections by hand" });

export const versions = {
  heading: "Earlier versions of the results",
  about:
    "A wrong upload, or results deleted by mistake? Go back to how they were. That is a version like any other: you can go back from it, too. Versions stay here for 30 days, or until a runner must not be named any more.",
  year: "Year",
  unknown: "Earlier versions cannot be looked up now.",
  none: "There is no earlier version to go back to.",
  now: (number: string) => `Version ${number} stands.`,
  version: (number: string, time: string) => `Version ${number} of ${time}`,
  /** The change that made the next version, and when. */
  next: (what: string, time: string) => `Until ${time}: ${what}`,
  corrected: (source: string, changes: number) =>
    changes === 0 ? source : `${source}, ${results(changes)} changed`,
  sources: { ...revisions.sources, other: "another version" },
  button: "Return to this version",
  dialog: {
    title: (number: string) => `Return to version ${number}?`,
    changed: (count: number) =>
      `${counted(count, { one: "result gets", other: "results get" })} the values of then.`,
    restored: (count: number) =>
      `${counted(count, { one: "result comes", other: "results come" })} back.`,
    removed: (count: number) => `${results(count)} that came since ${count === 1 ? "goes" : "go"}.`,
    nothing: "What was uploaded is the same as then: nothing changes.",
    more: "There is more than could be counted now.",
    uploads:
      "The timing program may send the same as before again: it changes nothing. What it sends otherwise counts.",
    corrections: (count: number) =>
      count === 1
        ? "1 correction by hand holds whatever you return to. It can be taken back on the page “Corrections”."
        : `${byHand(count)} hold whatever you return to. They can be taken back on the page “Corrections”.`,
    stays:
      "Participants, corrections by hand, requests of runners and settings stay as they are. Who is hidden stays hidden.",
    confirm: "Return",
    cancel: "Leave it",
  },
  running: "Returning…",
  waits: "Waiting a few seconds, so that no upload is overtaken.",
  progress: (percent: string) => `${percent} done`,
  done: (number: string) =>
    `The uploaded results are those of ${number === "" ? "then" : `version ${number}`}. Readers see them within seconds.`,
  /** After a return; null: nobody knows how many. */
  corrections: (count: number | null) =>
    count === null
      ? "Corrections by hand stay as they are."
      : `${byHand(count)} ${count === 1 ? "stays as it is" : "stay as they are"}.`,
  newer: (count: number) =>
    `${results(count)} came in meanwhile and ${count === 1 ? "stays as it is" : "stay as they are"}.`,
  unfinished:
    "A return to an earlier version is not finished: the results are partly those of then.",
  goOn: "Go on",
  broken: "It broke off. What is done stays done; go on when the server can be reached.",
};
