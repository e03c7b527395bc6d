// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadConfig } from "./config";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, "timeout").mockImplementation((after) => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), after);
    return stop.signal;
  });
});

afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a configuration that loads is used", async () => {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response('{"product":"Results","alerts":true}')),
  );
  expect(await loadConfig()).toMatchObject({
    product: "Results",
    downloads: "/downloads/",
    alerts: true,
  });
});

test.each([
  ["is taken over", '{"product":"\\u003cResults>"}', "<Results>"],
  ["that cannot be read leaves the defaults", "{", "Chute"],
])("one that the page brings along %s, and no file is asked for", async (_, content, product) => {
  vi.stubGlobal("fetch", vi.fn());
  document.body.innerHTML = `<script type="application/json" id="config">${content}</script>`;
  expect(await loadConfig()).toMatchObject({ product });
  expect(fetch).not.toHaveBeenCalled();
});

test("operator and support are texts, empty where they are not set", async () => {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response('{"operator":"River Timing LLC","support":7}')),
  );
  expect(await loadConfig()).toMatchObject({ operator: "River Timing LLC", support: "" });
});

test.each([
  ["20", 20],
  ["0", 0],
  ["-1", 0],
  ["2.5", 0],
  ['"20"', 0],
])("of %s texts a race %i are promised", async (given, messages) => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(`{"messages":${given}}`)));
  expect(await loadConfig()).toMatchObject({ messages });
});

test("one that does not load within 8 s is replaced by the defaults", async () => {
  vi.stubGlobal(
    "fetch",
    (_url: string, init?: RequestInit) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
      }),
  );
  const configured = loadConfig();
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await configured).toMatchObject({
    product: "Chute",
    downloads: "/downloads/",
    alerts: false,
  });
});
