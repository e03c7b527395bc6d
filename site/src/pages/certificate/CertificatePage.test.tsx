// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { certificate as english } from "../../text/en/certificate";
import { certificate as spanish } from "../../text/es/certificate";
import type { Network } from "../../test/published";
import { type FilePerson, type FileRow, publishRace } from "../../test/race-files";
import { anaRuiz } from "../../test/runner-page";
import { aVisit, show } from "../../test/show";

const COURSE = [
  {
    name: "5K",
    location: "",
    distance_name: "",
    distance_value: 5,
    distance_unit: "km",
    map_link: "",
  },
  {
    name: "Finish",
    location: "",
    distance_name: "",
    distance_value: 10,
    distance_unit: "km",
    map_link: "",
  },
];
const AT_5K: FileRow = { segment: "5K", clock: 1512, chip: 1500, places: [4, 1, 2] };
const FINISH: FileRow = {
  segment: "Finish",
  clock: 3012,
  chip: 3000,
  places: [5, 1, 2],
  finish: true,
};
const FIVE = { "10K": ["12", "13", "14", "15", "16"].map((bib): [string, number] => [bib, 2]) };
const SENTENCE =
  "Finisher certificate: Ana Ruiz has completed the 2026 River Run in a time of 50:00 on May 2, 2026.";

let network: Network;

function runner(rows: FileRow[], about: Partial<FilePerson> = {}): FilePerson {
  return anaRuiz({ rows, ...about });
}

/** The text of the certificate for screen readers. */
async function open(
  people: FilePerson[],
  race: object = {},
  path = "/certificate/race/2026/12",
): Promise<string> {
  publishRace(network, { people, segments: COURSE, ...race });
  show(path);
  return (await screen.findByRole("img")).getAttribute("aria-label") ?? "";
}

/** Its lines of text as they are in the drawing. */
function lines(): string[] {
  return [...document.querySelectorAll("svg[role=img] > text")].map(
    ({ textContent }) => textContent,
  );
}

