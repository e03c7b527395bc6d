/** Certificates: on their own pages and on a runner's page. */

/** The parts of a certificate's text for screen readers. */
interface Spoken {
  name: string;
  event: string;
  time: string;
  date: string;
  text: string;
  bib: string;
  facts: readonly { name: string; value: string }[];
  splits: readonly { name: string; value: string }[];
}

const list = (all: Spoken["facts"]) => all.map(({ name, value }) => `${name} ${value}`).join(", ");

export const certificate = {
  title: "Finisher Certificate",
  none: "There is no finisher certificate for this participant.",
  heading: "FINISHER CERTIFICATE",
  completed: "has completed the",
  time: (time: string) => `in a time of ${time}`,
  date: (date: string) => `on ${date}`,
  bib: "Bib",
  scan: "Scan for the result",
  download: "Download Finisher Certificate",
  share: "Share the picture",
  print: "Print or save as PDF",
  format: "Format",
  formats: { a4: "A4", letter: "Letter", square: "Square", story: "Story" },
  more: "Print, PDF, and pictures to share",
  back: "Back to the result",
  failed: "The certificate could not be made.",
  spoken: ({ name, event, time, date, text: more, bib, facts, splits }: Spoken) =>
    [
      `Finisher certificate: ${name} has completed the ${event} in a time of ${time}${date === "" ? "" : ` on ${date}`}.`,
      more === "" ? "" : `${more}.`,
      facts.length === 0 ? "" : `${list(facts)}.`,
      splits.length === 0 ? "" : `${list(splits)}.`,
      bib === "" ? "" : `Bib ${bib}.`,
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
};
