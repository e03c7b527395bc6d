// @vitest-environment jsdom
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { forgetFeeds } from "../../race/use-feed";
import type { Line, Row } from "../../scoring/row";
import { type FileFinisher, publishFinishers } from "../../test/finishers";
import type { Network } from "../../test/published";
import { publishLines } from "../../test/race-lines";
import { finished, unfinished } from "../../test/rows";
import { address, aVisit, onPaper, show } from "../../test/show";

const ANA: FileFinisher = { bib: "1", first: "Ana", seconds: 2400, ageGroup: "Overall" };

let network: Network;

beforeEach(() => {
  network = aVisit();
});

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("an age group may be called as another list is", async () => {
  const said = vi.spyOn(console, "error");
  publishFinishers(network, { boards: { "10K": [ANA] } });
  show("/awards/race/2026");
  expect(await screen.findAllByRole("table", { name: "Women Overall" })).toHaveLength(2);
  expect(said).not.toHaveBeenCalled();
});

test("paper has the certification of each distance", async () => {
  publishFinishers(network, {
    boards: { "10K": [ANA], "5K": [ANA] },
    certifications: { "5K": "WA02001AB", "10K": "WA02002AB" },
  });
  show("/awards/race/2026");
  await screen.findAllByRole("table");
  await onPaper();
  expect(screen.getAllByText(/^WA0200/).map((line) => line.textContent)).toEqual([
    "Course certification: WA02001AB",
    "Course certification: WA02002AB",
  ]);
});

function printedAddress(): string {
  return document.documentElement.style.getPropertyValue("--address-of-year");
}

test("paper has the address with the year, also where the visitor's has none", async () => {
  publishLines(network, { live: false, boards: { "10K": [men("1", 2400, 1)] } });
  show("/awards/race?ov=5");
  await screen.findAllByRole("table");
  // It is set once the content has been rendered.
  await waitFor(() =>
    expect(printedAddress()).toBe(
      JSON.stringify(`${window.location.origin}/awards/race/2026?ov=5&v=1`),
    ),
  );
  cleanup();
  expect(printedAddress()).toBe("");
});

const men = (bib: string, seconds: number, ranking: number, fields: Partial<Row> = {}) =>
  finished({
    bib,
    first: `Bo ${bib}`,
    gender: "M",
    age: 52,
    ageGroup: "50-59",
    seconds,
    chipSeconds: seconds,
    ranking,
    ...fields,
  });
const PODIUM = [men("1", 2400, 1), men("2", 2500, 2), men("3", 2600, 3)];
const LAST = men("9", 2700, 4, { gender: "F", ageGroup: "30-39" });
const out = (bib: string, fields: Partial<Row> = {}) =>
  unfinished("started", {
    bib,
    first: `Al ${bib}`,
    gender: "M",
    age: 52,
    ageGroup: "50-59",
    seconds: 1200,
    chipSeconds: 1200,
    segment: "5K",
    occurrence: 1,
    ...fields,
  });

function noteOf(heading: string): Promise<string> {
  // It is said once the rows that tell the clocks are read; the desk draws its lists anew.
  return waitFor(() => {
    const list = screen.getByRole("heading", { level: 3, name: heading });
    expect(list.nextElementSibling?.tagName).toBe("P");
    return list.nextElementSibling?.textContent ?? "";
  });
}

test("a list that only a correction can change is final; the others name who could", async () => {
  publishLines(network, {
    boards: {
      "10K": [
        ...PODIUM,
        LAST,
        out("4", { gender: "F" }),
        out("7", { gender: "F", anonymous: true }),
      ],
    },
    people: ["1", "2", "3", "4", "9"].map((bib) => entered(bib)),
  });
  show("/awards/race/2026");
  expect(await noteOf("Men 50-59")).toBe("Final: announce now");
  expect(await noteOf("Women Overall")).toBe(
    "Not final: 2 runners could still change it: Al 4, Bib 7.",
  );
  expect(await noteOf("Women 30-39")).toBe("Not final yet: wait for the next finisher.");
});

