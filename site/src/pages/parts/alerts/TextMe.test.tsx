// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setConfig } from "../../../api/config";
import type { Network } from "../../../test/published";
import { type FilePerson, type FileRace, type FileRow } from "../../../test/race-files";
import { anaRuiz, openRunner } from "../../../test/runner-page";
import { aVisit } from "../../../test/show";

const PANEL = "Text me when Ana Ruiz passes a timing point or finishes";
const FINISH: FileRow = { segment: "Finish", clock: 3012, chip: 3000, finish: true };

let network: Network;
let sent: unknown[];

function open(people?: FilePerson[], race?: Partial<FileRace>): Promise<void> {
  return openRunner(network, people, race);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-05-02T16:00:00Z") });
  network = aVisit();
  setConfig({ alerts: true, operator: "Hill Timing" });
  sent = [];
  const files = globalThis.fetch;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (!url.startsWith("/api/sms/")) return files(url, init);
    sent.push([url, JSON.parse(init.body as string)]);
    return new Response("{}");
  });
});

afterEach(() => {
  setConfig({});
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a runner's progress stands above the forms for alerts", async () => {
  const start: FileRow = { segment: "Start", clock: 12, chip: 0, occurrence: 0 };
  await open([anaRuiz({ rows: [start] })]);
  const started = screen.getByRole("heading", { name: "Started" });
  const panel = screen.getByText(PANEL);
  expect(started.compareDocumentPosition(panel)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("beside share, it opens the sign-up with the runner chosen; no list of participants is fetched", async () => {
  Element.prototype.scrollIntoView = vi.fn();
  await open();
  const panel = screen.getByText(PANEL).closest("details");
  expect(panel?.open).toBe(false);
  await userEvent.click(screen.getByRole("link", { name: "Text me" }));
  expect(panel?.open).toBe(true);
  expect(document.activeElement?.textContent).toBe(PANEL);
  const form = within(panel as HTMLElement);
  const phone = await form.findByRole("textbox", { name: "Phone" });
  expect(form.queryByRole("combobox")).toBeNull();
  expect(form.getByText("The phone and the box are required.")).toBeTruthy();
  const box = form.getByRole<HTMLInputElement>("checkbox", {
    name: /^I agree that Hill Timing sends automated texts about Ana Ruiz in River Run to this phone\./,
  });
  expect(box.checked).toBe(false);
  await userEvent.click(form.getByRole("button", { name: "Submit" }));
  expect(document.activeElement).toBe(phone);
  expect(form.getByText("Tick the box to agree to the texts.")).toBeTruthy();
  await userEvent.type(phone, "555-123-4567");
  await userEvent.click(box);
  await userEvent.click(form.getByRole("button", { name: "Submit" }));
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Subscribe" }));
  expect(await form.findByText("You've successfully subscribed.")).toBeTruthy();
  expect(sent).toEqual([
    [
      "/api/sms/add",
      {
        slug: "race",
        year: "2026",
        bib: "12",
        first: "Ana",
        last: "Ruiz",
        phone: "5551234567",
        consent: { wording: "2026-11-en" },
      },
    ],
  ]);
  expect(box.checked, "the next phone is asked anew").toBe(false);
  expect(network.asked.filter((path) => path.includes("p-"))).toEqual([]);
});

test.each<[string, FilePerson, Partial<FileRace>, object]>([
  ["where nobody sends texts", anaRuiz(), {}, { alerts: false }],
  ["of a runner who has finished", anaRuiz({ rows: [FINISH] }), {}, { alerts: true }],
  ["of a runner who is out", anaRuiz({ rows: [{ ...FINISH, type: 30 }] }), {}, { alerts: true }],
  ["of an anonymous runner", anaRuiz({ anonymous: true }), {}, { alerts: true }],
  ["at a race by laps", anaRuiz(), { type: "time" }, { alerts: true }],
  ["once the days for it are over", anaRuiz(), { daysAllowed: 0 }, { alerts: true }],
])("is not offered %s", async (_when, person, race, config) => {
  setConfig(config);
  await open([person], race);
  expect(screen.queryByText(/^Text me/)).toBeNull();
});
