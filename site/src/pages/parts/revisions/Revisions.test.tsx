// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FilePerson, publishRace } from "../../../test/race-files";
import { type Network, publish, type Published } from "../../../test/published";
import { aVisit, onPaper, show } from "../../../test/show";

const RUNNERS: Published[] = [
  [7, "Ana", 1, 2400],
  [12, "Zoë", 2, 2500],
  [3, "Bo", 3, 2600],
];
const FOLDER = "results/race/2026/";
/** The first version of the year: versions do not begin at 1. */
const FIRST = 1_777_777_777;

let network: Network;

beforeEach(() => {
  vi.stubEnv("TZ", "America/Los_Angeles");
  network = aVisit();
  localStorage.clear();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** Adds fields to the pointer or the head of the published race. */
function more(file: string, fields: object): void {
  network.files.set(FOLDER + file, { ...(network.files.get(FOLDER + file) as object), ...fields });
}

/** A history of two files; the newest version is the nineteenth. */
function corrected(version = FIRST + 18): void {
  more("current.json", {
    version,
    number: version - FIRST + 1,
    history: { file: "v-2.json", version: FIRST + 17, at: "2026-05-02T23:12:40Z" },
  });
  network.files.set(`${FOLDER}v-2.json`, {
    format: 2,
    before: "v-1.json",
    entries: [
      {
        version: FIRST + 15,
        at: "2026-05-02T23:02:00Z",
        source: "delete",
        lines: [],
        deleted: [["10K", 3]],
      },
      {
        version: FIRST + 17,
        at: "2026-05-02T23:12:40Z",
        source: "upload",
        more: 2,
        lines: [
          { bib: "12", distance: "10K", time: [2_490_000, 2_500_000], place: [1, 2] },
          { bib: "99", distance: "10K", status: [2, null], time: [2_600_000, null] },
        ],
      },
    ],
  });
  network.files.set(`${FOLDER}v-1.json`, {
    format: 2,
    before: null,
    entries: [
      {
        version: FIRST + 4,
        at: "2026-05-02T22:00:00Z",
        source: "sorcery",
        lines: [
          { bib: "3", distance: "10K", status: [3, 2], time: [null, 2_600_000], place: [null, 3] },
        ],
      },
    ],
  });
}

function official(said: string): void {
  const head = network.files.get(`${FOLDER}h-1.json`) as { event_year: object };
  more("h-1.json", { event_year: { ...head.event_year, official: said } });
}

/** A finisher of the 10K. */
function person(bib: string, first: string): FilePerson {
  return {
    bib,
    first,
    last: "Runner",
    distance: "10K",
    rows: [{ segment: "Finish", clock: 2500, chip: 2500, places: [2, 2, 2], finish: true }],
  };
}

async function theTable(): Promise<void> {
  await screen.findByRole("table");
}

function items(of: HTMLElement): string[] {
  return within(of)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent ?? "");
}

test("a race of which nothing is said and nothing was corrected shows nothing new", async () => {
  publish(network, 1, RUNNERS);
  show("/results/race/2026");
  await theTable();
  expect(screen.queryByText(/Official|Unofficial|orrected|What changed|You hold/)).toBeNull();
  expect(network.asked.some((path) => path.includes("/v-"))).toBe(false);
});

test.each(["/results/race/2026", "/awards/race/2026", "/status/race/2026"])(
  "%s says since when results are official, and that one was corrected after that",
  async (path) => {
    publish(network, 1, RUNNERS, { live: false });
    official("2026-05-02T23:00:00Z");
    corrected();
    show(path);
    expect(await screen.findByText("Official")).toBeTruthy();
    expect(screen.getByText(/^since May 2, 2026, 16:00$/)).toBeTruthy();
    expect(screen.getByText(/^corrected May 2, 2026, 16:12$/)).toBeTruthy();
    expect(
      network.asked.some((asked) => asked.includes("/v-")),
      "read when somebody asks",
    ).toBe(false);
  },
);

test("a correction of before they became official is not told as one of official results", async () => {
  publish(network, 1, RUNNERS, { live: false });
  official("2026-05-03T00:00:00Z");
  corrected();
  show("/results/race/2026");
  expect(await screen.findByText("Official")).toBeTruthy();
  expect(screen.queryByText(/^corrected/)).toBeNull();
  expect(screen.getByRole("button", { name: "What changed" })).toBeTruthy();
});

test("unofficial results say so, and any other word says nothing", async () => {
  publish(network, 1, RUNNERS);
  official("unofficial");
  show("/results/race/2026");
  expect(await screen.findByText("Unofficial")).toBeTruthy();
  expect(screen.queryByText(/^since/)).toBeNull();
});

test("corrections are listed by version, the newest first, with names of the board; earlier ones are read on demand", async () => {
  publish(network, 1, RUNNERS);
  corrected();
  show("/results/race/2026");
  await theTable();
  await userEvent.click(screen.getByRole("button", { name: "What changed" }));
  const dialog = await screen.findByRole("dialog", { name: "What changed" });
  await within(dialog).findByText(/^Zoë Runner/);
  expect(
    within(dialog)
      .getAllByRole("heading", { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual([
    "May 2, 2026, 16:12, version 18 · upload",
    "May 2, 2026, 16:02, version 16 · deletion",
  ]);
  expect(items(dialog)).toEqual([
    "Zoë Runner (bib 12): clock time 41:30.0 → 41:40.0; place 1 → 2",
    "Bib 99: result taken out",
    "and 2 more with another place",
    "10K: all 3 results deleted",
  ]);
  await userEvent.click(within(dialog).getByRole("button", { name: "Earlier changes" }));
  await within(dialog).findByText("Bo Runner (bib 3): DNF → finished; clock time 43:20.0; place 3");
  expect(
    within(dialog).getByRole("heading", { level: 3, name: "May 2, 2026, 15:00, version 5" }),
  ).toBeTruthy();
  expect(within(dialog).queryByRole("button", { name: "Earlier changes" })).toBeNull();
});

const of = (bib: string) => ({ bib, distance: "10K" });

/** Bibs 7 and 12 were swapped, by 99, after the time of the one who was 12 was corrected. */
function swapped(): void {
  more("current.json", {
    version: FIRST + 18,
    number: 19,
    history: { file: "v-3.json", version: FIRST + 17, at: "2026-05-02T23:12:40Z" },
  });
  const entry = (version: number, ...lines: object[]) => ({
    version: FIRST + version,
    at: "2026-05-02T23:12:40Z",
    source: "correction",
    lines,
  });
  network.files.set(`${FOLDER}v-3.json`, {
    format: 2,
    before: null,
    entries: [
      entry(13, { ...of("12"), time: [2_490_000, 2_500_000] }, { ...of("3"), status: [2, null] }),
      entry(14, { ...of("12"), to_bib: "99" }),
      entry(15, { ...of("7"), to_bib: "12", place: [1, 2] }),
      entry(16, { ...of("99"), to_bib: "7" }),
    ],
  });
}

test("who got another bib is named in what was corrected of them, before that too", async () => {
  publish(network, 1, RUNNERS);
  swapped();
  show("/results/race/2026");
  await theTable();
  await userEvent.click(screen.getByRole("button", { name: "What changed" }));
  const dialog = await screen.findByRole("dialog", { name: "What changed" });
  await within(dialog).findByText(/^Zoë Runner/);
  expect(items(dialog)).toEqual([
    "Ana Runner (bib 99): now bib 7",
    "Zoë Runner (bib 7): now bib 12; place 1 → 2",
    "Ana Runner (bib 12): now bib 99",
    "Ana Runner (bib 12): clock time 41:30.0 → 41:40.0",
    "Bib 3: result taken out",
  ]);
});

test("the runner's page says nothing of who had the bib before", async () => {
  publishRace(network, { people: [person("12", "Zoë")], boards: { "10K": [["12", 2]] } });
  swapped();
  show("/results/race/2026/12");
  const region = await screen.findByRole("region", { name: "Corrections" });
  expect(items(region)).toEqual(["Changed May 2, 2026, 16:12: now bib 12; place 1 → 2"]);
});

test("a history that cannot be loaded says so, and is asked for again", async () => {
  publish(network, 1, RUNNERS);
  corrected();
  const file = network.files.get(`${FOLDER}v-2.json`);
  network.files.set(`${FOLDER}v-2.json`, "no object");
  show("/results/race/2026");
  await theTable();
  await userEvent.click(screen.getByRole("button", { name: "What changed" }));
  const dialog = await screen.findByRole("dialog", { name: "What changed" });
  await within(dialog).findByText(/^What changed cannot be loaded now\./);
  network.files.set(`${FOLDER}v-2.json`, file);
  await userEvent.click(within(dialog).getByRole("button", { name: "Try again" }));
  await within(dialog).findByText(/^Zoë Runner/);
});

test("the runner's page says what was corrected of the runner alone", async () => {
  publishRace(network, {
    people: [person("12", "Zoë"), person("13", "Eve")],
    boards: {
      "10K": [
        ["12", 2],
        ["13", 2],
      ],
    },
  });
  corrected();
  show("/results/race/2026/12");
  const region = await screen.findByRole("region", { name: "Corrections" });
  expect(items(region)).toEqual([
    "Changed May 2, 2026, 16:12: clock time 41:30.0 → 41:40.0; place 1 → 2",
  ]);
});

test("the runner's page has no corrections of a runner without any", async () => {
  publishRace(network, { people: [person("13", "Eve")], boards: { "10K": [["13", 2]] } });
  corrected();
  show("/results/race/2026/13");
  await screen.findByRole("heading", { level: 2, name: "Eve Runner" });
  await waitFor(() => expect(network.asked.some((path) => path.endsWith("v-2.json"))).toBe(true));
  await act(() => Promise.resolve());
  expect(screen.queryByRole("region", { name: "Corrections" })).toBeNull();
});

test("paper carries its version in words, address and code", async () => {
  publish(network, 1, RUNNERS, { live: false });
  corrected();
  vi.stubGlobal("print", () => window.dispatchEvent(new Event("beforeprint")));
  show("/results/race/2026?q=runner");
  await theTable();
  await onPaper();
  expect(screen.getByText("Version 19, results of May 2, 2026, 09:45 (UTC-07:00)")).toBeTruthy();
  const printed = document.documentElement.style.getPropertyValue("--address-of-year");
  expect(JSON.parse(printed)).toBe(
    `${window.location.origin}/results/race/2026?q=runner&v=${FIRST + 18}`,
  );
  await userEvent.click(screen.getByRole("button", { name: "Print" }));
  const code = await screen.findByRole("img", {
    name: `QR code for ${window.location.origin}/results/race/2026?q=runner&v=${FIRST + 18}`,
  });
  expect(code.closest(".print-only")).not.toBeNull();
});

test("the code on the latest printout says that it is the latest", async () => {
  publish(network, 1, RUNNERS);
  corrected();
  show(`/results/race/2026?v=${FIRST + 18}`);
  expect(
    await screen.findByText("You hold version 19 of May 2, 2026, 09:45. It is the latest."),
  ).toBeTruthy();
});

test("the code on an older printout leads to the corrections since", async () => {
  publish(network, 1, RUNNERS);
  corrected();
  show(`/results/race/2026?v=${FIRST + 16}`);
  expect(
    await screen.findByText(
      /^You hold version 17\. There is a newer one: version 19 of May 2, 2026, 09:45\. Results were corrected since\.$/,
    ),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "What changed since" }));
  const dialog = await screen.findByRole("dialog", { name: "What changed since version 17" });
  await within(dialog).findByText(/^Zoë Runner/);
  expect(within(dialog).getAllByRole("heading", { level: 3 })).toHaveLength(1);
});

test("the code on an older printout says that nothing was corrected since", async () => {
  publish(network, 1, RUNNERS);
  corrected();
  show(`/results/race/2026?v=${FIRST + 17}`);
  expect(
    await screen.findByText(
      /^You hold version 18\. There is a newer one: .* No result was corrected since\.$/,
    ),
  ).toBeTruthy();
});

test("a version that never was says nothing", async () => {
  publish(network, 1, RUNNERS);
  corrected();
  show(`/results/race/2026?v=${FIRST + 19}`);
  await theTable();
  await act(() => Promise.resolve());
  expect(screen.queryByText(/You hold/)).toBeNull();
});
