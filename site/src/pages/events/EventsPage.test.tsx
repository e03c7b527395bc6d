// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { searchYears } from "../../race/other-years";
import type { SearchJob, SearchNews } from "../../race/search-worker";
import type { Network } from "../../test/published";
import { publishLines } from "../../test/race-lines";
import { finished, unfinished } from "../../test/rows";
import { Later } from "../../test/session-host";
import { aVisit, show } from "../../test/show";

const DAY = 86_400_000;

/** Does the worker's work on the page's thread: there is no other here. */
class SameThread extends EventTarget {
  postMessage(job: SearchJob): void {
    const tell = (answer: SearchNews["answer"]) =>
      act(
        () =>
          void this.dispatchEvent(
            new MessageEvent("message", { data: { id: job.id, answer } satisfies SearchNews }),
          ),
      );
    void searchYears(job, tell, new AbortController().signal);
  }

  terminate(): void {}
}

let network: Network;

beforeEach(() => {
  network = aVisit();
  vi.stubGlobal("Worker", SameThread);
});

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const listed = (name: string, slug: string, days: number) => ({
  name,
  slug,
  type: "distance",
  recent_time: ago(days),
});

/** Publishes River Run, which began this week, and two others whose files are not needed. */
function publishList(live: boolean): void {
  network.files.set("results/index.json", {
    updated_at: ago(0),
    events: [
      listed("Old Race", "old", 400),
      listed("River Run", "race", 3),
      listed("Next Race", "next", -40),
    ],
  });
  publishLines(network, {
    live,
    boards: {
      "10K": [
        finished({ bib: "12", first: "Ana", last: "Osei" }),
        unfinished("started", { bib: "13", first: "Bea", last: "Osei", anonymous: true }),
      ],
      "5K": [finished({ bib: "7", first: "Oseias", last: "Park" })],
    },
  });
  const pointer = network.files.get("results/race/2026/current.json") as object;
  network.files.set("results/race/2026/current.json", {
    ...pointer,
    distances: [{ name: "10K" }, { name: "5K" }],
  });
}

async function parts(): Promise<[string | null, string[]][]> {
  await screen.findByText("Old Race");
  return screen.getAllByRole("heading", { level: 2 }).map((heading) => [
    heading.textContent,
    within(heading.parentElement ?? heading)
      .getAllByRole("listitem")
      .map((item) => [...item.children].map(({ textContent }) => textContent).join(" | ")),
  ]);
}

test("live events stand first, with their distances; only events of this week are fetched", async () => {
  publishList(true);
  show("/");
  await screen.findByRole("heading", { level: 2, name: "Live now" });
  const [live, coming, past] = await parts();
  expect(live).toEqual([
    "Live now",
    [expect.stringMatching(/^River Run \| .* \| Distance · 5K, 10K$/)],
  ]);
  expect([coming?.[0], past?.[1][0]]).toEqual([
    "Coming up",
    expect.stringMatching(/^Old Race \| .* \| Distance$/),
  ]);
  expect(network.asked.filter((path) => path.endsWith("current.json"))).toEqual([
    "/downloads/results/race/current.json",
    "/downloads/results/race/2026/current.json",
  ]);
});

test("an event that is no longer live is one of this week", async () => {
  publishList(false);
  show("/");
  await screen.findByText(/5K, 10K/);
  expect((await parts()).map(([heading]) => heading)).toEqual([
    "This week",
    "Coming up",
    expect.stringMatching(/ 20\d\d$/),
  ]);
});

test("the list waits for what decides its order, and what comes later moves nothing", async () => {
  publishList(true);
  network.files.set("results/index.json", {
    updated_at: ago(0),
    events: [listed("River Run", "race", 2), listed("Lake Run", "lake", 3)],
  });
  const late = new Later<void>();
  const fetched = globalThis.fetch;
  vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
    if (String(request[0]).endsWith("/race/current.json")) await late.promise;
    return fetched(...request);
  });
  show("/");
  await screen.findByText("Loading");
  await screen.findByRole("heading", { level: 2, name: "This week" });
  late.answer();
  const live = await screen.findByText("Live now");
  expect([live.tagName, live.closest("li")?.querySelector("a")?.textContent]).toEqual([
    "STRONG",
    "River Run",
  ]);
  expect(
    screen
      .getAllByRole("listitem")
      .map((item) => item.querySelector("a")?.textContent)
      .filter((name) => name?.endsWith("Run")),
  ).toEqual(["River Run", "Lake Run"]);
});

test("nothing is live on a device that is offline, whatever it heard before", async () => {
  publishList(true);
  show("/");
  await screen.findByRole("heading", { level: 2, name: "Live now" });
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Live now" })).toBeNull());
  expect(screen.getByText("This week")).toBeTruthy();
});