test("once the race is over each list says of how many finishers it is", async () => {
  publishLines(network, {
    live: false,
    boards: {
      "10K": [...PODIUM, men("4", 2650, 0, { age: 61, ageGroup: "60-69" }), LAST, out("5")],
    },
  });
  show("/awards/race/2026?mas=true&gmas=true");
  expect(await noteOf("Men Overall")).toBe("Of 4 finishers");
  expect(await noteOf("Men Masters (40-59)")).toBe("Of 3 finishers");
  expect(await noteOf("Women Overall")).toBe("Of 1 finisher");
});

/** The words of a winner's last cell. */
async function lastCell(list: string): Promise<string | null | undefined> {
  const [table] = await screen.findAllByRole("table", { name: list });
  return table?.querySelector("tbody tr td:last-child")?.textContent;
}

test("a backyard is of all who started, and its other time has its full name on phones", async () => {
  publishLines(network, {
    type: "backyardultra",
    live: false,
    boards: {
      Yard: [
        men("1", 7000, 1, { occurrence: 3, chipSeconds: 6900 }),
        unfinished("dnf", { bib: "2", gender: "M", type: 30 }),
      ],
    },
  });
  show("/awards/race/2026");
  expect(await noteOf("Men Overall")).toBe("Of 2 starters");
  expect(await lastCell("Men Overall")).toBe("Hour 21:56:40.0Cumulative* 1:55:00.0");
});

test("on phones the starred time is told where it is another one", async () => {
  publishLines(network, {
    live: false,
    boards: {
      "10K": [men("1", 2400, 1), men("2", 2500, 2, { gender: "F", chipSeconds: 2490 })],
    },
  });
  show("/awards/race/2026");
  expect(await lastCell("Men Overall")).toBe("40:00.0");
  expect(await lastCell("Women Overall")).toBe("41:40.0Chip Time* Chip 41:30.0");
});

test("without an entry list nothing is final, and the desk says in which order it is read out", async () => {
  publishLines(network, {
    boards: { "10K": [...PODIUM, LAST, out("4", { gender: "F" })] },
  });
  show("/awards/race/2026?desk=true");
  expect(await noteOf("Men 50-59")).toMatch(
    /^Nobody seen so far can change it\. There is no entry list/,
  );
  expect(screen.queryByText("Final: announce now")).toBeNull();
  const orders = await screen.findAllByText(/^Read out/);
  expect(orders).toHaveLength(2);
  expect(await noteOf("Women Overall")).toBe("Not final: 1 runner could still change it: Al 4.");
});

test("more than three rivals are counted", async () => {
  publishLines(network, {
    boards: { "10K": [...PODIUM, ...["5", "6", "7", "8"].map((bib) => out(bib))] },
  });
  show("/awards/race/2026");
  expect(await noteOf("Men 50-59")).toBe(
    "Not final: 4 runners could still change it: Al 5, Al 6, Al 7 and 1 more.",
  );
});

/** An entry of the public list of participants. */
const entered = (bib: string, gender = "M", distance = "10K") => ({
  bib,
  first: "Ed",
  last: bib,
  gender,
  age_group: "50-59",
  distance,
});

describe.each([
  ["chip", "1 runner could still change it: Al 4. "],
  ["gun", ""],
])("by %s, who is entered and has no row may start in a wave to come", (ranking, rivals) => {
  const ENTERED = ["1", "2", "3", "9", "11", "12"].map((bib) => entered(bib));
  const BEHIND = men("9", 9000, 4, { chipSeconds: 8000 });

  test("they are counted, in all and for each list that they keep open", async () => {
    publishLines(network, {
      ranking,
      boards: { "10K": [...PODIUM, LAST, BEHIND, out("4")] },
      people: [...ENTERED, entered("13", "F"), entered("14", "M", "Half")],
    });
    show("/awards/race/2026");
    await screen.findByText("3 have not started.");
    expect(await noteOf("Men 50-59")).toBe(`Not final: ${rivals}2 have not started.`);
    expect(await noteOf("Women Overall")).toBe("Not final: 1 has not started.");
  });

  test("once each has a row it is final", async () => {
    const started = (line: Line) =>
      men(line.row.bib, line.row.seconds, line.row.ranking, {
        chipSeconds: line.row.seconds - 5,
      });
    const dns = ["11", "12"].map((bib) => unfinished("dns", { bib, gender: "M", type: 31 }));
    publishLines(network, {
      ranking,
      boards: { "10K": [...PODIUM, men("9", 9000, 4)].map(started).concat(dns) },
      people: ENTERED,
    });
    show("/awards/race/2026");
    await screen.findAllByText("Final: announce now");
    expect(await noteOf("Men 50-59")).toBe("Final: announce now");
    expect(screen.queryByText(/not started/)).toBeNull();
  });

  test("while the list cannot be read nothing is said", async () => {
    publishLines(network, { ranking, boards: { "10K": [...PODIUM, BEHIND] }, people: [] });
    network.files.delete("results/race/2026/p-1.json");
    show("/awards/race/2026");
    await screen.findByRole("table", { name: "Men 50-59" });
    await waitFor(() => expect(network.asked.at(-1)).toContain("p-1.json"));
    expect(screen.queryByText(/inal/)).toBeNull();
  });
});

