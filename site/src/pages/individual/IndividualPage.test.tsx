// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hashOf } from "../../race/shard";
import { forgetFeeds } from "../../race/use-feed";
import type { Network } from "../../test/published";
import { type FilePerson, type FileRow, publishRace } from "../../test/race-files";
import { anaRuiz, FINISH } from "../../test/runner-page";
import { finished } from "../../test/rows";
import { address, aVisit, show } from "../../test/show";

const COURSE = [
  {
    name: "5K",
    location: "Mat",
    distance_name: "",
    distance_value: 5,
    distance_unit: "km",
    map_link: "https://www.google.com/maps?q=1,2",
  },
  {
    name: "8K",
    location: "Mat 2",
    distance_name: "",
    distance_value: 8,
    distance_unit: "km",
    map_link: "https://www.google.com.evil.example/maps",
  },
  {
    name: "Finish",
    location: "Finish",
    distance_name: "",
    distance_value: 10,
    distance_unit: "km",
    map_link: "",
  },
];
const START: FileRow = { segment: "Start", occurrence: 0, clock: 12 };
const AT_5K: FileRow = {
  segment: "5K",
  clock: 1512,
  chip: 1500,
  places: [4, 1, 2],
  local: "2026-05-02T08:25:12.5-07:00",
};
const DNF: FileRow = { segment: "Finish", clock: 1_000_000, chip: 1_000_000, type: 30 };

let network: Network;

function lap(occurrence: number, clock: number): FileRow {
  return {
    segment: "Finish",
    occurrence,
    clock,
    chip: clock - 10,
    finish: true,
    places: [2, 1, 1],
  };
}

function runner(rows: FileRow[], about: Partial<FilePerson> = {}): FilePerson {
  return anaRuiz({ rows, ...about });
}

/** Others who took 1,000 s or more from 5K to 8K; the runner's own pace would mean 900 s. */
function others(distance = "10K"): FilePerson[] {
  return Array.from({ length: 400 }, (_, index) => String(100 + index))
    .filter((bib) => hashOf(bib) % 4 === hashOf("12") % 4)
    .slice(0, 40)
    .map((bib, index) =>
      runner([START, AT_5K, { segment: "8K", clock: 2512 + 5 * index, chip: 2500 + 5 * index }], {
        bib,
        first: "Bo",
        last: "Oak",
        distance,
      }),
    );
}

async function open(
  people: FilePerson[],
  race: object = {},
  path = "/results/race/2026/12",
): Promise<void> {
  publishRace(network, { people, segments: COURSE, ...race });
  show(path);
  await screen.findAllByRole("heading", { level: 2 });
}

/** The values of a term in any of the description lists. */
function values(name: string): string[] {
  const group = screen
    .queryAllByRole("term")
    .find((term) => term.textContent === name)?.parentElement;
  return group
    ? within(group)
        .getAllByRole("definition")
        .map((value) => value.textContent)
    : [];
}

/** The lines of the dialog that a button opens; closes it. */
async function why(button: string): Promise<string[]> {
  await userEvent.click(await screen.findByRole("button", { name: button }));
  const dialog = within(await screen.findByRole("dialog"));
  const said = dialog.getAllByRole("listitem").map((item) => item.textContent);
  await userEvent.click(dialog.getByRole("button", { name: "Close" }));
  return said;
}

function cells(): string[][] {
  const [, ...rows] = within(screen.getByRole("table")).getAllByRole("row");
  return rows.map((row) => [...row.children].map((cell) => cell.firstChild?.textContent ?? ""));
}