test("the search finds runners of live and recent races, too, each with the way to the result", async () => {
  publishList(true);
  show("/");
  const user = userEvent.setup();
  await screen.findByRole("heading", { level: 2, name: "Live now" });
  await user.type(screen.getByRole("searchbox", { name: "Search events and runners" }), "ose");
  const found = await screen.findByRole("region", { name: "Runners of live and recent races" });
  await within(found).findByText("River Run 2026: 2 runners");
  expect(
    within(found)
      .getAllByRole("heading", { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(["River Run 2026, 5K", "River Run 2026, 10K"]);
  expect(within(found).getByRole("link", { name: "Ana Osei" }).getAttribute("href")).toBe(
    "/results/race/2026/12?distance=10K",
  );
  expect(found.textContent).not.toContain("Bea");
  await waitFor(() => expect(screen.queryByText("No event matches.")).toBeNull());
  expect(screen.queryByText("0 events")).toBeNull();
});

test("a runner of a recent race is found there, and not once more among earlier results", async () => {
  publishList(false);
  network.files.set("results/_names/current.json", {
    format: 1,
    races: 2,
    newest: "2026-05-02",
    starts: [""],
    files: ["11"],
  });
  network.files.set("results/_names/n-11.json", {
    races: [
      ["race", "2026", "River Run", "2026-05-02"],
      ["race", "2025", "River Run", "2025-05-03"],
    ],
    distances: ["10K"],
    genders: [""],
    race: [0, 1],
    first: ["Ana", "Ana"],
    last: ["Osei", "Osei"],
    bib: ["12", "40"],
    distance: [0, 0],
    gender: [0, 0],
    age: [0, 0],
  });
  show("/?q=ana");
  const earlier = await screen.findByRole("region", { name: "Results of earlier races" });
  await within(earlier).findByText("1 result");
  const links = screen.getAllByRole("link", { name: "Ana Osei" });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/results/race/2026/12?distance=10K",
    "/results/race/2025/40?distance=10K",
  ]);
});

const secondHeading = () => screen.getAllByRole("heading", { level: 2 })[1]?.textContent;

test("few events that are called so stand above the runners, many below", async () => {
  network.files.set("results/index.json", {
    updated_at: ago(0),
    events: ["a", "b", "c", "d", "e", "f"].map((slug, at) =>
      listed(`River ${slug}`, slug, 40 * at),
    ),
  });
  show("/?q=river");
  await screen.findByRole("heading", { level: 2, name: "Results of earlier races" });
  expect(secondHeading()).not.toBe("Results of earlier races");
  await userEvent.setup().type(screen.getByRole("searchbox"), " b");
  await screen.findByText("1 event");
  expect(secondHeading()).toBe("Results of earlier races");
});

test("two letters search events alone, a bib of one digit runners too", async () => {
  publishList(true);
  show("/?q=os");
  await screen.findByText("No event matches.");
  expect(screen.queryByRole("region", { name: "Runners of live and recent races" })).toBeNull();
  expect(screen.getByText(/^Runners are searched from three letters on/)).toBeTruthy();
  const user = userEvent.setup();
  const box = screen.getByRole("searchbox");
  await user.clear(box);
  await user.type(box, "7");
  await screen.findByText("River Run 2026: 1 runner");
  await screen.findByText("Earlier races are searched by name, not by bib.");
  expect(screen.queryByText(/^Runners are searched from three letters on/)).toBeNull();
});

test("that nothing is found is said once", async () => {
  publishList(false);
  show("/?q=zzz");
  const earlier = await screen.findByRole("region", { name: "Results of earlier races" });
  await within(earlier).findByText(/^Searched: /);
  expect((await screen.findByText("No event matches.")).role).toBe("status");
  expect(screen.queryByText("0 results")).toBeNull();
  const user = userEvent.setup();
  await user.type(screen.getByRole("searchbox"), "{Backspace}");
  await screen.findByText(/^Runners are searched from three letters on/);
  expect(screen.getByText("No event matches.")).toBeTruthy();
  expect(screen.queryByText("0 events")).toBeNull();
});

test("two characters of a script of syllables are enough", async () => {
  publishList(true);
  show("/?q=小明");
  await screen.findByText("River Run 2026: 0 runners");
  expect(await screen.findByText("No event matches.")).toBeTruthy();
});

test.each([
  ["river run 2025", ["River Run"]],
  [new Date(Date.now() - 400 * DAY).getFullYear().toString(), ["Old Race"]],
  ["lake 2025", []],
])("an event is found with a year: %s", async (query, names) => {
  network.files.set("results/index.json", {
    updated_at: ago(0),
    events: [listed("Old Race", "old", 400), listed("River Run", "race", 2000)],
  });
  show(`/?q=${encodeURIComponent(query)}`);
  await screen.findByRole("region", { name: "Results of earlier races" });
  expect(
    within(screen.getByRole("main"))
      .queryAllByRole("listitem")
      .map((item) => item.querySelector("a")?.textContent),
  ).toEqual(names);
});

test("offline the search names the races that it does not know", async () => {
  publishList(true);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  show("/?q=ose");
  await screen.findByText("River Run could not be searched.");
});

test("a race that cannot be searched says so", async () => {
  publishList(true);
  show("/");
  await screen.findByRole("heading", { level: 2, name: "Live now" });
  network.files.delete("results/race/2026/h-1.json");
  await userEvent.setup().type(screen.getByRole("searchbox"), "ose");
  await screen.findByText("River Run 2026 could not be searched.");
});

test("of a thousand events a hundred are drawn, more on request, and a search finds every one", async () => {
  network.files.set("results/index.json", {
    updated_at: ago(0),
    events: Array.from({ length: 1000 }, (_, index) =>
      listed(`Race no. ${index}`, `r${index}`, 30 + index),
    ),
  });
  show("/");
  await screen.findByText("Race no. 0");
  const main = within(screen.getByRole("main"));
  expect(main.getAllByRole("listitem")).toHaveLength(100);
  expect(document.querySelectorAll("*").length).toBeLessThanOrEqual(800);
  screen.getByText("100 of 1,000 events are shown; a search finds them all.");
  await userEvent.click(screen.getByRole("button", { name: "Show 100 more" }));
  expect(main.getAllByRole("listitem")).toHaveLength(200);
  await userEvent.type(screen.getByRole("searchbox"), "no. 987");
  await waitFor(() =>
    expect(main.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      expect.stringContaining("Race no. 987"),
    ]),
  );
  expect(screen.queryByRole("button", { name: /^Show/ })).toBeNull();
});