test("of a year that is not live nothing is said", async () => {
  publishLines(network, { live: false, boards: { "10K": [...PODIUM, LAST] } });
  show("/awards/race/2026");
  await screen.findByRole("table", { name: "Men 50-59" });
  expect(screen.queryByText(/inal/)).toBeNull();
});

const women = (bib: string, first: string, ranking: number) =>
  finished({ bib, first, gender: "F", age: 30, seconds: 2400 + ranking, ranking });
const FIELD = [
  women("1", "Ana", 1),
  women("2", "Bea", 2),
  women("3", "Cai", 3),
  women("4", "Dot", 4),
];
const DESK = "/awards/race/2026?desk=true";

async function openDesk(lines: Line[], path = DESK): Promise<void> {
  cleanup();
  forgetFeeds();
  publishLines(network, { live: false, boards: { "10K": lines } });
  show(path);
  await screen.findByRole("table", { name: "Women Overall" });
  await screen.findAllByRole("button", { name: /^Absent/ });
}

/** The rows of the desk without times and buttons. */
function desk(): string[] {
  return screen
    .getAllByRole("rowheader")
    .map((cell) => cell.textContent.replace(/bib \d+, age 30/, ""));
}

function tick(name: string): HTMLInputElement {
  return screen.getByRole("checkbox", { name: `Handed out: ${name}, Women Overall` });
}

test("the desk opens from the settings, and only there", async () => {
  publishLines(network, { live: false, boards: { "10K": FIELD } });
  show("/awards/race/2026");
  await userEvent.click(await screen.findByRole("button", { name: "Awards desk" }));
  await screen.findByRole("checkbox", { name: "Handed out: Ana, Women Overall" });
  expect(address()).toBe("/awards/race/2026?desk=true");
  await userEvent.click(screen.getByRole("button", { name: "Awards desk", pressed: true }));
  expect(screen.queryByRole("checkbox", { name: /Handed out/ })).toBeNull();
  expect(address()).toBe("/awards/race/2026");
});

