// @vitest-environment jsdom
import {
  act,
  type BoundFunctions,
  cleanup,
  fireEvent,
  type queries,
  screen,
  waitFor,
  within,
} from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { forgetFeeds } from "../../race/use-feed";
import { readFilesHere } from "../../test/file-reader";
import { publishFinishers } from "../../test/finishers";
import type { Network } from "../../test/published";
import {
  type Answered,
  type Arrived,
  aSessionHost,
  Later,
  type SessionHost,
  tokens,
} from "../../test/session-host";
import { address, likeABrowser, show } from "../../test/show";

const RACES = [
  { year: "2026-May", name: "10K", value: 10, type: "km" },
  { year: "2026-June", name: "10K", value: 10, type: "km" },
];
const YEARS = [
  { display_year: 2026, series: [{ name: "Long Series", best: 1, distances: RACES }] },
];
const CSV =
  "first,last,tiger score,seward score,highest score,category\nAna,Runner,60,70,70,YTP Female 9-10\nZoë,Elsewhere,0,50,50,YTP Female 9-10";

let user: UserEvent;
let host: SessionHost;
/** The published file, as the server has it. */
let published: { version: number; years: unknown };
let standings: { version: number; csv: string };
/** The answer to the next save instead of success; null for none. */
let refusal: Answered | null;

beforeEach(() => {
  user = userEvent.setup();
  forgetFeeds();
  localStorage.clear();
  host = aSessionHost();
  likeABrowser();
  readFilesHere();
  localStorage.setItem("currentUser", JSON.stringify(tokens("one")));
  published = { version: 3, years: YEARS };
  standings = { version: 0, csv: "" };
  refusal = null;
  host.routes.set("/api/r/event", () => [200, { events: [{ name: "River Run", slug: "race" }] }]);
  host.routes.set("/api/r/event-year", () => [
    200,
    {
      years: [
        { year: "2026-May", date_time: "2026-05-02T08:00:00Z" },
        { year: "2026-June", date_time: "2026-06-02T08:00:00Z" },
      ],
    },
  ]);
  host.routes.set("/api/r/series", () => [
    200,
    {
      slug: "race",
      ...published,
      files:
        standings.version === 0 || standings.csv === ""
          ? []
          : [
              {
                kind: "standings",
                year: "2026-May",
                distance: "10K",
                version: standings.version,
                updated_at: "2026-05-02T08:00:00Z",
                size: 9,
              },
            ],
    },
  ]);
  host.routes.set("/api/r/series/update", (call) =>
    save(
      call,
      () => {
        published = {
          version: published.version + 1,
          years: (call.body as { years: unknown }).years,
        };
        return published.version;
      },
      published.version,
    ),
  );
  host.routes.set("/api/r/standings/update", (call) =>
    save(
      call,
      () => {
        standings = { version: standings.version + 1, csv: (call.body as { csv: string }).csv };
        return standings.version;
      },
      standings.version,
    ),
  );
  host.routes.set("/api/r/files/versions", ({ body }) => {
    const { version } = body as { version?: number };
    return [
      200,
      {
        versions: [
          {
            version: 3,
            updated_at: "2026-05-02T08:00:00Z",
            by: "Ana Osei",
            size: 120,
            withdrawn: false,
          },
          { version: 2, updated_at: "2026-05-01T08:00:00Z", by: "", size: 0, withdrawn: true },
          {
            version: 1,
            updated_at: "2026-04-30T08:00:00Z",
            by: "Lee",
            size: 100,
            withdrawn: false,
          },
        ],
        content:
          version === undefined
            ? ""
            : JSON.stringify([
                {
                  display_year: 2025,
                  series: [{ name: `Of version ${version}`, best: 1, distances: RACES }],
                },
              ]),
      },
    ];
  });
});

afterEach(() => vi.unstubAllGlobals());

