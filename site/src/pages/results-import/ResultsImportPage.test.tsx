// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readFilesHere } from "../../test/file-reader";
import type { JsonObject } from "../../api/types";
import { aSessionHost, type SessionHost, tokens } from "../../test/session-host";
import { likeABrowser, show } from "../../test/show";
import { days, STYLE, workbook } from "../../test/workbook";

let user: UserEvent;
let host: SessionHost;

const ROW = {
  person_id: "sheet-1",
  bib: "7",
  first: "Ana",
  last: "Ruiz",
  age: 41,
  gender: "F",
  age_group: "40-49",
  distance: "10 KM",
  seconds: 2710,
  milliseconds: 400,
  chip_seconds: 2710,
  chip_milliseconds: 400,
  segment: "Finish",
  location: "Finish",
  occurence: 1,
  ranking: 1,
  age_ranking: 1,
  gender_ranking: 1,
  finish: true,
  type: 0,
  anonymous: false,
  local_time: "",
  division: "",
  division_ranking: -1,
};
/** A plan with everything that can be reported. */
const PLAN = {
  born: "b",
  counts: { new: 1, changed: 1, same: 0, invalid: 1, skipped: 1 },
  lines: [
    { line: 2, outcome: "skipped", bib: "", faults: [], remarks: [], changes: [] },
    {
      line: 4,
      outcome: "invalid",
      bib: "",
      faults: [
        { column: 2, what: "bad-time", number: 0 },
        { column: -1, what: "same-person", number: 3 },
      ],
      remarks: [],
      changes: [],
    },
    {
      line: 5,
      outcome: "changed",
      bib: "8",
      faults: [],
      remarks: [
        { column: 0, what: "place-differs", number: 2 },
        { column: -1, what: "newer-word", number: 0 },
      ],
      changes: [{ field: "clock", segment: "5K", before: "", after: "0:20:00" }],
    },
  ],
  results: [ROW],
  seen: [""],
  missing: [{ bib: "9", first: "Mia", last: "Lund", distance: "10 KM", before: 2, after: 3 }],
  moved: [{ bib: "9", first: "Mia", last: "Lund", distance: "10 KM", before: 2, after: 3 }],
  ties: [{ distance: "10 KM", segment: "", place: 1, bibs: ["7", "8"], by_place: true }],
};

beforeEach(() => {
  user = userEvent.setup();
  localStorage.clear();
  host = aSessionHost();
  likeABrowser();
  readFilesHere();
  localStorage.setItem("currentUser", JSON.stringify(tokens("one")));
  host.routes.set("/api/r/event", () => [
    200,
    { events: [{ name: "River Run", slug: "race", type: "distance" }] },
  ]);
  host.routes.set("/api/r/event-year", () => [
    200,
    {
      years: [
        { year: "2025", date_time: "2025-05-02T08:00:00Z" },
        { year: "2026", date_time: "2026-05-02T08:00:00Z" },
      ],
    },
  ]);
  host.routes.set("/api/r/results/plan", () => [200, PLAN]);
  host.routes.set("/api/r/results/versions", () => [200, standing(7)]);
  host.routes.set("/api/r/results/add", () => {
    host.routes.set("/api/r/results/versions", () => [200, standing(8)]);
    return [200, { count: 1 }];
  });
});

/** The answer of `r/results/versions` about the current version. */
function standing(number: number): JsonObject {
  return { version: 1_777_000_000 + number, number, earlier: [], unfinished: null };
}

afterEach(() => vi.unstubAllGlobals());

/** Opens the page; its code is fetched by the first test. */
async function opened(): Promise<void> {
  show("/account/events/race/results-import");
  await screen.findByRole("heading", {
    level: 1,
    name: "River Run Results from a spreadsheet",
  });
}

function aFile(): File {
  const lines = {
    1: ["River Run"],
    2: ["Bib", "Name", "Clock Time", "5K"],
    3: [
      "7",
      "Ruiz, Ana",
      { value: days(0, 45, 10.4), style: STYLE.hours },
      { value: days(0, 22, 0), style: STYLE.hours },
    ],
  };
  return new File([new Uint8Array(workbook([{ name: "a", lines }]))], "results.xlsx");
}

function sent(route: string): Record<string, unknown>[] {
  return host.arrived
    .filter(({ url }) => url === `/api/${route}`)
    .map(({ body }) => body as Record<string, unknown>);
}

