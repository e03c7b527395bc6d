// @vitest-environment jsdom
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Line, Row } from "../../scoring/row";
import type { Network } from "../../test/published";
import { type FilePerson, publishRace } from "../../test/race-files";
import { publishLines } from "../../test/race-lines";
import { finished, unfinished } from "../../test/rows";
import { aVisit, show } from "../../test/show";

const SEGMENTS = [
  ["8K", 8],
  ["Finish", 10],
].map(([name, length]) => ({
  name,
  distance_value: length,
  distance_unit: "km",
  distance_name: "",
}));
const WOMAN = { gender: "F", age: 34, ageGroup: "30-39" };
const at8 = (
  bib: string,
  first: string,
  seconds: number,
  place: number,
  fields: Partial<Row> = {},
) =>
  unfinished("started", {
    ...WOMAN,
    bib,
    first,
    segment: "8K",
    occurrence: 1,
    seconds,
    chipSeconds: seconds,
    ranking: place,
    genderRanking: place,
    ageRanking: place,
    ...fields,
  });
const in10 = (bib: string, first: string, seconds: number, place: number) =>
  finished({
    ...WOMAN,
    bib,
    first,
    seconds,
    chipSeconds: seconds,
    ranking: place,
    genderRanking: place,
    ageRanking: place,
  });

let network: Network;

beforeEach(() => {
  network = aVisit();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(
  lines: Line[],
  more: Partial<Parameters<typeof publishLines>[1]> = {},
): Promise<void> {
  publishLines(network, { segments: SEGMENTS, boards: { "10K": lines }, ...more });
  show("/arrivals/race/2026");
  await screen.findByRole("heading", { level: 1, name: "2026 River Run Arrivals" });
  await screen.findByRole("heading", { level: 3, name: "At the finish" });
}

function runners(list: string): string[] {
  return within(screen.getByRole("list", { name: list }))
    .getAllByRole("button")
    .map((button) => button.textContent);
}

const COMING = "Coming in, seen at 8K";

test.each([true, false])("keys are told where there is a mouse: %s", async (mouse) => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: mouse && query === "(pointer:fine)",
    addEventListener() {},
    removeEventListener() {},
  }));
  await open([in10("1", "Ana", 2400, 1)]);
  expect(screen.queryByText(/^Tab goes to the runners/) !== null).toBe(mouse);
});

test("the next runners with their places so far, and the latest finishers", async () => {
  await open([
    in10("1", "Ana", 2400, 1),
    in10("2", "Bea", 2500, 2),
    at8("4", "Dot", 2300, 4),
    at8("3", "Cai", 2200, 3, { anonymous: true }),
  ]);
  expect(document.title).toBe("2026 River Run Arrivals");
  expect(runners(COMING)).toEqual([
    "Bib 3Overall: 3 · Women: 3 · Women 30-39: 3 · about 45:50 on the clock",
    "DotBib 4 · Overall: 4 · Women: 4 · Women 30-39: 4 · about 47:55 on the clock",
  ]);
  expect(runners("At the finish")).toEqual([
    "BeaBib 2 · Overall: 2 · Women: 2 · Women 30-39: 2 · 41:40.0 clock time",
    "AnaBib 1 · Overall: 1 · Women: 1 · Women 30-39: 1 · 40:00.0 clock time",
  ]);
  expect(document.body.textContent).not.toContain("Cai");
});

test("all of it works by the keyboard, and the focus stays with the runner when others come in", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await open([in10("1", "Ana", 2400, 1), at8("3", "Cai", 2200, 3), at8("4", "Dot", 2300, 4)]);
  const cai = screen.getByRole("button", { name: /^Cai/ });
  for (let presses = 0; document.activeElement !== cai && presses < 30; presses += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one press after the other, as by hand
    await user.tab();
  }
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement?.textContent).toContain("Dot");
  await user.keyboard("{Enter}");
  expect(screen.getByRole("button", { name: /^Dot.*announced$/, pressed: true })).toBe(
    document.activeElement,
  );
  publishLines(network, {
    version: 2,
    segments: SEGMENTS,
    boards: {
      "10K": [
        in10("1", "Ana", 2400, 1),
        in10("3", "Cai", 2750, 2),
        at8("4", "Dot", 2300, 4),
        at8("5", "Eve", 2310, 5),
      ],
    },
  });
  await act(() => vi.advanceTimersByTimeAsync(13_000));
  expect(runners("At the finish")[0]).toMatch(/^Cai/);
  expect(document.activeElement?.textContent).toMatch(/^Dot.*announced$/);
  await user.keyboard("{End}");
  expect(document.activeElement?.textContent).toMatch(/^Ana/);
});

