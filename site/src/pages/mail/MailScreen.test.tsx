// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aNetwork, type Network } from "../../test/published";
import { likeABrowser, show } from "../../test/show";

let network: Network;

beforeEach(() => {
  network = aNetwork();
  likeABrowser();
});

afterEach(() => vi.unstubAllGlobals());

test("a page that did what it was opened for keeps its title", async () => {
  network.api.set("blocked/emails/add", [200, {}]);
  show("/unsubscribe/ana%40example.org");
  expect(await screen.findByRole("heading", { level: 1, name: "Success!" })).toBeTruthy();
  expect(document.title).toMatch(/ - Unsubscribe$/);
});

test("one that failed is titled Error", async () => {
  show("/unsubscribe/nobody");
  expect(await screen.findByRole("heading", { level: 1, name: "Error" })).toBeTruthy();
  expect(document.title).toBe("Error");
});

test.each(["unsubscribe", "subscribe"])(
  "/%s with no address says so and calls nothing",
  async (word) => {
    show(`/${word}/`);
    expect((await screen.findByRole("alert")).textContent).toContain(
      "This link has no e-mail address",
    );
    expect(network.asked).toEqual([]);
  },
);