test("a workbook is mapped, checked and published with what the plan saw", async () => {
  await opened();
  expect(screen.getByLabelText<HTMLSelectElement>("Year").value).toBe("2026");
  await user.upload(screen.getByLabelText("Choose a file"), aFile());
  await screen.findByRole("heading", { name: "Columns" });
  expect(screen.getByLabelText<HTMLInputElement>("5K").checked).toBe(true);
  await user.click(screen.getByRole("button", { name: "Check what would happen" }));
  expect(sent("r/results/plan")).toEqual([]);
  await user.type(screen.getByLabelText("Distance of all lines"), "10 KM");
  await user.click(screen.getByRole("button", { name: "Check what would happen" }));
  await screen.findByRole("heading", { name: "What would happen" });
  expect(sent("r/results/plan")).toEqual([
    expect.objectContaining({
      slug: "race",
      year: "2026",
      columns: ["bib", "name", "clock", "split:5K"],
      lines: [3],
      cells: [["7", "Ruiz, Ana", "0:45:10.4", "0:22:00"]],
      reading: expect.objectContaining({ distance: "10 KM", names: "first-last" }) as unknown,
    }),
  ]);
  await screen.findByText(/^Clock time \(gun time\) \(Clock Time\): is no time/);
  screen.getByText(/^This is the same person as in line 3/);
  screen.getByText("Please look at it.");
  screen.getByText(/From place 1: bibs 7, 8\. In the order of the file's places\.$/);
  screen.getByText(/Mia Lund Place 2 becomes 3\.$/);
  expect(
    within(screen.getByRole("region", { name: "Results as uploaded" })).getByText("45:10.4"),
  ).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Publish 1 row" }));
  await screen.findByRole("heading", { name: "Published" });
  screen.getByText(/^1 person new, 1 changed\./);
  await screen.findByText("Version 8 is public.", {}, { timeout: 10_000 });
  expect(sent("r/results/add")).toEqual([
    { slug: "race", year: "2026", born: "b", results: [ROW], seen: [""] },
  ]);
});

test.each([
  [0, null],
  [1, "1 correction by hand stands beside the upload"],
  [2, "2 corrections by hand stand beside the upload"],
])("beside %d corrections by hand the plan says so", async (count, told) => {
  host.routes.set("/api/r/corrections/list", () => [
    200,
    { born: "b", corrections: Array.from({ length: count }, () => ({ bib: "8" })), runners: [] },
  ]);
  await opened();
  await user.upload(screen.getByLabelText("Choose a file"), aFile());
  await user.type(await screen.findByLabelText("Distance of all lines"), "10 KM");
  await user.click(screen.getByRole("button", { name: "Check what would happen" }));
  await screen.findByRole("region", { name: "Results as uploaded" });
  if (told === null) {
    expect(sent("r/corrections/list")).toEqual([{ slug: "race", year: "2026", bib: "" }]);
    expect(screen.queryByText(/by hand/)).toBeNull();
  } else {
    const link = await screen.findByRole("link", { name: "Corrections" });
    expect(link.getAttribute("href")).toBe("/account/events/race/corrections/2026");
    expect(link.parentElement?.textContent).toContain(told);
  }
});

test("hours and minutes are proposed where minutes and seconds do not fit the race", async () => {
  host.routes.set("/api/r/results/plan", ({ body }) => {
    const { two_parts } = (body as { reading: { two_parts: string } }).reading;
    if (two_parts === "h:mm") return [200, { ...PLAN, lines: [] }];
    const faults = [{ column: 2, what: "two-parts", number: 0 }];
    const line = { line: 2, outcome: "invalid", bib: "", faults, remarks: [], changes: [] };
    return [200, { ...PLAN, lines: [line], results: [], seen: [] }];
  });
  await opened();
  const file = new File(["Bib,Name,Distance,Time\n41,Ann Lee,100 Mile,22:41\n"], "a.csv");
  await user.upload(screen.getByLabelText("Choose a file"), file);
  const choice = await screen.findByLabelText<HTMLSelectElement>(/^Times of two parts/);
  expect(choice.value).toBe("");
  await user.click(screen.getByRole("button", { name: "Check what would happen" }));
  await screen.findByText(/^As minutes and seconds these times do not fit the race/);
  expect(choice.value).toBe("h:mm");
  screen.getByRole("button", { name: "Publish 1 row" });
  await user.selectOptions(choice, "m:ss");
  expect(screen.queryByText(/do not fit the race/)).toBeNull();
  expect(screen.queryByRole("button", { name: /^Publish/ })).toBeNull();
});

test("a changed option closes the plan", async () => {
  await opened();
  await user.upload(screen.getByLabelText("Choose a file"), aFile());
  await user.type(await screen.findByLabelText("Distance of all lines"), "10 KM");
  await user.click(screen.getByRole("button", { name: "Check what would happen" }));
  await screen.findByRole("heading", { name: "What would happen" });
  await user.click(screen.getByLabelText("5K"));
  expect(screen.queryByRole("heading", { name: "What would happen" })).toBeNull();
});

test("a file that is no workbook is told", async () => {
  await opened();
  await user.upload(
    screen.getByLabelText("Choose a file"),
    new File(["PK\u0003\u0004 nothing"], "results.xlsx"),
  );
  await screen.findByText(/^This workbook cannot be read\./);
});

test("letters of genders that mean several things are asked, and a team is enough for a name", async () => {
  await opened();
  const file = ["Team Name,Sex,Time", "The Fast,H,41:02", "The Slow,M,42:02"].join("\r\n");
  await user.upload(screen.getByLabelText("Choose a file"), new File([file], "results.csv"));
  await screen.findByRole("heading", { name: "Columns" });
  expect(screen.queryByLabelText("“H” in the column of genders")).toBeNull();
  await user.selectOptions(screen.getByLabelText("“M” in the column of genders"), "is a woman");
  await user.type(screen.getByLabelText("Distance of all lines"), "10 KM");
  await user.click(screen.getByRole("button", { name: "Check what would happen" }));
  await screen.findByRole("heading", { name: "What would happen" });
  expect(sent("r/results/plan")).toMatchObject([
    { columns: ["team", "gender", "clock"], reading: { genders: "M:woman" } },
  ]);
});
