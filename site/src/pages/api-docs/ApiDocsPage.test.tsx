// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setConfig } from "../../api/config";
import { likeABrowser, show } from "../../test/show";

const DOCUMENT = {
  info: { title: "", version: "", description: "About the calls." },
  paths: {},
  components: { schemas: {}, responses: {}, securitySchemes: {} },
};

beforeEach(() => {
  setConfig(null);
  likeABrowser();
});

afterEach(() => vi.unstubAllGlobals());

test("a document that cannot be fetched: Try again fetches it, and the focus is not lost", async () => {
  const fetched = vi.fn<() => Promise<Response>>().mockRejectedValueOnce(new TypeError("down"));
  fetched.mockImplementation(() => Promise.resolve(new Response(JSON.stringify(DOCUMENT))));
  vi.stubGlobal("fetch", fetched);
  show("/api-docs");
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText("About the calls.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});