test("messages when nobody is expected and nobody has finished", async () => {
  await open([unfinished("dnf", { bib: "9", type: 30 })]);
  expect(screen.getByText("Nobody between this point and the finish.")).toBeTruthy();
  expect(screen.getByText("Nobody has come in yet.")).toBeTruthy();
});

const NOON = Date.UTC(2026, 4, 2, 12);

/** Runners at the first point after 20 minutes by a clock that began at `gun`, as their read tells. */
function at3(gun: number, bibs: readonly string[]): { people: FilePerson[]; lines: Line[] } {
  return {
    people: bibs.map((bib) => ({
      bib,
      distance: "10K",
      rows: [
        { segment: "3K", clock: 1200, chip: 1195, local: new Date(gun + 1_200_000).toISOString() },
      ],
    })),
    lines: bibs.map((bib) =>
      unfinished("started", {
        bib,
        distance: "10K",
        segment: "3K",
        occurrence: 1,
        seconds: 1200,
        chipSeconds: 1195,
      }),
    ),
  };
}

function openAt(now: number, groups: readonly ReturnType<typeof at3>[]): void {
  vi.useFakeTimers({ shouldAdvanceTime: true, now });
  publishRace(network, {
    live: true,
    segments: SEGMENTS,
    people: groups.flatMap(({ people }) => people),
    lines: { "10K": groups.flatMap(({ lines }) => lines) },
  });
  show("/arrivals/race/2026");
}

test("while nobody is at the last point, the reads of those on course tell when the clock began", async () => {
  openAt(NOON + 3_607_000, [at3(NOON, ["1", "2", "3"])]);
  expect((await screen.findByText("Race clock")).nextSibling?.textContent).toMatch(/^1:00:\d\d$/);
  await vi.waitFor(() => expect(screen.queryByText(/scheduled start/)).toBeNull());
});

test("waves with a gun each have a clock each", async () => {
  const bibs = ["2", "4", "6", "8", "10", "12", "14", "16", "18", "20", "22", "24"];
  openAt(NOON + 3_607_000, [
    at3(NOON, bibs),
    at3(
      NOON + 900_000,
      bibs.map((bib) => `1${bib}`),
    ),
  ]);
  expect((await screen.findByText("Wave 1")).nextSibling?.textContent).toMatch(/^1:00:\d\d$/);
  expect(screen.getByText("Wave 2").nextSibling?.textContent).toMatch(/^45:\d\d$/);
});

test.each([
  ["minutes before", 2300, /^in 0\d:\d\dAna.*Overall: 1 .*first: Overall/],
  ["when she is late", 2700, /^3 min lateAna.*Overall: 4/],
  ["when she is overdue", 3200, /^Ana.*Overall: 4.*expected earlier, not seen yet$/],
])("a runner who does not come in is not announced as the first: %s", async (_, seconds, told) => {
  const rows = (finish: number) => [
    { segment: "8K", clock: finish * 0.8, chip: finish * 0.8, local: localAt(finish * 0.8) },
  ];
  const localAt = (clock: number) => new Date(NOON + clock * 1000).toISOString();
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOON + seconds * 1000 });
  publishRace(network, {
    live: true,
    segments: SEGMENTS,
    people: [
      { bib: "1", distance: "10K", rows: rows(2500) },
      ...["2", "3", "4"].map((bib, index) => ({
        bib,
        distance: "10K",
        rows: [
          {
            segment: "Finish",
            clock: 2510 + index * 10,
            chip: 2510 + index * 10,
            finish: true,
            local: localAt(2510 + index * 10),
          },
        ],
      })),
    ],
    lines: {
      "10K": [
        { ...at8("1", "Ana", 2000, 1), row: { ...at8("1", "Ana", 2000, 1).row, distance: "10K" } },
        ...["2", "3", "4"].map((bib, index) => {
          const { row } = in10(bib, `Bea ${bib}`, 2510 + index * 10, index + 1);
          return finished({ ...row, distance: "10K" });
        }),
      ],
    },
  });
  show("/arrivals/race/2026");
  await vi.waitFor(() => expect(runners(COMING)).toEqual([expect.stringMatching(told)]));
  if (seconds > 2500) expect(document.body.textContent).not.toContain("first:");
});
