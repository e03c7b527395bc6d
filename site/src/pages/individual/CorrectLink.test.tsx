// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { anaRuiz, openRunner } from "../../test/runner-page";
import { tokens } from "../../test/session-host";
import { aVisit } from "../../test/show";
import type { Network } from "../../test/published";

let network: Network;
/** Addresses of the account host that were asked. */
let asked: string[];
/** The status of its answer about the event's years. */
let status: number;

beforeEach(() => {
  localStorage.clear();
  network = aVisit();
  [asked, status] = [[], 200];
  const files = globalThis.fetch;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (!url.startsWith("/api/r/") && !url.startsWith("/api/account/")) return files(url, init);
    asked.push(url);
    return url === "/api/account/refresh"
      ? new Response(JSON.stringify(tokens("one", 2)))
      : new Response(JSON.stringify({ years: [] }), { status });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const signIn = () => localStorage.setItem("currentUser", JSON.stringify(tokens("one")));

test("an account that may correct in the event gets a link to the form of this bib and distance", async () => {
  signIn();
  await openRunner(network);
  const link = await screen.findByRole("link", { name: "Correct" });
  expect(link.getAttribute("href")).toBe("/account/events/race/corrections/2026/12?distance=10K");
  expect(asked).toEqual(["/api/r/event-year"]);
});

test("another account has no link, and stays signed in", async () => {
  signIn();
  status = 401;
  await openRunner(network);
  await waitFor(() => expect(asked.filter((url) => url === "/api/r/event-year")).toHaveLength(2));
  expect(screen.queryByRole("link", { name: "Correct" })).toBeNull();
  expect(localStorage.getItem("currentUser")).not.toBeNull();
});

test("a visitor without a sign-in asks nothing", async () => {
  await openRunner(network, [anaRuiz()]);
  await screen.findByText("Privacy or a mistake?");
  expect(screen.queryByRole("link", { name: "Correct" })).toBeNull();
  expect(asked).toEqual([]);
});