function save({ body }: Arrived, done: () => number, current: number): Answered {
  const { version } = body as { version: number };
  if (refusal !== null) return refusal;
  if (version !== current) return [409, { message: "The File Was Changed By Somebody Else" }];
  return [
    200,
    { version: done(), warnings: ["years[0].series[0].distances: different units (km, mi)."] },
  ];
}

/** Puts published results where the pages look for them. */
function results(): void {
  const files = {
    set: (path: string, json: unknown) => host.routes.set(`/downloads/${path}`, () => [200, json]),
  };
  const network = { files } as unknown as Network;
  publishFinishers(network, {
    year: "2026-May",
    boards: {
      "10K": [
        { bib: "1", first: "Ana", seconds: 2400, division: "ytp", age: 9 },
        { bib: "2", first: "Zoë", seconds: 2500, division: "ytp", age: 10 },
      ],
    },
  });
  publishFinishers(network, {
    year: "2026-June",
    boards: { "10K": [{ bib: "1", first: "Zoë", seconds: 2300, age: 10 }] },
  });
}

async function opened(): Promise<BoundFunctions<typeof queries>> {
  show("/account/events/race/files");
  await screen.findByRole("heading", { level: 1, name: "River Run Files" });
  return part();
}

function part(name = "Series"): BoundFunctions<typeof queries> {
  return within(screen.getByRole("region", { name }));
}

function sent(route: string): Record<string, unknown>[] {
  return host.arrived
    .filter(({ url }) => url === `/api/${route}`)
    .map(({ body }) => body as Record<string, unknown>);
}

function jsonBox(): HTMLTextAreaElement {
  return screen.getByLabelText<HTMLTextAreaElement>("Definition as JSON");
}

async function toJson(): Promise<void> {
  await user.click(screen.getByText("As JSON, for programs"));
}

/** Whether an element is outside a closed fold. */
function isShown(element: HTMLElement): boolean {
  return element.closest("details:not([open])") === null;
}

function tableTexts(): string[] {
  return [...document.querySelectorAll("tr")].map((row) =>
    [...row.children].map((cell) => cell.textContent).join("|"),
  );
}

