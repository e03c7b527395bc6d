/** Results for others: files and the embedded table, in English (pages.md C27, D4). */
import { number } from "../intl";

export const others = {
  heading: "Data and embedding",
  files: "Files",
  filesAbout:
    "These addresses stay the same and always have the newest results. Any page or program may use them.",
  csv: "All results, a row for each timing point passed (CSV)",
  json: "All results with the event (JSON)",
  ultrasignup: (distance: string) =>
    `For UltraSignup${distance === "" ? "" : `: ${distance}`} (CSV)`,
  itra: (distance: string) => `For ITRA${distance === "" ? "" : `: ${distance}`} (CSV)`,
  anonymous:
    "People who are anonymous have no name in these files, and are left out of those for UltraSignup and ITRA.",
  embed: "On your own page",
  embedAbout:
    "This line shows the table on any page. It keeps up with a live race, sets no cookies and stores nothing.",
  frameAbout: "Where an editor removes scripts, this one shows it too, at a fixed height.",
  line: "Line of HTML",
  copy: "Copy",
  copyFrame: "Copy the frame",
  copied: "Line copied.",
  byHand: "The line is selected: copy it by hand.",
  table: {
    loadingTitle: (product: string) => `${product} - Results`,
    distance: "Distance",
    all: (count: number) => `All ${number(count)} runners`,
    elsewhere: "(opens in a new window)",
    by: (product: string) => `Results by ${product}`,
    more: (shown: number, all: number) => `${number(shown)} of ${number(all)} are shown.`,
  },
};