test("medals handed out are stored on the device, without names, and a correction is told in words", async () => {
  await openDesk(FIELD);
  await userEvent.click(tick("Ana"));
  await userEvent.click(tick("Bea"));
  await userEvent.click(tick("Cai"));
  expect(screen.getByText("3 medals handed out.")).toBeTruthy();
  expect(JSON.stringify(localStorage)).not.toMatch(/Ana|Bea|Cai/);
  await openDesk([
    women("2", "Bea", 1),
    women("1", "Ana", 2),
    women("4", "Dot", 3),
    women("3", "Cai", 4),
  ]);
  expect(desk()).toEqual([
    "BeaChanged: was handed the award for 2nd, is 1st now.Changed: the award for 1st was handed to Ana.",
    "AnaChanged: was handed the award for 1st, is 2nd now.Changed: the award for 2nd was handed to Bea.",
    "DotChanged: the award for 3rd was handed to Cai.",
  ]);
  expect(screen.getByText("4 places changed since.")).toBeTruthy();
  expect(
    screen.getByText("Changed: Cai was handed the award for 3rd and is not on this list any more."),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Taken back" }));
  await userEvent.click(tick("Ana"));
  await userEvent.click(tick("Bea"));
  expect(desk()).toEqual(["Bea", "Ana", "Dot"]);
});

test("whoever has another bib by a correction still has the award", async () => {
  await openDesk(FIELD);
  await userEvent.click(tick("Ana"));
  await userEvent.click(tick("Bea"));
  await openDesk([women("555", "Ana", 1), women("3", "Bea", 2), women("2", "Cai", 3)]);
  expect(desk()).toEqual(["Ana", "Bea", "Cai"]);
  expect(tick("Ana").checked && tick("Bea").checked).toBe(true);
  expect(screen.queryByText(/changed since/)).toBeNull();
});

test("whoever has another bib and name by one correction still has the award", async () => {
  await openDesk(FIELD);
  await userEvent.click(tick("Ana"));
  await openDesk([women("555", "Nóra", 1), ...FIELD.slice(1)]);
  expect(desk()).toEqual(["Nóra", "Bea", "Cai"]);
  expect(tick("Nóra").checked).toBe(true);
  expect(screen.queryByText(/changed since|any more/)).toBeNull();
});

test("where nothing tells who somebody is by now, the desk asks", async () => {
  await openDesk(FIELD);
  await userEvent.click(tick("Ana"));
  const corrected = finished({ ...women("555", "Nóra", 1).row, seconds: 2390 });
  await openDesk([corrected, ...FIELD.slice(1)]);
  expect(desk()[0]).toBe(
    "NóraBib 1, which nobody has any more, was handed the award for 1st: the same person? Yes, the same",
  );
  screen.getByText(
    "Bib 1 was handed the award for 1st, and nobody has this bib any more: another bib and name by now?",
  );
  await userEvent.click(screen.getByRole("button", { name: "Yes, the same" }));
  expect(desk()).toEqual(["Nóra", "Bea", "Cai"]);
  expect(tick("Nóra").checked).toBe(true);
  expect(screen.getByText("1 medal handed out.")).toBeTruthy();
  expect(screen.queryByText(/any more/)).toBeNull();
});

test("who has an award of their own is not asked to be somebody else", async () => {
  await openDesk(FIELD);
  await userEvent.click(tick("Ana"));
  await userEvent.click(tick("Bea"));
  const corrected = finished({ ...women("555", "Nóra", 1).row, seconds: 2390 });
  await openDesk([
    corrected,
    finished({ ...women("1", "Ana", 2).row, seconds: 2401 }),
    ...FIELD.slice(2),
  ]);
  expect(desk().slice(0, 2)).toEqual([
    "NóraChanged: the award for 1st was handed to Ana.",
    "AnaChanged: was handed the award for 1st, is 2nd now.",
  ]);
  expect(screen.queryByRole("button", { name: "Yes, the same" })).toBeNull();
  screen.getByText(/^Bib 2 was handed the award for 2nd, and nobody has this bib any more/);
});

test("an absent runner lets the next move up, on this device only", async () => {
  await openDesk(FIELD);
  await userEvent.click(screen.getByRole("button", { name: "Absent: Ana, Women Overall" }));
  expect(desk()).toEqual([
    "AnaAbsent: the next move up, at this desk only.",
    "BeaGets the award for 1st: somebody before is absent.",
    "CaiGets the award for 2nd: somebody before is absent.",
    "DotGets the award for 3rd: somebody before is absent.",
  ]);
  await userEvent.click(tick("Bea"));
  await userEvent.click(
    screen.getByRole("button", { name: "Absent: Ana, Women Overall", pressed: true }),
  );
  expect(desk().slice(0, 2)).toEqual([
    "AnaChanged: the award for 1st was handed to Bea.",
    "BeaChanged: was handed the award for 1st, is 2nd now.",
  ]);
});

test("each list is read out from the last place to the first, by who is there", async () => {
  await openDesk(FIELD);
  screen.getByText("Read out: 3rd Cai, 2nd Bea, 1st Ana.");
  await userEvent.click(screen.getByRole("button", { name: "Absent: Bea, Women Overall" }));
  screen.getByText("Read out: 3rd Dot, 2nd Cai, 1st Ana.");
});

test("a list that may still change is not read out", async () => {
  publishLines(network, {
    segments: [],
    people: [],
    boards: { "10K": [...FIELD, outThere("9")] },
  });
  show(DESK);
  await screen.findAllByRole("button", { name: /^Absent/ });
  expect(screen.queryByText(/^Read out/)).toBeNull();
});

test("the link hands what was done to another device, behind the # of the address", async () => {
  const user = userEvent.setup();
  await openDesk(FIELD);
  await user.click(tick("Bea"));
  await user.click(screen.getByRole("button", { name: "Absent: Cai, Women Overall" }));
  await user.click(screen.getByRole("button", { name: "Share what was handed out" }));
  await screen.findByText("Link copied.");
  const { pathname, search, hash } = new URL(await navigator.clipboard.readText());
  expect(pathname + search).toBe(DESK);
  expect(hash).toBe("#handed-out&list=10K%0Aoverall%0AW%0A&2=2&absent=3");
  localStorage.clear();
  await openDesk(FIELD, DESK + hash);
  expect(tick("Bea").checked).toBe(false);
  expect(
    screen.getByText("Another device handed out or noted 2 awards that are not here yet."),
  ).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Take over" }));
  expect(tick("Bea").checked).toBe(true);
  expect(desk()[2]).toContain("Absent");
  expect(screen.queryByRole("button", { name: "Take over" })).toBeNull();
});

test("an anonymous winner has no name at the desk, nor in what it says", async () => {
  await openDesk(FIELD);
  await userEvent.click(tick("Ana"));
  await openDesk([
    women("2", "Bea", 1),
    finished({ ...women("1", "Ana", 2).row, anonymous: true }),
  ]);
  expect(desk()[0]).toContain("the award for 1st was handed to Bib 1.");
  expect(document.body.textContent).not.toContain("Ana");
  expect(screen.getByRole("checkbox", { name: "Handed out: Bib 1, Women Overall" })).toBeTruthy();
});

test("paper has the list of the results, without the desk", async () => {
  await openDesk(FIELD);
  await userEvent.click(screen.getByRole("button", { name: "Absent: Ana, Women Overall" }));
  await onPaper();
  expect(desk()).toEqual(["Ana", "Bea", "Cai"]);
});

function outThere(bib: string): Line {
  return unfinished("started", { bib, first: "Bo", last: "Runner", gender: "M" });
}

describe("a distance nobody of which has come in", () => {
  test("gets no tab while others have winners", async () => {
    publishLines(network, {
      boards: {
        "5K": [outThere("7")],
        "10K": [
          finished({
            bib: "1",
            first: "Ana",
            last: "Runner",
            gender: "W",
            ranking: 1,
            seconds: 2400,
          }),
        ],
      },
    });
    show("/awards/race/2026");
    expect(await screen.findByRole("heading", { level: 2, name: "10K" })).toBeTruthy();
    expect(screen.queryByRole("tab")).toBeNull();
    expect(screen.queryByText(/No awards to display/)).toBeNull();
  });

  test("nobody has finished in any distance: the page says so once", async () => {
    publishLines(network, { boards: { "5K": [outThere("7")], "10K": [outThere("8")] } });
    show("/awards/race/2026");
    const lines = await screen.findAllByText("No awards to display.");
    expect(lines.map((line) => line.nextElementSibling?.textContent)).toEqual([
      "The race is under way: they appear here as they come in.",
    ]);
  });
});

/** The places of the first list as they read. */
function placesRead(): (string | null)[] {
  return screen
    .getAllByRole("row")
    .flatMap((row) => row.querySelector("td b")?.parentElement?.textContent ?? []);
}

test("both thirds are on a list of three, and say that they tie", async () => {
  const shared = [...PODIUM, men("4", 2600, 3), men("5", 2700, 5)];
  publishLines(network, { live: false, boards: { "10K": shared } });
  show("/awards/race/2026?ag=0");
  expect(await screen.findAllByRole("link", { name: /^Bo/ })).toHaveLength(4);
  expect(placesRead()).toEqual(["1", "2", "3tie", "3tie"]);
});

test("at the desk both have the award for the shared place", async () => {
  const shared = [...PODIUM, men("4", 2600, 3), men("5", 2700, 5)];
  publishLines(network, { live: false, boards: { "10K": shared } });
  show(`${DESK}&ag=0`);
  await userEvent.click(
    await screen.findByRole("checkbox", { name: "Handed out: Bo 3, Men Overall" }),
  );
  await userEvent.click(screen.getByRole("checkbox", { name: "Handed out: Bo 4, Men Overall" }));
  expect(await screen.findByText("2 medals handed out.")).toBeTruthy();
  expect(screen.queryByText(/Changed/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Absent: Bo 1, Men Overall" }));
  expect(screen.getAllByText("Gets the award for 2nd: somebody before is absent.")).toHaveLength(2);
  expect(screen.queryByRole("link", { name: "Bo 5" })).toBeNull();
});