beforeEach(() => {
  network = aVisit();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a finisher of a distance event", () => {
  test("the person, the date, the link back, and the title", async () => {
    await open([runner([START, AT_5K, FINISH])]);
    expect(screen.getByRole("heading", { level: 1, name: "2026 River Run Results" })).toBeTruthy();
    expect(screen.getByRole("heading", { level: 2, name: "Ana Ruiz" })).toBeTruthy();
    expect(screen.getByText("May 2, 2026")).toBeTruthy();
    expect(screen.getByText("Woman - 34")).toBeTruthy();
    expect(screen.getByText("Bib 12")).toBeTruthy();
    expect(screen.queryByText("10K")).toBeNull();
    expect(screen.getByRole("link", { name: "Back to results" }).getAttribute("href")).toBe(
      "/results/race/2026",
    );
    expect(document.title).toBe("2026 River Run Results - Ana Ruiz");
  });

  test("time, paces, start and clock, places with the legend, partial times", async () => {
    await open([runner([FINISH, AT_5K, START])]);
    expect(values("Time")).toEqual(["50:00.0", "chip time"]);
    expect(values("Pace")).toEqual(["5:00 / km", "8:02 / mi"]);
    expect(values("Start Time")).toEqual(["00:12.0"]);
    expect(values("Clock Time")).toEqual(["50:12.0"]);
    expect(screen.getByRole("heading", { name: "Placings by clock time" })).toBeTruthy();
    expect(values("Overall")).toEqual(["5e", "early start"]);
    expect(values("Women")).toEqual(["2"]);
    expect(values("Women 30-39")).toEqual(["1"]);
    expect(screen.getByText(/e early start/)).toBeTruthy();
    expect(screen.getByRole("table", { name: "Partial Times" })).toBeTruthy();
    expect(screen.getByRole("columnheader", { name: "Age group place" })).toBeTruthy();
    expect(cells()).toEqual([
      ["5K", "4", "1", "2", "25:00.0", "5:00 / km", "25:00.0"],
      ["Finish", "5e", "1", "2", "25:00.0", "5:00 / km", "50:00.0"],
    ]);
    expect(screen.queryByText(/last seen/)).toBeNull();
  });

  test("a place says why when it is pressed, from the table of the distance", async () => {
    const about = { distance: "10K", gender: "F", ageGroup: "30-39", last: "Ruiz" };
    await open([runner([START, FINISH])], {
      lines: {
        "10K": [
          finished({ ...about, bib: "11", first: "Eva", ranking: 4, seconds: 3000 }),
          finished({
            ...about,
            bib: "12",
            first: "Ana",
            ranking: 5,
            genderRanking: 2,
            seconds: 3012,
          }),
        ],
      },
    });
    expect(network.asked.filter((path) => path.includes("/b-"))).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Place 2: why? Women" }));
    const dialog = await screen.findByRole("dialog", { name: "Place 5: Ana Ruiz" });
    within(dialog).getByText("2nd of 2 in Women.");
    within(dialog).getByText("Behind Eva Ruiz (4) by 12.0 s.");
    await userEvent.click(within(dialog).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("a time says what it is made of when it is pressed, and so does a line of the table", async () => {
    const start = { ...START, local: "2026-05-02T08:00:12-07:00" };
    const finish = {
      ...FINISH,
      mat: "Start/Finish",
      clock: 3012.65,
      local: "2026-05-02T08:50:12-07:00",
    };
    await open([runner([start, AT_5K, finish])]);
    expect(await why("Time 50:00.0: why?")).toEqual([
      "Clock time: 50:12.6 since the gun at 8:00:00 am, UTC-07:00.",
      "Chip time: 50:00.000, as the race timer gave it. From the read at the start it would be 50:00.650.",
      "Read at Finish (mat: Start/Finish) at 8:50:12 am, UTC-07:00.",
    ]);
    expect(await why("Start Time 00:12.0: why?")).toEqual([
      "This runner crossed the start 00:12.0 after the gun.",
      "Read at Start at 8:00:12 am, UTC-07:00.",
    ]);
    expect(await why("Pace 5:00 / km: why?")).toEqual([
      "Pace: 50:00 ÷ 10 km = 5:00 / km, rounded down to the second.",
      "That is 8:02 / mi.",
      "It is the pace by chip time.",
    ]);
    // anywhere on the line, not only its button
    await userEvent.click(screen.getByRole("cell", { name: "4" }));
    const dialog = within(await screen.findByRole("dialog", { name: "5K: Ana Ruiz" }));
    expect(dialog.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Clock time: 25:12.0 since the gun at 8:00:01 am, UTC-07:00.",
      "Chip time: 25:12.0 − 00:12.0 = 25:00.0, because this runner crossed the start 00:12.0 after the gun.",
      "Read at 5K at 8:25:12 am, UTC-07:00.",
      "Stretch: the first one, from the start to here.",
      "Pace: 25:00.0 ÷ 5 km = 5:00 / km, rounded down to the second.",
      "Places: those at 5K, not the final ones, as the race timer gave them.",
    ]);
    await userEvent.click(dialog.getByRole("button", { name: "Close" }));
    expect((await why("Finish 50:00.0: why?")).slice(-4)).toEqual([
      "Stretch from 5K: 50:00.0 − 25:00.0 = 25:00.0.",
      "Pace: 25:00.0 ÷ 5 km = 5:00 / km, rounded down to the second.",
      "Places: as the race timer gave them.",
      "Place 4 at 5K, 5e here.",
    ]);
  });

  test.each([
    ["with a read at the start, seen at the race", true, 420, "October 31, 2026, 7:00:00 am"],
    ["without one, seen at the race", false, 420, "October 31, 2026, 7:00:00 am"],
    ["with one, seen elsewhere", true, 0, "October 31, 2026, 7:00:00 am, UTC-07:00"],
    ["without one, seen elsewhere", false, 0, "October 31, 2026, 6:00:00 am, UTC-08:00"],
  ])("the gun before a night in which the clocks were changed: %s", async (_, known, west, gun) => {
    const change = Date.parse("2026-11-01T09:00:00Z");
    vi.spyOn(Date.prototype, "getTimezoneOffset").mockImplementation(function (this: Date) {
      return west === 0 || this.getTime() < change ? west : west + 60;
    });
    const start = { ...START, clock: 12, local: known ? "2026-10-31T07:00:12-07:00" : "" };
    const finish = { ...FINISH, clock: 79_200, chip: 79_188, local: "2026-11-01T04:00:00-08:00" };
    await open([runner([start, finish])]);
    expect((await why("Time 21:59:48.0: why?"))[0]).toBe(
      `Clock time: 22:00:00.0 since the gun at ${gun}.`,
    );
  });

  test("without a read at the start: the time is that since the gun, or the timer's", async () => {
    await open([runner([{ ...FINISH, chip: 3012 }]), runner([FINISH], { bib: "13" })]);
    expect(await why("Time 50:12: why?")).toEqual([
      "Clock time: 50:12 since the gun.",
      "Chip time: the same. No read at the start is known.",
    ]);
    forgetFeeds();
    cleanup();
    show("/results/race/2026/13");
    expect(await why("Time 50:00.0: why?")).toEqual([
      "Clock time: 50:12.0 since the gun.",
      "Chip time: 50:00.0, as the race timer gave it. No read at the start is known.",
    ]);
  });

  test("places won and lost between timing points, and the curve of the pace", async () => {
    const at8K: FileRow = { segment: "8K", clock: 2412, chip: 2400, places: [1, 1, 1] };
    await open([runner([START, AT_5K, at8K, FINISH])], {
      boards: {
        "10K": ["12", "13", "14", "15", "16", "17"].map((bib) => [bib, bib === "17" ? 3 : 2]),
      },
    });
    expect(values("Overall")).toEqual(["5e", "of 5", "early start"]);
    const [, at5K, at8KRow, finish] = within(screen.getByRole("table")).getAllByRole("row");
    expect(within(at5K as HTMLElement).queryByText(/places/)).toBeNull();
    expect(within(at8KRow as HTMLElement).getAllByText("3 places up")).toHaveLength(2);
    expect(within(finish as HTMLElement).getAllByText("4 places down")).toHaveLength(2);
    expect(at8KRow?.textContent).toContain("1st at 8K");
    expect(finish?.textContent).not.toContain("here");
    expect(
      screen.getByRole("img", {
        name: "Pace by stretch: 5:00 / km to 5K, 5:00 / km to 8K, 5:00 / km to Finish",
      }),
    ).toBeTruthy();
  });

  test.each([
    [0, "2,516th overall, 1,818th woman, 3rd in 30-39"],
    [10, "2,516d overall, 1,818th woman, 3rd in 30-39"],
  ])(
    "on phones all places of a finish are ordinals; of type %i as in tables",
    async (type, told) => {
      await open([runner([START, { ...FINISH, type, places: [2516, 3, 1818] }])]);
      expect(screen.getAllByRole("row").at(-1)?.textContent).toContain(told);
    },
  );

  test("a place below 1 is nowhere: of an unofficial runner only what the letter means is left", async () => {
    const unplaced = { type: 12, places: [-1, -1, -1] as [number, number, number] };
    await open([runner([START, { ...AT_5K, ...unplaced }, { ...FINISH, ...unplaced }])]);
    const [, ...rows] = within(screen.getByRole("table")).getAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^5Kunofficial(?!.*(?:-1|overall))/),
      expect.stringMatching(/^Finishunofficial(?!.*(?:-1|overall))/),
    ]);
  });

  test("how many finished is not said while that still grows, and the address can be shared", async () => {
    const share = vi.fn(async () => {});
    vi.stubGlobal("navigator", { onLine: true, language: "en", languages: ["en"], share });
    await open([runner([START, FINISH])], {
      live: true,
      boards: { "10K": ["12", "13", "14", "15", "16"].map((bib) => [bib, 2]) },
    });
    expect(values("Overall")).toEqual(["5e", "early start"]);
    await userEvent.click(screen.getByRole("button", { name: "Share" }));
    expect(share).toHaveBeenCalledWith({
      title: "2026 River Run Results - Ana Ruiz",
      url: `${window.location.origin}/results/race/2026/12`,
    });
  });

  test("no pace without a known finish, no group places without a gender, no age out of range", async () => {
    await open([runner([FINISH], { gender: "Unknown", age: 130 })], { segments: [] });
    expect(values("Pace")).toEqual([]);
    expect(values("Overall")).toEqual(["5e", "early start"]);
    expect(screen.getAllByRole("term").map((term) => term.textContent)).toEqual([
      "Time",
      "Clock Time",
      "Overall",
    ]);
    expect(screen.queryByText(/130/)).toBeNull();
  });

  test("the distance is named when the event has several", async () => {
    await open([runner([FINISH]), runner([FINISH], { bib: "13", distance: "5K" })]);
    expect(screen.getByText("10K")).toBeTruthy();
  });

  test("an anonymous runner is only a bib, also in the title", async () => {
    await open([runner([FINISH], { anonymous: true })]);
    expect(screen.getByRole("heading", { level: 2, name: "Bib 12" })).toBeTruthy();
    expect(document.title).toBe("2026 River Run Results - Bib 12");
    expect(document.body.textContent).not.toMatch(/Ana|Ruiz/);
  });
});

