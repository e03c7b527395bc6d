// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setConfig } from "../../api/config";
import { aVisit, show } from "../../test/show";

beforeEach(() => {
  aVisit();
  setConfig({
    product: "Results",
    operator: "River Timing LLC",
    support: "help@river.example",
    alerts: true,
  });
});
afterEach(() => vi.unstubAllGlobals());

async function textOf(path: string): Promise<string> {
  show(path);
  await screen.findByRole("heading", { level: 1 });
  return screen.getByRole("article").textContent;
}

test("the terms say what carriers ask for, and quote the form", async () => {
  const words = await textOf("/text-alerts/terms");
  for (const said of [
    "River Timing LLC Race Alerts",
    "Message frequency varies",
    "Msg & data rates may apply",
    "Reply STOP",
    "Reply HELP",
    "help@river.example",
    "Carriers are not liable for delayed or undelivered messages",
    "not a condition of any purchase",
    "I agree that River Timing LLC sends automated texts about the participant I choose",
  ])
    expect(words).toContain(said);
  expect(document.title).toBe("Results - Text Alert Terms");
  expect(within(screen.getByRole("article")).getByRole("link").getAttribute("href")).toBe(
    "/text-alerts/privacy",
  );
});

test("privacy says that numbers and opt-ins go to nobody for marketing, and when they are erased", async () => {
  const words = await textOf("/text-alerts/privacy");
  expect(words).toContain(
    "Mobile numbers and text messaging opt-in data and consent are not sold, rented or shared with third parties or affiliates for marketing or promotional purposes.",
  );
  expect(words).toContain("30 days after");
  expect(words).toContain("nothing of the address is stored before “Confirm” is pressed");
  expect(words).toContain("help@river.example");
});

test("where nobody is named the product stands, and the organiser for questions", async () => {
  setConfig({ product: "Results", alerts: true });
  const words = await textOf("/text-alerts/terms");
  expect(words).toContain("Results Race Alerts");
  expect(words).toContain("Reply HELP to any text, or ask the organiser of the race.");
  expect(words).not.toMatch(/undefined|: $/);
});

test.each([
  [true, 2],
  [false, 0],
])("the foot of every page leads there where alerts are offered (%s)", async (alerts, links) => {
  setConfig({ alerts });
  show("/who/knows");
  const foot = await screen.findByRole("contentinfo");
  expect(
    [...foot.querySelectorAll("a")].filter(({ pathname }) => pathname.startsWith("/text-alerts/")),
  ).toHaveLength(links);
});