beforeEach(() => {
  network = aVisit();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("of a runner", () => {
  test("all of the result, read out and drawn, with a code that leads there", async () => {
    expect(await open([runner([AT_5K, FINISH])], { boards: FIVE })).toBe(
      `${SENTENCE} Overall by clock time 5 of 5, Women 2, Women 30-39 1, Pace 5:00 / km. 5K 25:00, Finish 50:00. Bib 12.`,
    );
    for (const line of [
      "Ana Ruiz",
      "has completed the",
      "2026 River Run",
      "in a time of 50:00",
      "on May 2, 2026",
      "5 of 5",
      "5:00 / km",
      "25:00",
      "12",
      "Scan for the result",
    ])
      expect(lines(), line).toContain(line);
    expect(document.title).toBe("Finisher Certificate");
    expect(document.querySelectorAll("svg[role=img] svg[viewBox]")).toHaveLength(1);
    expect(screen.getByRole("link", { name: "Back to the result" }).getAttribute("href")).toBe(
      `${window.location.origin}/results/race/2026/12`,
    );
  });

  test("how many have finished is not said while that still grows", async () => {
    expect(await open([runner([FINISH])], { live: true, boards: FIVE })).toBe(
      `${SENTENCE} Overall by clock time 5, Women 2, Women 30-39 1, Pace 5:00 / km. Bib 12.`,
    );
  });

  test("a late start is in words, and facts that the page does not show are left out", async () => {
    expect(
      await open([runner([{ ...FINISH, type: 14 }], { gender: "Unknown" })], { segments: [] }),
    ).toBe(`${SENTENCE} Overall by clock time, late start 5. Bib 12.`);
  });

  test("an anonymous runner is a bib, once", async () => {
    expect(await open([runner([FINISH], { anonymous: true })])).toMatch(
      /^Finisher certificate: Bib 12 has completed the .*Pace 5:00 \/ km\.$/,
    );
    expect(lines().filter((line) => line.includes("12"))).toEqual(["Bib 12"]);
    expect(document.body.textContent + document.body.innerHTML).not.toMatch(/Ana|Ruiz/);
  });

  test("a bib worn in two distances: the one of the address, whose page the code opens", async () => {
    const two = [
      runner([FINISH]),
      runner([{ ...FINISH, chip: 1200 }], { distance: "5K", first: "Eva" }),
    ];
    expect(await open(two, {}, "/certificate/race/2026/12?distance=5K")).toMatch(
      /Eva Ruiz has completed the 2026 River Run 5K in a time of 20:00/,
    );
    expect(screen.getByRole("link", { name: "Back to the result" }).getAttribute("href")).toBe(
      `${window.location.origin}/results/race/2026/12?distance=5K`,
    );
  });

  test.each([
    ["has not finished", AT_5K],
    ["DNF", { ...FINISH, type: 30 }],
    ["DNS", { ...FINISH, type: 31 }],
  ])("%s: none", async (_, row) => {
    publishRace(network, { people: [runner([row])], segments: COURSE });
    show("/certificate/race/2026/12");
    expect(
      await screen.findByText("There is no finisher certificate for this participant."),
    ).toBeTruthy();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Finisher Certificate");
    expect(screen.queryByRole("img")).toBeNull();
    expect(screen.getByRole("link").getAttribute("href")).toBe("/results/race/2026/12");
  });
});

describe("of texts", () => {
  const PATH = "/certificate/Ana%20Lee/2026%20River%20Run/45:01/May%202,%202026";

  test("the sentence alone", async () => {
    show(`${PATH}?text=Well%20run`);
    expect((await screen.findByRole("img")).getAttribute("aria-label")).toBe(
      "Finisher certificate: Ana Lee has completed the 2026 River Run in a time of 45:01 on May 2, 2026. Well run.",
    );
    expect(lines()).toEqual([
      "FINISHER CERTIFICATE",
      "Ana Lee",
      "has completed the",
      "2026 River Run",
      "in a time of 45:01",
      "on May 2, 2026",
      "Well run",
    ]);
    expect(screen.queryByRole("link")).toBeNull();
  });

  test("a format is another drawing; papers can be printed", async () => {
    const print = vi.fn();
    vi.stubGlobal("print", print);
    show(PATH);
    const drawing = await screen.findByRole("img");
    expect(drawing.getAttribute("viewBox")).toBe("0 0 800 565");
    expect(screen.getByRole("main").dataset["paper"]).toBeUndefined();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Format" }), "Letter");
    expect(drawing.getAttribute("viewBox")).toBe("0 0 800 618");
    expect(screen.getByRole("main").dataset["paper"]).toBe("letter");
    await userEvent.click(screen.getByRole("button", { name: "Print or save as PDF" }));
    expect(print).toHaveBeenCalledOnce();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Format" }), "Story");
    expect(drawing.getAttribute("viewBox")).toBe("0 0 540 960");
    expect(screen.queryByRole("button", { name: "Print or save as PDF" })).toBeNull();
  });

  test("the picture is handed on only where the device takes files", async () => {
    show(PATH);
    await screen.findByRole("img");
    expect(screen.queryByRole("button", { name: "Share the picture" })).toBeNull();
  });

  test("a certificate that cannot be drawn shows an error", async () => {
    show(PATH);
    await screen.findByRole("img");
    await userEvent.click(screen.getByRole("button", { name: "Download Finisher Certificate" }));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "The certificate could not be made.",
    );
  });
});

test.each([
  [english, " on May 2, 2026"],
  [spanish, " el May 2, 2026"],
])(
  "without a readable date it is left out of the sentence (pages.md A11.1)",
  ({ spoken }, date) => {
    const parts = {
      name: "Ana",
      event: "Run",
      time: "45:01",
      text: "",
      bib: "",
      facts: [],
      splits: [],
    };
    expect(spoken({ ...parts, date: "May 2, 2026" })).toBe(
      `${spoken({ ...parts, date: "" }).slice(0, -1)}${date}.`,
    );
  },
);

test("in Spanish all that is drawn is read out", () => {
  expect(
    spanish.spoken({
      name: "Ana",
      event: "Run",
      time: "45:01",
      date: "",
      text: "Bien",
      bib: "12",
      facts: [{ name: "General", value: "5 de 9" }],
      splits: [{ name: "5K", value: "25:00" }],
    }),
  ).toBe(
    "Diploma: Ana ha completado Run en un tiempo de 45:01. Bien. General 5 de 9. 5K 25:00. Dorsal 12.",
  );
});