test.each(["1/2", "1%2F2", "50%", "a b"])("the bib %s opens", async (bib) => {
  await open(
    [runner([FINISH], { bib }), runner([FINISH], { bib: "1", first: "Eva" })],
    {},
    `/results/race/2026/${encodeURIComponent(bib)}`,
  );
  expect(screen.getByRole("heading", { level: 2, name: "Ana Ruiz" })).toBeTruthy();
  expect(screen.getByText(`Bib ${bib}`)).toBeTruthy();
});

describe("a runner without a finish", () => {
  test("DNF stands in the place of the time; its times and places are nowhere", async () => {
    await open([runner([START, AT_5K, { ...FINISH, type: 30 }])]);
    expect(values("Time")).toEqual(["DNF"]);
    expect([values("Pace"), values("Clock Time"), values("Overall")]).toEqual([[], [], []]);
    expect(values("Start Time")).toEqual(["00:12.0"]);
    expect(screen.getByText("Last seen at 5K, 25:00.")).toBeTruthy();
    expect(cells()).toHaveLength(1);
  });

  test("who did not start was seen nowhere, whatever was read", async () => {
    await open([runner([START, AT_5K, { ...FINISH, type: 31 }])]);
    expect(values("Time")).toEqual(["DNS"]);
    expect([values("Pace"), values("Clock Time"), values("Start Time")]).toEqual([[], [], []]);
    expect(screen.queryByText(/seen at/)).toBeNull();
    expect(screen.queryByRole("table")).toBeNull();
  });

  test.each([
    [
      "2026-05-02T15:37:40Z",
      "Between 5K and 8K. Seen at 8:25 am, 12 min ago. Expected at 8K about 8:40 am.",
    ],
    [
      "2026-05-02T15:25:30Z",
      "Between 5K and 8K. Seen at 8:25 am, less than a minute ago. Expected at 8K about 8:40 am.",
    ],
    [
      "2026-05-02T15:41:05Z",
      "Between 5K and 8K. Seen at 8:25 am, 15 min ago. Expected at 8K about 8:40 am.",
    ],
    // the viewer's clock is behind
    ["2026-05-02T15:20:00Z", "Between 5K and 8K. Seen at 8:25 am. Expected at 8K about 8:40 am."],
    ["2026-05-02T17:00:00Z", "Between 5K and 8K. Seen at 8:25 am, 1 h 34 min ago."],
  ])("live at %s: %s", async (now, sentence) => {
    vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
    vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(420);
    await open([runner([START, AT_5K])], { live: true });
    expect(screen.getByText(sentence)).toBeTruthy();
    vi.restoreAllMocks();
  });

  test("overdue: in words, and no estimate in the past; the course says what is passed and what is to come", async () => {
    vi.useFakeTimers({ now: new Date("2026-05-02T15:45:00Z"), toFake: ["Date"] });
    vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(-120);
    await open([runner([START, AT_5K])], { live: true });
    expect(
      screen.getByText("Expected at 8K at 8:40 am (5:40 pm your time), not seen yet."),
    ).toBeTruthy();
    const next = screen.getByRole("heading", { level: 3, name: "Next location: 8K" }).parentElement;
    expect(next?.textContent).toBe(
      "Next location: 8KWas expected8:40:12 am, UTC-07:00not seen yet",
    );
    const finish = screen.getByRole("heading", { level: 3, name: "Finish" }).parentElement;
    expect(finish?.textContent).toContain("8:50:12 am, UTC-07:00");
    const points = within(screen.getByRole("list", { name: "Course" })).getAllByRole("listitem");
    expect(points.map(({ textContent }) => textContent)).toEqual([
      "5Kpassed",
      "8Kto come",
      "Finishto come",
    ]);
    vi.restoreAllMocks();
  });

  test("a point that did not read the runner is passed, in words; after a DNF there is no list", async () => {
    const at8k = { ...AT_5K, segment: "8K", clock: 2412, chip: 2400 };
    await open([runner([START, at8k])], { live: true });
    const points = within(screen.getByRole("list", { name: "Course" })).getAllByRole("listitem");
    expect(points.map(({ textContent }) => textContent)).toEqual([
      "5Kpassed, not read",
      "8Kpassed",
      "Finishto come",
    ]);
    cleanup();
    forgetFeeds();
    await open([runner([START, at8k, DNF])], { live: true });
    expect(screen.getByText("Last seen at 8K, 40:00.")).toBeTruthy();
    expect(screen.queryByRole("list", { name: "Course" })).toBeNull();
  });

  test("no time is expected at a dead mat", async () => {
    vi.useFakeTimers({ now: new Date("2026-05-02T15:45:00Z"), toFake: ["Date"] });
    const beyond = others().map((other) =>
      runner([START, AT_5K, FINISH], { ...other, rows: [START, AT_5K, FINISH] }),
    );
    await open([runner([START, AT_5K]), ...beyond], { live: true });
    expect(screen.getByText(/^Between 5K and Finish[.].*Expected at Finish/)).toBeTruthy();
    expect(document.body.textContent).not.toContain("Next location");
    const points = within(screen.getByRole("list", { name: "Course" })).getAllByRole("listitem");
    expect(points.map(({ textContent, dataset }) => [textContent, dataset["name"]])).toEqual([
      ["5Kpassed", "above"],
      ["8Knot read", "none"],
      ["Finishto come", "below"],
    ]);
  });

  describe("where others of the same file have been at the next point", () => {
    test.each([
      [
        "2026-05-02T15:30:00Z",
        "Between 5K and 8K. Seen at 8:25 am, 4 min ago. Expected at 8K between 8:42 am and 8:44 am.",
      ],
      // the range has not passed yet
      [
        "2026-05-02T15:45:30Z",
        "Between 5K and 8K. Seen at 8:25 am, 20 min ago. Expected at 8K between 8:42 am and 8:44 am.",
      ],
    ])("live at %s: %s", async (now, sentence) => {
      vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
      vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(420);
      await open([runner([START, AT_5K]), ...others()], { live: true });
      expect(screen.getByText(sentence)).toBeTruthy();
      const next = screen.getByRole("heading", {
        level: 3,
        name: "Next location: 8K",
      }).parentElement;
      expect(next?.textContent).toContain("Estimated chip time41 min to 44 min");
      expect(next?.textContent).toContain("Estimated local time8:42 am to 8:44 am");
      // nobody has reached it yet
      const finish = screen.getByRole("heading", { level: 3, name: "Finish" }).parentElement;
      expect(finish?.textContent).toContain("8:50:12 am");
      expect(screen.getByText(/how other runners ran this stretch/)).toBeTruthy();
      expect(await why("Estimated chip time 41 min to 44 min: why?")).toEqual([
        "Read at 5K at 8:25:12 am.",
        "It goes by how others ran from 5K to 8K: those about as fast up to 5K count most.",
        "About 8 in 10 arrive within this time.",
      ]);
      expect(await why("Estimated chip time 50:00: why?")).toEqual([
        "Read at 5K at 8:25:12 am.",
        "Too few others have been at Finish, so it goes by the pace up to 5K, without a stop if there was one.",
        "25:00 of chip time so far + 25:00 to go = 50:00.",
      ]);
      expect(document.body.textContent).not.toContain("Bo Oak");
      vi.restoreAllMocks();
    });

    test("overdue once the range has gone by, told in the reader's time, too", async () => {
      vi.useFakeTimers({ now: new Date("2026-05-02T15:45:35Z"), toFake: ["Date"] });
      vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(-120);
      await open([runner([START, AT_5K]), ...others()], { live: true });
      expect(
        screen.getByText(
          "Expected at 8K between 8:42 am and 8:44 am (between 5:42 pm and 5:44 pm your time), not seen yet.",
        ),
      ).toBeTruthy();
      const next = screen.getByRole("heading", {
        level: 3,
        name: "Next location: 8K",
      }).parentElement;
      expect(next?.textContent).toBe(
        "Next location: 8KWas expected8:42 am to 8:44 am, UTC-07:00not seen yet",
      );
      vi.restoreAllMocks();
    });

    test("of a race that is over the estimate is the plain one, and another distance tells nothing", async () => {
      await open([runner([START, AT_5K]), ...others()]);
      expect(
        screen.getByRole("heading", { level: 3, name: "Next location: 8K" }).parentElement
          ?.textContent,
      ).toContain("8:40:12 am, UTC-07:00");
      cleanup();
      forgetFeeds();
      vi.useFakeTimers({ now: new Date("2026-05-02T15:30:00Z"), toFake: ["Date"] });
      await open([runner([START, AT_5K]), ...others("5K")], { live: true });
      expect(
        screen.getByRole("heading", { level: 3, name: "Next location: 8K" }).parentElement
          ?.textContent,
      ).toContain("8:40:12 am, UTC-07:00");
    });
  });

  test("on course: where last seen, paces, estimates in the event's offset, the map", async () => {
    await open([runner([START, AT_5K])]);
    expect(screen.getByRole("heading", { level: 2, name: "Ana was last seen at 5K" })).toBeTruthy();
    expect(values("Current Pace")).toEqual(["5:00 / km", "8:02 / mi"]);
    expect(values("Overall Pace")).toEqual(["5:00 / km", "8:02 / mi"]);
    const next = screen.getByRole("heading", { level: 3, name: "Next location: 8K" }).parentElement;
    expect(next?.textContent).toContain("40:00");
    expect(next?.textContent).toContain("8:40:12 am, UTC-07:00");
    const finish = screen.getByRole("heading", { level: 3, name: "Finish" }).parentElement;
    expect(finish?.textContent).toContain("50:00");
    expect(finish?.textContent).toContain("8:50:12 am, UTC-07:00");
    expect(screen.getByRole("link", { name: "Open the map of 5K" }).getAttribute("href")).toBe(
      "https://www.google.com/maps?q=1,2",
    );
    const map = screen.getByTitle("Map of 5K");
    expect([map.getAttribute("src"), map.getAttribute("loading")]).toEqual([
      "https://www.google.com/maps?q=1,2",
      "lazy",
    ]);
    expect([map.getAttribute("width"), map.getAttribute("height")]).toEqual(["640", "480"]);
    expect(values("Overall")).toEqual([]);
  });

  test("a link to another host is no map; the next location is left out when it is the finish", async () => {
    await open([runner([START, AT_5K, { segment: "8K", clock: 2412, chip: 2400 }], { first: "" })]);
    expect(
      screen.getByRole("heading", { level: 2, name: "This runner was last seen at 8K" }),
    ).toBeTruthy();
    expect(document.querySelector("iframe")).toBeNull();
    expect(screen.queryByText(/Next location/)).toBeNull();
    expect(screen.getByRole("heading", { level: 3, name: "Finish" })).toBeTruthy();
    expect(screen.queryByText("Estimated local time")).toBeNull();
  });

  test("an unknown segment: only where the runner was seen", async () => {
    await open([
      runner([START, { segment: "Bridge", clock: 900, chip: 888 }], { anonymous: true }),
    ]);
    expect(
      screen.getByRole("heading", { level: 2, name: "This runner was last seen at Bridge" }),
    ).toBeTruthy();
    expect(values("Overall Pace")).toEqual([]);
  });

  test("only a start read, and no rows at all", async () => {
    await open([runner([START]), runner([], { bib: "13" })]);
    expect(screen.getByRole("heading", { level: 2, name: "Started" })).toBeTruthy();
    expect(values("Start Time")).toEqual(["00:12.0"]);
    expect(screen.queryByRole("table")).toBeNull();
    forgetFeeds();
    show("/results/race/2026/13");
    expect(await screen.findByText("No results yet.")).toBeTruthy();
  });
});

