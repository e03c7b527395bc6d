/** Corrections of results, in English (pages.md B12). */
import { counted, number } from "../intl";

export const revisions = {
  title: "What changed",
  since: (version: string) => `What changed since version ${version}`,
  about:
    "Results that have changed since they were first shown. Places that move while a race is on are not listed.",
  none: "No result was corrected.",
  noneSince: (version: string) => `No result was corrected since version ${version}.`,
  failed: "What changed cannot be loaded now.",
  earlier: "Earlier changes",
  version: (time: string, version: string) => `${time}, version ${version}`,
  unnumbered: (time: string) => time,
  sources: {
    upload: "upload",
    import: "spreadsheet",
    correction: "correction by hand",
    delete: "deletion",
    settings: "change of the event’s settings",
    repair: "repair",
    "roll-back": "return to an earlier version",
  },
  /** A line in words: who, and what changed. */
  line: (name: string, changes: string[]) => `${name}: ${changes.join("; ")}`,
  /** On the runner's own page. */
  own: (time: string, changes: string[]) => `Changed ${time}: ${changes.join("; ")}`,
  ownHeading: "Corrections",
  toBib: (bib: string) => `now bib ${bib}`,
  to: (distance: string) => `now in ${distance}`,
  gone: "result taken out",
  back: "result is back",
  status: (before: string, after: string) => `${before} → ${after}`,
  states: ["not started", "on course", "finished", "DNF", "DNS"],
  values: {
    time: "clock time",
    chip: "chip time",
    laps: "laps",
    place: "place",
    genderPlace: "gender place",
    agePlace: "age group place",
  },
  change: (name: string, before: string, after: string) =>
    before === "" ? `${name} ${after}` : `${name} ${before} → ${after}`,
  noValue: "none",
  deleted: (distance: string, results: number) =>
    `${distance === "" ? "" : `${distance}: `}all ${counted(results, { one: "result", other: "results" })} deleted`,
  more: (lines: number) => `and ${number(lines)} more with another place`,
  held: {
    heading: "Your printed sheet",
    latest: (version: string, time: string) =>
      `You hold version ${version} of ${time}. It is the latest.`,
    older: (held: string, version: string, time: string) =>
      `You hold version ${held}. There is a newer one: version ${version} of ${time}.`,
    corrected: "Results were corrected since.",
    uncorrected: "No result was corrected since.",
    show: "What changed since",
  },
};
