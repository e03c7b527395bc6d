// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setConfig } from "../../../api/config";
import type { Network } from "../../../test/published";
import { type FilePerson, type FileRace } from "../../../test/race-files";
import { anaRuiz, FINISH, openRunner } from "../../../test/runner-page";
import { aVisit, show } from "../../../test/show";

const TOKEN = "abc-_9";

let network: Network;
/** The requests to the API: verb, path and body. */
let asked: [string, string, unknown][];
let answer: { status: number; body: unknown };

function open(people?: FilePerson[], race?: Partial<FileRace>): Promise<void> {
  return openRunner(network, people, race);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-05-02T16:00:00Z") });
  network = aVisit();
  setConfig({ mail: true, operator: "Hill Timing" });
  [asked, answer] = [[], { status: 200, body: "" }];
  const files = globalThis.fetch;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (!url.startsWith("/api/mail/")) return files(url, init);
    asked.push([
      String(init.method),
      url.replace("/api/", ""),
      typeof init.body === "string" ? JSON.parse(init.body) : null,
    ]);
    return new Response(answer.body === "" ? "" : JSON.stringify(answer.body), {
      status: answer.status,
    });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Requests the mail; returns the part of the page. */
async function submit(typed: string) {
  const part = within(await screen.findByRole("region", { name: "Email at the finish" }));
  await userEvent.clear(part.getByLabelText("Email"));
  await userEvent.type(part.getByLabelText("Email"), typed);
  await userEvent.click(part.getByRole("button", { name: "Send me the email" }));
  return part;
}

describe("an email at the finish", () => {
  test("the address goes out with the runner and the language, and is asked to confirm", async () => {
    await open();
    const part = await submit("  bea@example.org ");
    expect((await part.findByRole("status")).textContent).toContain(
      "open the email that goes to bea@example.org",
    );
    expect(asked).toEqual([
      [
        "POST",
        "mail/add",
        {
          slug: "race",
          year: "2026",
          bib: "12",
          first: "Ana",
          last: "Ruiz",
          email: "bea@example.org",
          language: "en",
        },
      ],
    ]);
    expect(part.getByLabelText<HTMLInputElement>("Email").value).toBe("");
    expect(part.getByText(/^Hill Timing sends you one email/)).toBeTruthy();
    expect(part.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/text-alerts/terms",
      "/text-alerts/privacy",
    ]);
  });

  test("an invalid address is not sent", async () => {
    await open();
    const part = await submit("bea");
    expect(part.getByText("Please enter an email address.")).toBeTruthy();
    expect(document.activeElement).toBe(part.getByLabelText("Email"));
    expect(asked).toEqual([]);
    await userEvent.type(part.getByLabelText("Email"), "@example.org");
    expect(part.queryByText("Please enter an email address.")).toBeNull();
  });

  test.each([
    [400, "Please enter an email address."],
    [403, "It is too late to ask for emails of this race."],
    [429, "That was too often. Please try again later."],
    [503, "That did not work. Please try again."],
  ])("%i: %s", async (status, words) => {
    answer = { status, body: { message: "no" } };
    await open();
    const part = await submit("bea@example.org");
    expect((await part.findByRole("alert")).textContent).toBe(words);
    expect(part.getByLabelText<HTMLInputElement>("Email").value).toBe("bea@example.org");
  });

  test.each([
    ["of whoever has finished", [anaRuiz({ rows: [FINISH] })], {}, {}],
    ["where no mail is sent", [anaRuiz()], {}, { mail: false, push: true }],
    ["after the race is over", [anaRuiz()], { daysAllowed: 0 }, {}],
  ])("not %s", async (_, people, race, config) => {
    if ("mail" in config) setConfig(config);
    await open(people, race);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole("region", { name: "Email at the finish" })).toBeNull();
  });
});

describe("links of emails", () => {
  test("an address agrees by pressing, not by opening", async () => {
    answer = { status: 200, body: { slug: "river-10k", year: "2026" } };
    show(`/email-alerts/confirm#${TOKEN}`);
    const button = await screen.findByRole("button", { name: "Confirm" });
    expect(asked).toEqual([]);
    expect(document.title).toMatch(/ - Confirm Email$/);
    await userEvent.click(button);
    expect(await screen.findByRole("heading", { level: 1, name: "Confirmed" })).toBe(
      document.activeElement,
    );
    expect(asked).toEqual([["POST", "mail/confirm", { token: TOKEN }]]);
    expect(screen.getByRole("link", { name: "Results of the race" }).getAttribute("href")).toBe(
      "/results/river-10k/2026",
    );
  });

  test.each([
    [404, /older than 24 hours/],
    [403, /too late for emails/],
    [409, /has unsubscribed/],
    [500, /did not work/],
  ])("%i says why, and the button stays", async (status, words) => {
    answer = { status, body: { message: "no" } };
    show(`/email-alerts/confirm#${TOKEN}`);
    await userEvent.click(await screen.findByRole("button", { name: "Confirm" }));
    expect((await screen.findByRole("alert")).textContent).toMatch(words);
    expect(screen.getByRole("button", { name: "Confirm" })).toBeTruthy();
  });

  test("emails end by pressing", async () => {
    show(`/email-alerts/unsubscribe#${TOKEN}`);
    const button = await screen.findByRole("button", { name: "Unsubscribe" });
    expect(asked).toEqual([]);
    await userEvent.click(button);
    expect(await screen.findByRole("heading", { level: 1, name: "Unsubscribed" })).toBe(
      document.activeElement,
    );
    expect(asked).toEqual([["POST", `mail/unsubscribe?token=${TOKEN}`, null]]);
  });

  test.each(["/email-alerts/confirm", "/email-alerts/unsubscribe"])(
    "%s without its end asks nothing",
    async (path) => {
      show(path);
      expect((await screen.findByRole("alert")).textContent).toContain("This link is not complete");
      expect(screen.queryByRole("button", { name: /Confirm|Unsubscribe/ })).toBeNull();
      expect(asked).toEqual([]);
    },
  );
});