describe("series", () => {
  test("form and JSON change the same thing, and keep what the form does not show", async () => {
    published.years = [{ ...YEARS[0], note: "ours" }];
    const series = await opened();
    await user.clear(series.getByLabelText("Races that count"));
    await user.type(series.getByLabelText("Races that count"), "2");
    await toJson();
    expect(JSON.parse(jsonBox().value)).toEqual([
      { ...YEARS[0], note: "ours", series: [{ name: "Long Series", best: 2, distances: RACES }] },
    ]);
    fireEvent.change(jsonBox(), {
      target: { value: JSON.stringify([{ ...YEARS[0], display_year: 2031 }]) },
    });
    expect(series.getByLabelText<HTMLInputElement>("Year shown").value).toBe("2031");
    expect(series.getByLabelText<HTMLInputElement>("Races that count").value).toBe("1");
  });

  test("JSON that does not parse says where, and the form stays as it was", async () => {
    const series = await opened();
    await toJson();
    fireEvent.change(jsonBox(), { target: { value: '[\n  {"display_year": 2026,}\n]' } });
    expect(screen.getByText("This is not JSON: line 2, column 25.")).toBeTruthy();
    expect(series.getByLabelText<HTMLInputElement>("Name").value).toBe("Long Series");
    expect(series.getByRole("group", { name: "Form" }).hasAttribute("disabled")).toBe(true);
    expect(
      series.getByRole<HTMLButtonElement>("button", { name: "Check and preview" }).disabled,
    ).toBe(true);
    await user.click(screen.getByRole("button", { name: "Go on with the form" }));
    expect(JSON.parse(jsonBox().value)).toEqual(YEARS);
  });

  test("lengths are numbers once they are typed, with a comma too; what is none stays for the server to refuse", async () => {
    const series = await opened();
    const [length, second] = series.getAllByLabelText("Length");
    await user.clear(length as HTMLElement);
    await user.type(length as HTMLElement, "10,05");
    await user.clear(second as HTMLElement);
    await user.type(second as HTMLElement, "far");
    await user.tab();
    await toJson();
    expect(
      (JSON.parse(jsonBox().value) as typeof YEARS)[0]?.series[0]?.distances.map(
        ({ value }) => value,
      ),
    ).toEqual([10.05, "far"]);
  });

  test("the server's refusal is shown at its field, and nothing is saved", async () => {
    const series = await opened();
    refusal = [
      400,
      {
        message: "The file has 1 problem.",
        errors: [
          {
            at: "years[0].series[0].distances[1].value",
            line: 0,
            message: "must be greater than 0",
          },
        ],
      },
    ];
    await user.type(series.getByLabelText("Name"), "!");
    await user.click(series.getByRole("button", { name: "Check and preview" }));
    await series.findByText("1 problem found. Nothing was changed.");
    const field = series.getAllByLabelText<HTMLInputElement>("Length")[1];
    expect([
      field?.getAttribute("aria-invalid"),
      document.getElementById(field?.getAttribute("aria-describedby") ?? "")?.textContent,
    ]).toEqual(["true", "must be greater than 0"]);
    expect(series.getAllByText("must be greater than 0").filter(isShown)).toHaveLength(1);
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(sent("r/series/update").map(({ version }) => version)).toEqual([-1]);
    expect(series.queryByRole("heading", { name: "Preview" })).toBeNull();
  });

  test("an error of a part deep inside an answer, and one of the whole, are said once", async () => {
    const series = await opened();
    refusal = [
      400,
      {
        message: "The file has 3 problems.",
        errors: [
          { at: "years", line: 0, message: "must be a list of up to 50 entries" },
          { at: "years[0].series[0].distances[0].value", line: 0, message: "is missing" },
          { at: "years[0].series[0].distances[0].value", line: 0, message: "must be a number" },
        ],
      },
    ];
    await user.type(series.getByLabelText("Name"), "!");
    await user.click(series.getByRole("button", { name: "Check and preview" }));
    const alert = await series.findByText("3 problems found. Nothing was changed.");
    expect(alert.parentElement?.textContent).toBe(
      "3 problems found. Nothing was changed.must be a list of up to 50 entries",
    );
    expect(series.getByText("is missing · must be a number")).toBeTruthy();
  });

  test("the preview is the public page after publishing", async () => {
    results();
    published = { version: 0, years: [] };
    const series = await opened();
    await toJson();
    fireEvent.change(jsonBox(), { target: { value: JSON.stringify(YEARS) } });
    await user.click(series.getByRole("button", { name: "Check and preview" }));
    await series.findByRole("table");
    expect(document.activeElement).toBe(series.getByRole("heading", { name: "Preview" }));
    const previewed = tableTexts();
    expect(previewed).toHaveLength(3);
    expect(published.version).toBe(0);
    await user.click(series.getByRole("button", { name: "Publish" }));
    const status = await series.findByText(
      "Version 1 is published. Visitors see it within a minute.",
    );
    await waitFor(() => expect(document.activeElement).toBe(status));
    expect(
      series.getByText("years[0].series[0].distances: different units (km, mi)."),
    ).toBeTruthy();
    expect(sent("r/series/update").map(({ version }) => version)).toEqual([-1, 0]);
    cleanup();
    forgetFeeds();
    host.routes.set("/downloads/series/race.js", () => [200, published.years]);
    show("/series/race");
    await screen.findByRole("table");
    expect(tableTexts()).toEqual(previewed);
  });

  test("a change closes the preview", async () => {
    results();
    const series = await opened();
    await user.type(series.getByLabelText("Name"), "!");
    await user.click(series.getByRole("button", { name: "Check and preview" }));
    await series.findByRole("button", { name: "Publish" });
    await user.type(series.getByLabelText("Name"), "?");
    expect(series.queryByRole("button", { name: "Publish" })).toBeNull();
  });

  test("a change by somebody else is shown beside one's own, and overwritten only by who has seen it", async () => {
    results();
    const series = await opened();
    await user.clear(series.getByLabelText("Name"));
    await user.type(series.getByLabelText("Name"), "Mine");
    await user.click(series.getByRole("button", { name: "Check and preview" }));
    const publish = await series.findByRole("button", { name: "Publish" });
    const theirs = [
      { display_year: 2026, series: [{ name: "Theirs", best: 1, distances: RACES }] },
    ];
    published = { version: 4, years: theirs };
    await user.click(publish);
    await series.findByRole("heading", { name: "Somebody else has published meanwhile" });
    expect(
      [...document.querySelectorAll("mark")].map(({ textContent }) => textContent.trim()),
    ).toEqual(['"name": "Theirs",', '"name": "Mine",']);
    expect(published.years).toBe(theirs);
    await user.click(series.getByRole("button", { name: "Go on with mine" }));
    expect(series.getByText("You go on with yours. Publishing replaces version 4.")).toBeTruthy();
    await user.click(series.getByRole("button", { name: "Check and preview" }));
    await user.click(await series.findByRole("button", { name: "Publish" }));
    await series.findByText("Version 5 is published. Visitors see it within a minute.");
    expect(JSON.stringify(published.years)).toContain("Mine");
  });

  test("or theirs is taken", async () => {
    results();
    const series = await opened();
    await user.type(series.getByLabelText("Name"), "!");
    await user.click(series.getByRole("button", { name: "Check and preview" }));
    const publish = await series.findByRole("button", { name: "Publish" });
    published = {
      version: 4,
      years: [{ display_year: 2026, series: [{ name: "Theirs", best: 1, distances: RACES }] }],
    };
    await user.click(publish);
    await user.click(await series.findByRole("button", { name: "Take theirs, drop mine" }));
    expect(series.getByLabelText<HTMLInputElement>("Name").value).toBe("Theirs");
    expect(document.activeElement).toBe(
      series.getByText("This is version 4 now. Yours is dropped."),
    );
    expect(sent("r/series/update").filter(({ version }) => version !== -1)).toHaveLength(1);
  });

  test("an earlier version comes back through the preview, as a new one", async () => {
    results();
    const series = await opened();
    await user.click(series.getByText("Earlier versions"));
    fireEvent(
      series.getByText("Earlier versions").closest("details") as HTMLElement,
      new Event("toggle"),
    );
    await waitFor(() =>
      expect(
        series
          .getAllByRole("listitem")
          .some(({ textContent }) =>
            /^Version 3, .*, by Ana Osei, 120 bytes published now/.test(textContent),
          ),
      ).toBe(true),
    );
    expect(
      series
        .getAllByRole("listitem")
        .some(({ textContent }) => /^Version 2, .*, withdrawn$/.test(textContent)),
    ).toBe(true);
    await user.click(series.getByRole("button", { name: "Bring back Version 1" }));
    await series.findByRole("button", { name: "Publish" });
    expect(series.getByLabelText<HTMLInputElement>("Name").value).toBe("Of version 1");
    await user.click(series.getByRole("button", { name: "Publish" }));
    await series.findByText("Version 4 is published. Visitors see it within a minute.");
  });

  test("is withdrawn after a question", async () => {
    const series = await opened();
    await user.click(series.getByRole("button", { name: "Withdraw" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Withdraw" }));
    const status = await series.findByText("The series is withdrawn, as version 4.");
    await waitFor(() => expect(document.activeElement).toBe(status));
    expect(sent("r/series/update")).toEqual([{ slug: "race", years: [], version: 3 }]);
  });

  test("is not withdrawn while a version is on its way", async () => {
    const answer = new Later<Answered>();
    const series = await opened();
    await user.type(series.getByLabelText("Name"), "!");
    await user.click(series.getByRole("button", { name: "Check and preview" }));
    await series.findByRole("button", { name: "Publish" });
    host.routes.set("/api/r/series/update", () => answer.promise);
    await user.click(series.getByRole("button", { name: "Publish" }));
    await user.click(series.getByRole("button", { name: "Withdraw" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    published = { ...published, version: 4 };
    answer.answer([200, { version: 4, warnings: [] }]);
    await series.findByText("Version 4 is published. Visitors see it within a minute.");
    await user.click(series.getByRole("button", { name: "Withdraw" }));
    expect(screen.getByRole("dialog")).toBeTruthy();
  });

  test("is written from nothing", async () => {
    published = { version: 0, years: [] };
    const series = await opened();
    await user.click(series.getByRole("button", { name: "Add a year" }));
    await user.click(series.getByRole("button", { name: /^Add a race/ }));
    expect(series.getAllByRole("listitem")).toHaveLength(3);
    await user.click(series.getByRole("button", { name: "Remove race 1" }));
    expect(document.activeElement).toBe(series.getByLabelText("Races that count"));
    await user.click(series.getByRole("button", { name: "Up race 2" }));
    await toJson();
    const [year] = JSON.parse(jsonBox().value) as {
      display_year: number;
      series: { distances: { year: string }[] }[];
    }[];
    expect([year?.display_year, year?.series[0]?.distances.map((race) => race.year)]).toEqual([
      2026,
      ["", "2026-June"],
    ]);
  });
});

/** Ana and Zoë ran in May; Anna and Zoe in June. */
function spelledOtherwise(): void {
  results();
  const files = {
    set: (path: string, json: unknown) => host.routes.set(`/downloads/${path}`, () => [200, json]),
  };
  publishFinishers({ files } as unknown as Network, {
    year: "2026-June",
    boards: {
      "10K": [
        { bib: "5", first: "Anna", seconds: 2300, age: 9 },
        { bib: "6", first: "Zoe", seconds: 2400, age: 10, gender: "" },
      ],
    },
  });
}

async function whoIsWho(): Promise<BoundFunctions<typeof queries>> {
  const series = await opened();
  await user.click(series.getByRole("button", { name: "Check and preview" }));
  await series.findByRole("heading", { name: "Who is who: Long Series" });
  return series;
}

function previewedNames(): string[] {
  return [...document.querySelectorAll("[data-preview] tbody th")].map(
    ({ textContent }) => textContent ?? "",
  );
}

describe("the organiser's answers about persons of a series", () => {
  const ANSWER = {
    same: true,
    runners: [
      { year: "2026-May", distance: "10K", bib: "1" },
      { year: "2026-June", distance: "10K", bib: "5" },
    ],
  };

  test("a near miss is asked about; yes joins at once, is published by bib, and can be taken back", async () => {
    spelledOtherwise();
    const series = await whoIsWho();
    await series.findByText("One person or two? (1)");
    const question = series.getByText("One letter of the names differs.").closest("li");
    expect(question?.textContent).toContain(
      "Ana Runner: 10K (2026-May), bib 1, place 1, age 9, Woman",
    );
    expect(question?.textContent).toContain("Anna Runner: 10K (2026-June), bib 5, place 1, age 9");
    expect(previewedNames()).toHaveLength(3);
    await user.click(series.getByRole("button", { name: /^Same person/ }));
    await waitFor(() => expect(series.queryByText("One letter of the names differs.")).toBeNull());
    expect(previewedNames(), "drawn again at once").toHaveLength(2);
    expect(document.activeElement).toBe(
      series.getByRole("heading", { name: "Who is who: Long Series" }),
    );
    expect(series.getByText("Noted: the same person.")).toBeTruthy();
    await user.click(series.getByRole("button", { name: "Publish" }));
    await series.findByText("Version 4 is published. Visitors see it within a minute.");
    expect(published.years).toEqual([
      { ...YEARS[0], series: [{ ...YEARS[0]?.series[0], people: [ANSWER] }] },
    ]);
    expect(JSON.stringify(published.years)).not.toContain("Runner");

    await user.click(series.getByRole("button", { name: "Check and preview" }));
    await series.findByRole("heading", { name: "Who is who: Long Series" });
    const preview = within(series.getByRole("region", { name: "Preview" }));
    await user.click(preview.getByRole("button", { name: /^Take back/ }));
    await preview.findByText("One person or two? (1)");
    expect(previewedNames()).toHaveLength(3);
    await user.click(series.getByRole("button", { name: "Publish" }));
    await series.findByText("Version 5 is published. Visitors see it within a minute.");
    expect(published.years, "no empty list is left").toEqual(YEARS);
  });

  test("no is kept, too, and asks no more", async () => {
    spelledOtherwise();
    const series = await whoIsWho();
    await user.click(await series.findByRole("button", { name: /^Two people/ }));
    await waitFor(() => expect(series.queryByText("One person or two? (1)")).toBeNull());
    expect(previewedNames()).toHaveLength(3);
    await toJson();
    const [year] = JSON.parse(jsonBox().value) as { series: { people: unknown }[] }[];
    expect(year?.series[0]?.people).toEqual([{ ...ANSWER, same: false }]);
  });

  test("the table lists joined runners with the reasons; equal spellings are only counted", async () => {
    spelledOtherwise();
    const series = await whoIsWho();
    await user.click(series.getByText("Who was joined, and why (1)"));
    expect(tableTexts().slice(-2)).toEqual([
      "Person|Races|Why",
      "Zoë Runner / Zoe Runner|10K (2026-May), bib 2, place 2, age 10, Woman10K (2026-June), bib 6, place 2, age 10|Joined: the names are the same but for the way they are written, the ages fit.",
    ]);
    expect(
      series.getByText(
        "0 people are joined from several races by a name that is written alike, 2 ran one race.",
      ),
    ).toBeTruthy();
  });

  test("an answer about a bib that is gone says so, also one that the server refuses", async () => {
    vi.stubGlobal("CSS", { escape: (key: string) => key });
    spelledOtherwise();
    const gone = { ...ANSWER, runners: [ANSWER.runners[0], { ...ANSWER.runners[1], bib: "99" }] };
    published.years = [{ ...YEARS[0], series: [{ ...YEARS[0]?.series[0], people: [gone] }] }];
    const series = await whoIsWho();
    expect(series.getByText(/^Counts for nothing: fewer than two/)).toBeTruthy();
    expect(
      series.getByText("10K (2026-June), bib 99: not in the results under a name"),
    ).toBeTruthy();
    refusal = [
      400,
      {
        message: "The file has 1 problem.",
        errors: [{ at: "years[0].series[0].people[0]", line: 0, message: "would make bibs" }],
      },
    ];
    await user.click(series.getByRole("button", { name: "Check and preview" }));
    const wrong = (await series.findAllByText("would make bibs")).find(isShown);
    await waitFor(() => expect(document.activeElement).toBe(wrong));
    const answer = series.getByText(/^Same person: 10K \(2026-May\), bib 1; 10K \(2026-June\)/);
    expect(answer.textContent).toContain("would make bibs");
    await user.click(within(answer).getByRole("button", { name: /^Take back/ }));
    await toJson();
    expect(jsonBox().value).not.toContain("99");
  });
});

async function chosen(text: string): Promise<BoundFunctions<typeof queries>> {
  const youth = part("Youth standings (YTP)");
  await user.selectOptions(await youth.findByLabelText("Year"), "2026-May");
  await user.type(youth.getByLabelText("Distance"), "10K");
  await user.click(youth.getByRole("button", { name: "Go on" }));
  await user.upload(
    youth.getByLabelText("Choose a file"),
    new File([text], "scores.csv", { type: "text/csv" }),
  );
  await youth.findByRole("button", { name: "Check and preview" });
  return youth;
}

describe("standings", () => {
  test("errors name the line of the chosen file and its column; what is published stays", async () => {
    await opened();
    refusal = [
      400,
      {
        message: "The file has 1 problem.",
        errors: [{ at: "tiger score", line: 3, message: "must be a number of at least 0" }],
      },
    ];
    const youth = await chosen("Last;First;Tiger\n\nRunner;Ana;60\n\nPark;Lee;x");
    expect(document.activeElement).toBe(youth.getByRole("heading", { name: "2026-May, 10K" }));
    await user.click(youth.getByRole("button", { name: "Check and preview" }));
    await youth.findByText("1 problem found. Nothing was changed.");
    expect(within(youth.getByRole("alert")).getByRole("listitem").textContent).toBe(
      "Line 5 Tiger score: must be a number of at least 0",
    );
    expect(standings.version).toBe(0);
  });

  test("nothing is to be typed before it is known whether there is something to choose", async () => {
    results();
    const pointer = "/downloads/results/race/2026-June/current.json";
    const [answered, gate] = [host.routes.get(pointer), new Later<null>()];
    host.routes.set(pointer, async (call) => {
      await gate.promise;
      return answered?.(call) ?? "down";
    });
    await opened();
    const youth = part("Youth standings (YTP)");
    expect(youth.queryByLabelText("Distance")).toBeNull();
    gate.answer(null);
    expect((await youth.findByLabelText("Distance")).tagName).toBe("SELECT");
  });

  test("a file without the columns of names is not even checked", async () => {
    await opened();
    const youth = await chosen("Foo,Bar\n1,2");
    await user.click(youth.getByRole("button", { name: "Check and preview" }));
    expect(youth.getAllByText("Choose a column")).toHaveLength(2);
    expect(sent("r/standings/update")).toEqual([]);
  });

  test("the preview is the public page after publishing", async () => {
    results();
    await opened();
    const youth = part("Youth standings (YTP)");
    await user.selectOptions(await youth.findByLabelText("Year"), "2026-May");
    await user.selectOptions(youth.getByLabelText("Distance"), "10K");
    await user.click(youth.getByRole("button", { name: "Go on" }));
    await user.upload(
      youth.getByLabelText("Choose a file"),
      new File([CSV], "scores.csv", { type: "text/csv" }),
    );
    await user.click(await youth.findByRole("button", { name: "Check and preview" }));
    await youth.findAllByRole("table");
    const previewed = tableTexts();
    expect(previewed.length).toBeGreaterThan(3);
    await user.click(youth.getByRole("button", { name: "Publish" }));
    await youth.findByText("Version 1 is published. Visitors see it within a minute.");
    expect(standings.csv).toBe(CSV);
    cleanup();
    forgetFeeds();
    const session = globalThis.fetch;
    vi.stubGlobal("fetch", (url: string, init?: RequestInit) =>
      url.endsWith("ytp-standings.csv")
        ? Promise.resolve(new Response(standings.csv))
        : session(url, init),
    );
    show("/ytp-series/race/2026-May");
    await screen.findAllByRole("table");
    await waitFor(() => expect(tableTexts()).toEqual(previewed));
  });
});

test("another account's event: a message, and the sign-in stays", async () => {
  host.routes.set("/api/account/refresh", () => [200, tokens("one", 2)]);
  for (const route of ["r/series", "r/event-year"])
    host.routes.set(`/api/${route}`, () => [401, { message: "Unauthorized" }]);
  show("/account/events/race/files");
  await screen.findByRole("heading", { level: 1, name: "Not your event" });
  expect(localStorage.getItem("currentUser")).not.toBeNull();
});

test("without a sign-in it goes to the login, and comes back", async () => {
  localStorage.clear();
  show("/account/events/race/files");
  await waitFor(() => expect(address()).toBe("/account/login"));
});

function leave(): void {
  act(() => screen.getAllByRole("link", { name: "To the public page" })[0]?.click());
}

test("unsaved work is asked about before a link is followed", async () => {
  const series = await opened();
  await user.type(series.getByLabelText("Name"), "!");
  leave();
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Cancel" }));
  expect(address()).toBe("/account/events/race/files");
  leave();
  await user.click(
    within(screen.getByRole("dialog")).getByRole("button", { name: "Leave without saving" }),
  );
  await waitFor(() => expect(address()).toBe("/series/race"));
});
