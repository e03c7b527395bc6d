// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Network } from "../../../test/published";
import { publishRace } from "../../../test/race-files";
import { finished } from "../../../test/rows";
import { tokens } from "../../../test/session-host";
import { address, aVisit, show } from "../../../test/show";

const FORM = "/account/events/race/corrections/2026";

let user: UserEvent;
let network: Network;
/** Addresses of the account host that were asked. */
let asked: string[];
/** The status of its answers about the event. */
let status: number;

beforeEach(() => {
  user = userEvent.setup();
  localStorage.setItem("currentUser", JSON.stringify(tokens("one")));
  network = aVisit();
  [asked, status] = [[], 200];
  const files = globalThis.fetch;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (!url.startsWith("/api/r/") && !url.startsWith("/api/account/")) return files(url, init);
    asked.push(url);
    const answers: Record<string, object> = {
      "/api/account/refresh": tokens("one", 2),
      "/api/r/event": { events: [{ name: "Race", slug: "race", type: "distance" }] },
      "/api/r/corrections/list": { born: "b1", corrections: [], runners: [] },
    };
    const answer = answers[url] ?? { years: [{ year: "2026" }] };
    return new Response(JSON.stringify(answer), {
      status: url === "/api/account/refresh" ? 200 : status,
    });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Ana wears 12 in both distances, Bo 31 in the 10K alone. */
async function opened(path: string): Promise<void> {
  const ana = { bib: "12", first: "Ana", last: "Ruiz" };
  publishRace(network, {
    lines: {
      "10K": [
        finished({ ...ana, distance: "10K", ranking: 1 }),
        finished({ bib: "31", first: "Bo", last: "Lee", distance: "10K", ranking: 2 }),
      ],
      "5K": [finished({ ...ana, distance: "5K", ranking: 1 })],
    },
  });
  show(path);
  await screen.findAllByText(/Bo Lee|^31$/);
}

async function turnOn(): Promise<HTMLElement> {
  const button = await screen.findByRole("button", { name: "Correct a runner" });
  await user.click(button);
  expect(button.getAttribute("aria-pressed")).toBe("true");
  screen.getByText("Now choose the runner. Press again to end.");
  return button;
}

test.each([
  ["a name", "/results/race/2026?distance=10K", () => screen.getByText("Bo Lee"), "31"],
  [
    "anywhere in a row",
    "/results/race/2026?distance=10K",
    () => screen.getByText("Bo Lee").closest("tr")?.lastElementChild,
    "31",
  ],
  [
    "a bib of two distances",
    "/results/race/2026?distance=10K",
    () => screen.getByText("Ana Ruiz"),
    "12?distance=10K",
  ],
  ["the status page", "/status/race/2026?distance=10K", () => screen.getByText("31"), "31"],
  [
    "the announcer's list",
    "/arrivals/race/2026?distance=10K",
    () => screen.getByText("Bo Lee"),
    "31",
  ],
  [
    "the awards desk",
    "/awards/race/2026?distance=10K&desk=true",
    () => screen.getAllByText("Bo Lee", { selector: "a" })[0],
    "31",
  ],
])(
  "%s leads to the form once; the way back is where it was pressed",
  async (_what, path, of, to) => {
    await opened(path);
    await turnOn();
    const pressed = of();
    if (pressed === undefined || pressed === null) throw new Error("nothing to press");
    await user.click(pressed);
    await waitFor(() => expect(address()).toBe(`${FORM}/${to}`));
    await user.click(await screen.findByRole("link", { name: "Back to the list you came from" }));
    await waitFor(() => expect(address()).toBe(path));
    const again = await screen.findByRole("button", { name: "Correct a runner" });
    expect(again.getAttribute("aria-pressed")).toBe("false");
  },
);

test("by keyboard; Esc ends it, and other links stay what they are", async () => {
  await opened("/results/race/2026?distance=10K");
  const button = await turnOn();
  await user.keyboard("{Escape}");
  expect(button.getAttribute("aria-pressed")).toBe("false");
  await user.click(button);
  await user.click(screen.getByRole("tab", { name: /5K/ }));
  expect(address()).toBe("/results/race/2026?distance=5K");
  expect(button.getAttribute("aria-pressed")).toBe("true");
  (await screen.findByRole("link", { name: "Ana Ruiz" })).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(address()).toBe(`${FORM}/12?distance=5K`));
});

test("the first match on a phone by Enter; the Esc that closes the matches does not end it", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.startsWith("(max-width"),
    addEventListener() {},
    removeEventListener() {},
  }));
  await opened("/results/race/2026?distance=10K");
  const button = await turnOn();
  const box = screen.getByRole("searchbox");
  await user.type(box, "Bo");
  await screen.findByRole("region", { name: "Runners found" });
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("region", { name: "Runners found" })).toBeNull();
  expect(button.getAttribute("aria-pressed")).toBe("true");
  await user.type(box, " Lee");
  await screen.findByRole("region", { name: "Runners found" });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(address()).toBe(`${FORM}/31`));
});

test("a row that is not pressed for a correction leads to the runner", async () => {
  await opened("/results/race/2026?distance=10K");
  await screen.findByRole("button", { name: "Correct a runner" });
  await user.click(screen.getByText("Bo Lee"));
  expect(address()).toBe("/results/race/2026/31");
});

test("an account that may not correct in the event has no button, and stays signed in", async () => {
  status = 401;
  await opened("/results/race/2026");
  await waitFor(() => expect(asked.filter((url) => url === "/api/r/event-year")).toHaveLength(2));
  expect(screen.queryByRole("button", { name: "Correct a runner" })).toBeNull();
  expect(localStorage.getItem("currentUser")).not.toBeNull();
});

test("a visitor without a sign-in asks nothing", async () => {
  localStorage.clear();
  await opened("/results/race/2026");
  expect(screen.queryByRole("button", { name: "Correct a runner" })).toBeNull();
  expect(asked).toEqual([]);
});

test.each([
  ["/arrivals/race/2026", "above"],
  ["/results/race/2026", "next"],
  ["/awards/race/2026?desk=true", "next"],
])("on %s it stands where it covers no announcer's name", async (path, where) => {
  await opened(path);
  const button = await screen.findByRole("button", { name: "Correct a runner" });
  expect(button.parentElement?.className).toContain(where);
});