describe("events by laps", () => {
  test("a time event: laps with their own times, and the side block", async () => {
    await open([runner([START, lap(2, 700), lap(1, 310)])], { type: "time" });
    expect(values("Time")).toEqual(["11:30.0"]);
    expect(values("Completed")).toEqual(["Lap 2"]);
    expect(values("Clock Time")).toEqual(["11:40.0"]);
    expect(screen.getByRole("table", { name: "Lap Times" })).toBeTruthy();
    expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual([
      "Lap",
      "Lap Time",
      "Total Time",
    ]);
    expect(cells()).toEqual([
      ["Lap 1", "05:00.0", "05:00.0"],
      ["Lap 2", "06:30.0", "11:30.0"],
    ]);
    expect(await why("Completed Lap 2: why?")).toEqual([
      "Lap 2 is the last one that was finished.",
    ]);
    expect(await why("Lap 2 11:30.0: why?")).toEqual([
      "Clock time: 11:40.0 since the gun.",
      "Total time: 11:30.0, as the race timer gave it. From the read at the start it would be 11:28.0.",
      "Lap time: 11:30.0 − 05:00.0 = 06:30.0.",
    ]);
    expect((await why("Lap 1 05:00.0: why?")).at(-1)).toBe(
      "Lap time: the first lap’s is its total time.",
    );
  });

  test("a time event: DNF is what was completed, without a time", async () => {
    await open([runner([START, lap(1, 310), DNF])], { type: "time" });
    expect(values("Completed")).toEqual(["DNF"]);
    expect(values("Time")).toEqual([]);
    expect(cells()).toHaveLength(1);
  });

  test("a lap that ends after the hours in the distance's name stays, and says so", async () => {
    const laps = [lap(1, 1800), lap(2, 3600), lap(3, 3700)];
    await open([runner([START, ...laps], { distance: "1 Hour" })], { type: "time" });
    const labels = within(screen.getByRole("table", { name: "Lap Times" }))
      .getAllByRole("rowheader")
      .map(({ textContent }) => textContent);
    expect(labels).toEqual(["Lap 1", "Lap 2slowest", "Lap 3fastest, after time was up"]);
  });

  test("a backyard-ultra: hours, elapsed and cumulative, loop times, no side block", async () => {
    await open([runner([START, lap(1, 2500), lap(3, 6000)])], { type: "backyardultra" });
    expect(values("Completed")).toEqual(["Hour 2"]);
    expect(values("Elapsed")).toEqual(["1:40:00.0"]);
    expect(values("Cumulative")).toEqual(["1:39:50.0"]);
    expect([values("Start Time"), values("Clock Time")]).toEqual([[], []]);
    expect(cells()).toEqual([
      ["Hour 1", "41:40.0", "41:30.0", "41:30.0"],
      ["Hour 2", "1:40:00.0", "1:39:50.0", "58:20.0"],
    ]);
    const second = [
      "Cumulative time: 41:30.0 + 58:20.0 for this loop = 1:39:50.0, without the rest between loops.",
    ];
    expect(await why("Cumulative 1:39:50.0: why?")).toEqual(second);
    expect(await why("Hour 2 1:40:00.0: why?")).toEqual([
      "Elapsed time: 1:40:00.0 since the gun.",
      ...second,
    ]);
    expect(await why("Elapsed 1:40:00.0: why?")).toEqual([
      "Elapsed time: 1:40:00.0 since the gun.",
    ]);
  });

  test("a backyard-ultra: DNF after the last finished loop", async () => {
    await open([runner([lap(1, 2500), DNF])], { type: "backyardultra" });
    expect(values("Status")).toEqual(["DNF"]);
    expect(values("Completed")).toEqual(["Hour 1"]);
    expect(values("Elapsed")).toEqual(["41:40.0"]);
  });
});

