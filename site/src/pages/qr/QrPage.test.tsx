// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aNetwork } from "../../test/published";
import { likeABrowser, show } from "../../test/show";

beforeEach(() => {
  const network = aNetwork();
  network.files.set("results/index.json", { events: [{ slug: "race", name: "River Run" }] });
  likeABrowser();
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  "/awards/race/2026/qr",
  "/awards/race/qr",
  "/status/race/2026/qr",
  "/results/race/status/qr",
])("%s is a code", async (path) => {
  show(path);
  expect(await screen.findByRole("img", { name: /^QR code for/ })).toBeTruthy();
});

test("a race's logo and its sponsors stand on the poster", async () => {
  const network = aNetwork();
  network.files.set("results/index.json", {
    events: [
      {
        slug: "race",
        name: "River Run",
        logo: "https://river.example/logo.svg",
        sponsor: "River Foods",
      },
    ],
  });
  show("/awards/race/2026/qr");
  await screen.findByText("River Foods");
  expect((await screen.findByAltText("")).getAttribute("src")).toBe(
    "https://river.example/logo.svg",
  );
});

test.each([
  "/awards/race/qr/qr",
  "/awards/race/status/qr",
  "/status/race/qr/qr",
  "/results/race/qr/status/qr",
])("%s is off course: qr and status are no years", async (path) => {
  show(path);
  expect(await screen.findByText("You appear to be off course.")).toBeTruthy();
});