describe("addresses", () => {
  test("the status page's word leads back there", async () => {
    await open([runner([FINISH])], {}, "/status/race/2026/12/");
    expect(screen.getByRole("link", { name: "Back to status" }).getAttribute("href")).toBe(
      "/results/race/2026/status",
    );
  });

  test.each([
    "/results/race/2026/99",
    "/results/race/2026/qr",
    "/results/qr/status/12",
    "/nonsense/race/2026/12",
    "/results/race/2025/12",
  ])("%s is off course", async (path) => {
    publishRace(network, { people: [runner([FINISH])] });
    show(path);
    expect(await screen.findByText("You appear to be off course.")).toBeTruthy();
    expect(document.title).toBe("Error");
  });

  test("while loading, the title says what will come", async () => {
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    show("/results/race/2026/12");
    await waitFor(() => expect(document.title).toBe("Chute - Individual Results"));
    expect(screen.getAllByText("Loading").length).toBeGreaterThan(0);
  });

  test("who is entered and has no rows has a page, and nobody without a name is told", async () => {
    await open(
      [],
      {
        entered: [
          { bib: "3", first: "Bo", last: "Ruiz", distance: "10K" },
          { bib: "4", distance: "10K" },
        ],
      },
      "/results/race/2026/3",
    );
    expect(screen.getByRole("heading", { level: 2, name: "Bo Ruiz" })).toBeTruthy();
    expect(screen.getByText("10K")).toBeTruthy();
    expect(screen.getByText("No results yet.")).toBeTruthy();
    cleanup();
    show("/results/race/2026/4");
    expect(await screen.findByText("Nobody in 2026 River Run has bib 4.")).toBeTruthy();
  });

  test("a network failure can be tried again", async () => {
    publishRace(network, { people: [runner([FINISH])] });
    network.down = true;
    show("/results/race/2026/12");
    await screen.findByText(/The server cannot be reached/);
    network.down = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { level: 2, name: "Ana Ruiz" })).toBeTruthy();
  });

  test("several people with one bib: the first who finished, and a link to each other one", async () => {
    await open([runner([START], { first: "Bo", distance: "5K" }), runner([FINISH])]);
    expect(screen.getByRole("heading", { level: 2, name: "Ana Ruiz" })).toBeTruthy();
    expect(screen.getByText("Bib 12 is worn by more than one runner:")).toBeTruthy();
    await userEvent.click(screen.getByRole("link", { name: "5K: Bo Ruiz" }));
    expect(address()).toBe("/results/race/2026/12?distance=5K");
    expect(screen.getByRole("heading", { level: 2, name: "Bo Ruiz" })).toBeTruthy();
  });
});

test("a live runner's page takes over new rows in place and marks them", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open([runner([START, AT_5K])], { live: true });
  expect(screen.getByText("LIVE")).toBeTruthy();
  publishRace(network, {
    live: true,
    version: 2,
    segments: COURSE,
    people: [runner([START, AT_5K, { segment: "8K", clock: 2412, chip: 2400 }])],
  });
  await act(() => vi.advanceTimersByTimeAsync(13_000));
  expect(
    await screen.findByRole("heading", { level: 2, name: "Ana was last seen at 8K" }),
  ).toBeTruthy();
  const marked = screen.getAllByText("changed").map((mark) => mark.closest("tr")?.textContent);
  expect(marked).toHaveLength(1);
  expect(marked[0]).toContain("8K");
});
